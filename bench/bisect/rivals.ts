// What people do by hand: `git bisect run` with a threshold, with one run or several, and git_bayesect (PyPI, 1.2), whose class
// Bisector is written anew here.
import { gammaln } from 'simple-statistics'
import type { History, Machine } from './history.ts'
import type { Answer } from './own.ts'

const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2
}

const runsOf = (machine: Machine, commit: number, runs: number) =>
  Array.from({ length: runs }, () => machine.run(commit))

/** The threshold half way between both ends, each measured so many times; null where they are the wrong way round. */
function threshold(machine: Machine, last: number, runs: number): number | null {
  machine.build(0)
  const old = median(runsOf(machine, 0, runs))
  machine.build(last)
  const now = median(runsOf(machine, last, runs))
  return now > old ? (old + now) / 2 : null
}

/** `git bisect run`: a commit is bad where the median of so many runs is above the threshold. A commit that does not build is skipped. */
export function bisectRun({ scenario, machine: start }: History, runs: number): Answer {
  const machine = start()
  const { commits: last } = scenario
  const limit = threshold(machine, last, Math.max(5, runs))
  if (limit === null) return { commit: null, ...machine.spent() }
  let [good, bad] = [0, last]
  const skipped = new Set<number>()
  for (;;) {
    const open = Array.from({ length: bad - good - 1 }, (_, i) => good + 1 + i).filter(
      each => !skipped.has(each),
    )
    if (open.length === 0) return { commit: bad, ...machine.spent() }
    const middle = open[(open.length - 1) >> 1] as number
    if (!machine.build(middle)) skipped.add(middle)
    else if (median(runsOf(machine, middle, runs)) > limit) bad = middle
    else good = middle
  }
}

const PRIOR = 0.5

/** `of` with its earlier answers: the same counts come again and again. */
function remembered(of: (count: number) => number): (count: number) => number {
  const known: number[] = []
  return count => (known[count] ??= of(count))
}

const ofOne = remembered(count => gammaln(PRIOR + count))
const ofBoth = remembered(count => gammaln(2 * PRIOR + count))

/** The logarithm of the beta function for so many of `all` tests that failed, under the prior. */
const logBeta = (yes: number, all: number) => ofOne(yes) + ofOne(all - yes) - ofBoth(all)

type Counts = { yes: Float64Array; total: Float64Array; prior: Float64Array }

/** The probability of each commit, under Jeffreys' priors for how often a test fails before and after it. */
function distribution({ yes, total, prior }: Counts): Float64Array {
  const n = yes.length
  let [yesAfter, totalAfter] = [0, 0]
  const [allYes, all] = [yes.reduce((a, b) => a + b, 0), total.reduce((a, b) => a + b, 0)]
  const logs = new Float64Array(n)
  for (let b = n - 1; b >= 0; b--) {
    yesAfter += yes[b] as number
    totalAfter += total[b] as number
    const [y, t] = [allYes - yesAfter, all - totalAfter]
    logs[b] = Math.log(prior[b] as number) + logBeta(yesAfter, totalAfter) + logBeta(y, t)
  }
  const top = Math.max(...logs)
  const weights = logs.map(each => Math.exp(each - top))
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map(each => each / sum)
}

const wlog = (w: number) => (w > 0 ? w * Math.log2(w) : 0)

/** The commit whose test is expected to lower the entropy most, as `Bisector.select`. */
function select(counts: Counts, post: Float64Array): number {
  const n = post.length
  const { yes, total } = counts
  const [allYes, all] = [yes.reduce((a, b) => a + b, 0), total.reduce((a, b) => a + b, 0)]
  const after: { now: number; old: number }[] = []
  let [y, t] = [0, 0]
  for (let b = n - 1; b >= 0; b--) {
    y += yes[b] as number
    t += total[b] as number
    after[b] = { now: (PRIOR + y) / (1 + t), old: (PRIOR + allYes - y) / (1 + all - t) }
  }
  // A test of commit s fails as often as those after the step where the step is at s or before it.
  const sums = ['now', 'old'].map(side =>
    Array.from({ length: n }, (_, b) => {
      const p = (after[b] as Record<string, number>)[side] as number
      const w = post[b] as number
      return { yes: w * p, no: w * (1 - p), yesLog: wlog(w * p), noLog: wlog(w * (1 - p)) }
    }),
  )
  const zero = { yes: 0, no: 0, yesLog: 0, noLog: 0 }
  const add = (a: typeof zero, b: typeof zero) => ({
    yes: a.yes + b.yes,
    no: a.no + b.no,
    yesLog: a.yesLog + b.yesLog,
    noLog: a.noLog + b.noLog,
  })
  const later: (typeof zero)[] = new Array(n + 1)
  later[n] = zero
  for (let b = n - 1; b >= 0; b--) later[b] = add(later[b + 1] as typeof zero, sums[1]?.[b] as typeof zero)
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  let before = zero
  for (let s = 0; s < n; s++) {
    before = add(before, sums[0]?.[s] as typeof zero)
    const both = add(before, later[s + 1] as typeof zero)
    const entropy = wlog(both.yes) - both.yesLog + wlog(both.no) - both.noLog
    if ((counts.prior[s] as number) > 0 && entropy < least - 1e-12) [best, least] = [s, entropy]
  }
  return best
}

const MOST_TESTS = 5000

/** git_bayesect with a threshold, until one commit has the probability `confidence`. */
export function bayesect({ scenario, machine: start }: History, confidence: number): Answer {
  const machine = start()
  const { commits: last } = scenario
  const limit = threshold(machine, last, 10)
  if (limit === null) return { commit: null, ...machine.spent() }
  const counts = {
    yes: new Float64Array(last + 1),
    total: new Float64Array(last + 1),
    prior: new Float64Array(last + 1).fill(1),
  }
  let built = -1
  for (let tests = 0; tests < MOST_TESTS; tests++) {
    const post = distribution(counts)
    const best = post.reduce((most, p, b) => (p > (post[most] as number) ? b : most), 0)
    if ((post[best] as number) >= confidence) return { commit: best, ...machine.spent() }
    const at = select(counts, post)
    if (at !== built && !machine.build(at)) {
      counts.prior[at] = 1e-300
      continue
    }
    built = at
    counts.total[at] = (counts.total[at] as number) + 1
    if (machine.run(at) > limit) counts.yes[at] = (counts.yes[at] as number) + 1
  }
  return { commit: null, ...machine.spent() }
}
