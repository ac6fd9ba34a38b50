// Deterministic metrics (instruction counts, sizes) need no test: two constants are equal or they are not.

/** Whether both sides have the same value, and b / a: 1 for equal sides, null when only a is zero. */
export type ExactComparison = { equal: boolean; ratio: number | null }

/** Compares sides whose values are all identical within the side (raw scale); null when a side varies or is empty. */
export function exactComparison(a: number[], b: number[]): ExactComparison | null {
  const [first, second] = [a[0], b[0]]
  if (first === undefined || second === undefined) return null
  if (a.some(value => value !== first) || b.some(value => value !== second)) return null
  if (first === second) return { equal: true, ratio: 1 }
  return { equal: false, ratio: first === 0 ? null : second / first }
}
