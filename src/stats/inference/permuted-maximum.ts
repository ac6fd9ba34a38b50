// Many differences between the same two groups of runs, tested together: by how large the largest of them is where the runs are dealt to
// the groups anew. Asks nothing of how the values vary, or depend on each other: Westfall and Young (1993), Resampling-Based Multiple
// Testing, algorithm 2.8 (step-down maxT).
import { seededUniform } from '../distributions/seeded-uniform.ts'

const SEED = 1
/** So many ways to deal are tried, or all of them where there are no more. */
const DEALS = 2000

// Looked up once: test runners make every use of a global slow.
const { abs, floor, max, sqrt } = Math

/** All ways to choose `size` of `count` runs, as far as there are at most DEALS; else null. */
function allChoices(count: number, size: number): number[][] | null {
  let choices: number[][] = [[]]
  for (let i = 0; i < count; i++) {
    const left = count - i - 1
    choices = choices.flatMap(chosen => [
      ...(chosen.length < size ? [[...chosen, i]] : []),
      ...(chosen.length + left >= size ? [chosen] : []),
    ])
    if (choices.length > DEALS) return null
  }
  return choices
}

/** The runs as they are, and DEALS − 1 ways by chance. */
function choicesByChance(count: number, size: number): number[][] {
  const random = seededUniform(SEED)
  const order = Array.from({ length: count }, (_, i) => i)
  const made = [order.slice(0, size)]
  while (made.length < DEALS) {
    for (let i = 0; i < size; i++) {
      const other = i + floor(random() * (count - i))
      const kept = order[i] as number
      order[i] = order[other] as number
      order[other] = kept
    }
    made.push(order.slice(0, size))
  }
  return made
}

/** One quantity: its values in the runs of both groups, and the variance that a run has at least. */
export type Quantity = { a: number[]; b: number[]; leastVariance: number }

type Sums = { values: number[]; least: number; sum: number; squares: number }

/** |t| as Welch has it, where the runs `chosen` are the first group. */
function statistic({ values, least, sum, squares }: Sums, chosen: number[]): number {
  const [n, m] = [chosen.length, values.length - chosen.length]
  let [own, ownSquares] = [0, 0]
  for (const i of chosen) {
    const value = values[i] as number
    own += value
    ownSquares += value * value
  }
  const other = sum - own
  const variance = max(least, (ownSquares - (own * own) / n) / (n - 1)) / n
  const otherVariance = max(least, (squares - ownSquares - (other * other) / m) / (m - 1)) / m
  const gap = abs(own / n - other / m)
  return gap === 0 ? 0 : gap / sqrt(variance + otherVariance)
}

/**
 * The adjusted p-value of each quantity, in their order: the share of the ways to deal the runs to the groups in which the largest
 * difference, of those that are no surer than this one, is as sure. All have the same runs, at least two in each group. Rejecting those at
 * or below a level names one that does not differ in at most that share of cases. With few runs no p is small: of five against five 0.008.
 */
export function permutedMaximumP(quantities: Quantity[]): number[] {
  const [first] = quantities
  if (first === undefined) return []
  const [n, count] = [first.a.length, first.a.length + first.b.length]
  const choices = allChoices(count, n) ?? choicesByChance(count, n)
  const sums = quantities.map(({ a, b, leastVariance }): Sums => {
    // About their mean, so that squares do not swallow what differs.
    const all = [...a, ...b]
    const centre = all.reduce((total, value) => total + value, 0) / count
    const values = all.map(value => value - centre)
    const squares = values.reduce((total, value) => total + value * value, 0)
    return { values, least: leastVariance, sum: values.reduce((total, value) => total + value, 0), squares }
  })
  const asMade = Array.from({ length: n }, (_, i) => i)
  const seen = sums.map(each => statistic(each, asMade))
  const surest = seen.map((_, i) => i).sort((i, j) => (seen[j] as number) - (seen[i] as number))
  const asSure = seen.map(() => 0)
  for (const chosen of choices) {
    let largest = 0
    for (let rank = surest.length - 1; rank >= 0; rank--) {
      const i = surest[rank] as number
      largest = max(largest, statistic(sums[i] as Sums, chosen))
      // Rounding must not make the same value smaller than it was.
      if (largest >= (seen[i] as number) * (1 - 1e-9)) asSure[i] = (asSure[i] as number) + 1
    }
  }
  let least = 0
  const p = seen.map(() => 1)
  for (const i of surest) {
    least = max(least, (asSure[i] as number) / choices.length)
    p[i] = least
  }
  return p
}
