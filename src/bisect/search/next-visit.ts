// Which commit to measure next, and for how many rounds: what tells most per second.
import { bitsOf } from './information.ts'
import type { Gap, StepPosterior } from './posterior.ts'

/** The seconds that things take. */
export type VisitCosts = {
  /** To check a commit out and set it up. */
  build: number
  /** What a visit takes besides rounds and setup. */
  visit: number
  /** A run of the commit and one of the end. */
  round: number
}

export type SearchState = {
  posterior: StepPosterior
  costs: VisitCosts
  /** Commits that turned out not to be measurable. */
  skipped: ReadonlySet<number>
  /** Whether it is built, so that it costs no setup. */
  isBuilt: (position: number) => boolean
}

export type Visit = { position: number; rounds: number }

/** So sure is what is said to be found. */
export const SURE = 0.99

const ROUNDS = [3, 4, 6, 9, 13, 20, 30, 45, 70, 100, 150, 220, 330, 500]
/** Shares of a gap at which a commit may be measured. */
const SHARES = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 7 / 8, 3 / 8, 5 / 8]
/** Neighbouring gaps belong to one step as long as they have no more probability than this. */
const ONE_STEP = 1.3
/** What an answer that is as good as known may still be. */
const LEAST_DOUBT = 0.004

/** The position within a gap at or near `wanted` that can be measured; null where there is none. */
function nearest({ from, to }: Gap, wanted: number, skipped: SearchState['skipped']): number | null {
  for (let away = 0; away < to - from; away++) {
    for (const position of [wanted - away, wanted + away])
      if (position > from && position < to && !skipped.has(position)) return position
  }
  return null
}

/** Whether a commit of the gap can still be measured. */
export const isOpenGap = (gap: Gap, skipped: SearchState['skipped']): boolean =>
  nearest(gap, Math.floor((gap.from + gap.to) / 2), skipped) !== null

/** The neighbouring gaps in which one step may be that is probably in gap `main`: the first and the last. */
function windowOf(gaps: Gap[], main: number): [first: number, last: number] {
  let [first, last] = [main, main]
  let sum = (gaps[main] as Gap).probability
  for (;;) {
    const before = gaps[first - 1]?.probability ?? -1
    const after = gaps[last + 1]?.probability ?? -1
    const next = Math.max(before, after)
    if (next < 0 || sum + next > ONE_STEP) return [first, last]
    sum += next
    if (before >= after) first--
    else last++
  }
}

/** `before`: the share of the change that is made at this commit or earlier, so the probability that one step is. */
type Question = { position: number; before: number; rounds: number }

/** The commits worth asking. */
function questions(gaps: Gap[], { skipped, posterior }: SearchState): Question[] {
  const change = gaps.reduce((sum, gap) => sum + gap.change, 0)
  const roundsAt = new Map(posterior.points.map(({ position, rounds }) => [position, rounds]))
  const within = (share: number) => Math.min(1 - LEAST_DOUBT, Math.max(LEAST_DOUBT, share))
  const found: Question[] = []
  let before = 0
  const ask = (position: number, share: number, rounds = 0) =>
    found.push({ position, before: within(share), rounds })
  const again = (position: number) => {
    const rounds = roundsAt.get(position) ?? 0
    if (rounds > 0) ask(position, before, rounds)
  }
  if (gaps[0]) again(gaps[0].from)
  for (const gap of gaps) {
    const share = change === 0 ? 0 : gap.change / change
    const width = gap.to - gap.from
    const middle = share === 0 ? 0.5 : Math.min(1, Math.max(0, (0.5 - before) / share))
    for (const at of width > 1 ? [...SHARES, middle] : []) {
      const position = nearest(gap, gap.from + Math.round(width * at), skipped)
      if (position !== null) ask(position, before + (share * (position - gap.from)) / width)
    }
    before += share
    again(gap.to)
  }
  return found
}

/** How many standard deviations `rounds` more rounds put between yes and no, where `before` were made: a build stays what it is. */
function distanceOf(
  change: number,
  { roundSd, buildSd }: StepPosterior,
  before: number,
  rounds: number,
): number {
  const least = Math.abs(change) / 100
  const precision = (made: number) =>
    made === 0 ? 0 : 1 / (buildSd ** 2 + Math.max(roundSd, least) ** 2 / made)
  return Math.abs(change) * Math.sqrt(precision(before + rounds) - precision(before))
}

/** The chance that a commit can be measured: what breaks one breaks its neighbours. Far from those that broke it is good. */
function chanceOf(position: number, { skipped }: Pick<SearchState, 'skipped'>): number {
  if (skipped.size === 0) return 1
  const away = Math.min(...[...skipped].map(each => Math.abs(each - position)))
  const around = [...skipped].filter(each => Math.abs(each - position) <= 2 * away).length
  return away / (away + around)
}

/** The rounds that tell most per second where a visit takes `once` seconds besides them, and how much that is. */
function bestRounds(
  once: number,
  { least, round, bits }: { least: number; round: number; bits: (rounds: number) => number },
) {
  let best = { rounds: 0, rate: 0 }
  for (const rounds of ROUNDS.filter(each => each >= least)) {
    const rate = bits(rounds) / (once + rounds * round)
    if (rate > best.rate) best = { rounds, rate }
  }
  return best
}

/**
 * The commit whose measurement tells most per second about the step of gap `main`, with the number of rounds; null where none
 * of them can tell anything. A commit that has to be built is chosen by what build and rounds take together. Once it is built, more rounds are
 * cheap, so there are only as many at first as would be best without the build.
 */
export function nextVisit(standing: SearchState, main: number): Visit | null {
  const { posterior, costs, isBuilt } = standing
  const [first, last] = windowOf(posterior.gaps, main)
  const gaps = posterior.gaps.slice(first, last + 1)
  const change = gaps.reduce((sum, gap) => sum + gap.change, 0)
  let best: (Visit & { rate: number }) | null = null
  for (const { position, before, rounds: made } of questions(gaps, standing)) {
    const chance = made > 0 ? 1 : chanceOf(position, standing)
    const asked = {
      least: made / 6,
      round: costs.round,
      bits: (rounds: number) => chance * bitsOf(before, distanceOf(change, posterior, made, rounds)),
    }
    const { rate } = bestRounds(costs.visit + (isBuilt(position) ? 0 : costs.build), asked)
    if (rate > (best?.rate ?? 0)) best = { position, rounds: bestRounds(costs.visit, asked).rounds, rate }
  }
  return best && { position: best.position, rounds: best.rounds }
}
