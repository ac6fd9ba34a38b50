// What would help most where rows stay open, on the machine and in the way that they were measured, each with what it would
// show. Lower case, no full stop. An input is named as "set NAME to VALUE", which the command line turns into a flag.
import { type Comparison, isBlind, type Row } from '../../../model/index.ts'
import { formatShare } from '../../../units.ts'
import { formatP, formatValue } from '../numbers.ts'
import { changeText, nameText } from '../rows/row.ts'
import { MANY_RUNS, moreRuns } from './more-runs.ts'

const MOST = 2

type Asked = Pick<Comparison, 'design' | 'rows' | 'candidate' | 'warnings' | 'chosenBecause'>
type Remedy = (open: Row[], asked: Asked, compared: number) => string | null

const CPU_TIMES = new Map([
  ['user-time', 'user time'],
  ['cpu-time', 'CPU time'],
])

/** CPU time that is decided where the time of day is not: other programs change it less. */
const cpuTime: Remedy = (open, { rows }) => {
  for (const { benchmark } of open) {
    const own = rows.filter(row => row.benchmark === benchmark && !row.gates && CPU_TIMES.has(row.metric))
    const decided = own.find(({ verdict }) => verdict === 'regression' || verdict === 'improvement')
    if (decided === undefined) continue
    const whose = open.length > 1 ? ` of ${nameText(decided)}` : ''
    const p = formatP(decided.p)
    const says = `${CPU_TIMES.get(decided.metric)}${whose} says ${changeText(decided)}, p ${p.startsWith('<') ? p : `= ${p}`}`
    return `${says}: "rows: [{ metric: ${decided.metric}, gate: true }]" in the configuration lets it count`
  }
  return null
}

/** Threads that took turns. Where the command does not move between cores, each run finds other caches. */
const cpus: Remedy = (_, { warnings, candidate }) => {
  const turns = warnings.find(({ code }) => code === 'threads-in-turn')
  const value = /set cpus to (\S+)$/.exec(turns?.message ?? '')?.[1]
  if (value !== undefined)
    return `set cpus to ${value}: its threads took turns, and that time would no longer count`
  const isFree = candidate.testbed?.facts['pinned-cpus'] === 'none'
  const couldPin = !warnings.some(({ code }) => code === 'not-pinned')
  return isFree && couldPin && turns === undefined
    ? 'set cpus to auto: a run that keeps its core varies less'
    : null
}

const disturbedShare = ({ candidate: { evidence } }: Asked): number =>
  evidence ? (evidence.suspect + evidence.invalid) / Math.max(1, evidence.runs) : 0

/** From this share of disturbed runs on, the machine is what hides a change. */
const DISTURBED = 0.1
/** What a duet sees of what interleaved runs see, on machines that others use: docs/measuring.md has the table. */
const SEEN_BY_DUET = 1 / 3

/** The change that every open row would have shown; null where one does not tell, or saw nothing. */
function unseen(open: Row[]): number | null {
  const seen = open.map(({ detectable }) => detectable ?? Number.POSITIVE_INFINITY)
  const most = Math.max(...seen)
  return most > 0 && !isBlind(most) ? most : null
}

const isUsedByOthers = (asked: Asked): boolean =>
  asked.candidate.testbed?.facts.virtual === 'yes' || disturbedShare(asked) >= DISTURBED

const changesOf = (effect: number) => `changes of about ${formatShare(effect, 2)}`

/** Of services the CPU time alone decides in a duet. What `prepare` resets may be shared by both. */
function duetOfServices(asked: Asked): string | null {
  const seen = unseen(asked.rows.filter(row => row.metric === 'cpu-time' && row.verdict === 'inconclusive'))
  const { prepare, layouts } = asked.candidate.testbed?.facts ?? {}
  const isPossible = prepare === 'none' && layouts === 'one'
  return seen === null || !isPossible || !isUsedByOthers(asked)
    ? null
    : `set duet to true: both services share their CPUs, and CPU time alone decides, which may show ${changesOf(SEEN_BY_DUET * seen)} instead of ${formatShare(seen, 2)}`
}

/** Not where it was tried, or set, or cannot be made. */
const duet: Remedy = (open, asked) => {
  const { chosenBecause, candidate } = asked
  const facts = candidate.testbed?.facts ?? {}
  const seen = unseen(open)
  if (chosenBecause !== undefined || facts.duet !== 'no') return null
  if ((facts.service ?? 'none') !== 'none') return duetOfServices(asked)
  if (seen === null) return null
  const { delta = '0', layouts, cache, prepare } = facts
  const isPossible = delta === '0' && layouts === 'one' && cache === 'warm' && prepare === 'none'
  const isOneCore = /^0?$/.test(facts.cpus ?? '')
  if (!isPossible || isOneCore || !isUsedByOthers(asked)) return null
  return `set duet to true: both versions at the same time may show ${changesOf(SEEN_BY_DUET * seen)} instead of ${formatShare(seen, 2)}`
}

/** With fewer runs per side, an interval may be wide for want of runs alone. */
const FEW = 10

/** Where so few runs were made that the interval holds almost any change. */
const moreThanFew: Remedy = open => {
  const few = open.filter(({ detectable, runs }) => isBlind(detectable ?? 0) && runs.candidate < FEW)
  const least = Math.min(...few.map(({ runs }) => runs.candidate))
  return few.length > 0 ? `measure more runs: ${least} per side show next to nothing` : null
}

const fewMore: Remedy = (open, asked, compared) => {
  const needed = open.map(({ runsNeeded }) => runsNeeded ?? Number.POSITIVE_INFINITY)
  const most = Math.max(...needed)
  return most < MANY_RUNS ? `${moreRuns(open, compared, asked.design)} (set max-runs to ${most})` : null
}

/** A run shorter than this, in nanoseconds, may be made longer. */
const SHORT = 2e9
const LONG = 10e9
const MOST_TIMES = 100

/** A change that many more runs would show, longer runs show, too: what disturbs them averages out in each. */
const longerRuns: Remedy = open => {
  const seen = unseen(open)
  const times = open.map(({ metric, baseline }) => (metric === 'wall-time' ? baseline : null))
  const longest = Math.max(...times.map(time => time ?? Number.POSITIVE_INFINITY))
  if (seen === null || !(longest < SHORT) || longest <= 0) return null
  const band = Math.min(...open.map(row => row.band))
  const factor = Math.ceil(Math.min(MOST_TIMES, LONG / longest, (seen / band) ** 2))
  if (factor < 2) return null
  const effect = Math.max(band, seen / Math.sqrt(factor))
  return `give each run ${factor} times as much to do, about ${formatValue(factor * longest, 'ns')}: that may show ${changesOf(effect)} instead of ${formatShare(seen, 2)}`
}

const quietHour: Remedy = (_, asked) => {
  const { evidence } = asked.candidate
  if (!evidence || disturbedShare(asked) < DISTURBED) return null
  const count = evidence.suspect + evidence.invalid
  return `measure in a quiet hour, or set wait-idle to 1h: other work disturbed ${count} of ${evidence.runs} runs`
}

/** Whether all runs of both sides are the same number, which is too coarse to say that nothing changed. */
const areAllSame = ({ p, ratio }: Row) => p === null && ratio === 1

const isCoarse = ({ warnings }: Row) => warnings.some(({ code }) => code === 'coarse-clock')

/** Where no number of runs helps, since the numbers of all open rows are too coarse. */
const finerClock: Remedy = open =>
  open.every(row => row.runsNeeded === null && (areAllSame(row) || isCoarse(row)))
    ? 'time many iterations at once, or use a finer clock: its steps hide smaller changes'
    : null

const REMEDIES: Remedy[] = [finerClock, moreThanFew, cpuTime, cpus, duet, fewMore, longerRuns, quietHour]

/** The two things that help most, the best first, of `compared` rows so many that are `open`; at least one of either. */
export function whatHelps(open: Row[], compared: number, asked: Asked): string[] {
  const remedies = asked.design === 'stored' ? [] : REMEDIES
  const texts = remedies.map(remedy => remedy(open, asked, compared)).filter(text => text !== null)
  return texts.length === 0 ? [moreRuns(open, compared, asked.design)] : texts.slice(0, MOST)
}
