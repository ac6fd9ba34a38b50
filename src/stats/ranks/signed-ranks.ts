// Ranks differences by their size and keeps their signs, zeros after Pratt (1959), JASA 54: they are ranked
// and have no sign. So the signed ranks add up to the Walsh averages above the shift minus those below, with
// any ties.

const { abs, sign } = Math

/**
 * Twice the midranks of the differences that are not zero, ascending, and their sum with the differences'
 * signs.
 */
export type SignedRanks = { doubled: number[]; balance: number; isTied: boolean }

/** The signed ranks of finite `differences` − `shift`, doubled so that midranks are integers. */
export function signedRanks(differences: number[], shift = 0): SignedRanks {
  const shifted = differences.map(difference => difference - shift)
  shifted.sort((x, y) => abs(x) - abs(y))
  const doubled: number[] = []
  let [balance, isTied, start] = [0, false, 0]
  while (start < shifted.length) {
    const size = abs(shifted[start] as number)
    let end = start
    while (end < shifted.length && abs(shifted[end] as number) === size) end++
    if (end - start > 1 || size === 0) isTied = true
    for (let i = start; i < end && size > 0; i++) {
      doubled.push(start + 1 + end)
      balance += sign(shifted[i] as number) * (start + 1 + end)
    }
    start = end
  }
  return { doubled, balance, isTied }
}
