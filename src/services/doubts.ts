// Doubts about the load on a service: a generator that was the limit itself, and a rate that was not reached.
import { startedPrograms } from '../measure/runs/started-programs.ts'
import { parseCpuList, type RunEvidence, type Sample, type Session, type Warning } from '../model/index.ts'
import { median } from '../stats/describe/summary.ts'
import { formatShare } from '../units.ts'

/** A generator that uses more of its CPUs queues its own requests. */
const SATURATED = 0.8
/** Rates below this share of the one that was asked for were not reached. */
const REACHED = 0.95

/** Warns where the load used most of its CPUs in the middle run, together with that of the run `beside` each in a duet. */
export function saturatedGenerator(
  evidence: RunEvidence[],
  { loadCpus, beside = [] }: { loadCpus: string | null; beside?: RunEvidence[] },
): Warning[] {
  const cpus = loadCpus === null ? 0 : parseCpuList(loadCpus, 'the CPUs of the load').length
  const shares = evidence.flatMap(({ load, wallTime }, i) => {
    if (load === undefined || cpus === 0 || wallTime === 0) return []
    return [(load.cpuTime + (beside[i]?.load?.cpuTime ?? 0)) / wallTime / cpus]
  })
  if (shares.length === 0) return []
  const share = median(shares)
  if (share <= SATURATED) return []
  const [who, whose, are] =
    beside.length > 0
      ? ['the load generators of both versions', 'their', 'they are']
      : ['the load generator', 'its', 'it is']
  const message =
    `${who} used ${formatShare(share, 2)} of ${whose} CPUs (${loadCpus}): ${are} the limit, and not the service; give more with ` +
    'load-cpus, or ask for less'
  return [{ code: 'generator-saturated', message }]
}

/** The options with which the generators are given a rate for all of their connections; `k6` has it in its script. */
const RATES: Record<string, RegExp> = {
  wrk: /\s(?:-R\s*|--rate[=\s])(\d+(?:\.\d+)?)/,
  wrk2: /\s(?:-R\s*|--rate[=\s])(\d+(?:\.\d+)?)/,
  vegeta: /\s--?rate[=\s](\d+(?:\.\d+)?)(?:\/1?s)?\s/,
  oha: /\s-q\s*(\d+(?:\.\d+)?)/,
  autocannon: /\s(?:-R\s*|--overallRate[=\s])(\d+(?:\.\d+)?)/,
  bombardier: /\s(?:-r\s*|--rate[=\s])(\d+(?:\.\d+)?)/,
  ghz: /\s(?:-r\s*|--rps[=\s])(\d+(?:\.\d+)?)/,
}

/** The rate that a command asks its load generator for; null where it asks for none. */
export function askedRate(command: string): number | null {
  for (const { name, args } of startedPrograms(command)) {
    const rate = Number((Object.hasOwn(RATES, name) ? RATES[name] : undefined)?.exec(args)?.[1] ?? 0)
    if (rate > 0) return rate
  }
  return null
}

const runsOf = (benchmarks: Sample[], metric: string) =>
  benchmarks.find(each => each.metric === metric)?.runs.map(([value = 0]) => value) ?? []

/** A warning where the requests that were made are fewer than those that `command` asks for. */
export function rateNotReached({ benchmarks }: Pick<Session, 'benchmarks'>, command: string): Warning[] {
  const asked = askedRate(command)
  const failed = runsOf(benchmarks, 'failed-share')
  const rates = runsOf(benchmarks, 'successful-rate').map((rate, i) => rate / (1 - (failed[i] ?? 0) / 100))
  // Where all failed, nobody knows how many there were.
  const known = rates.filter(rate => Number.isFinite(rate))
  if (asked === null || known.length === 0) return []
  const made = median(known)
  if (made >= REACHED * asked) return []
  const message =
    `the load asked for ${asked} requests/s and made ${Number(made.toPrecision(3))}: service or load generator is the limit, so times of ` +
    'requests hold their waiting; ask for less than the slower side can serve'
  return [{ code: 'rate-not-reached', message }]
}
