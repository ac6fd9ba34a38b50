// How many runs are enough, by halving.

/** The smallest integer from 2 to `maximum` that is enough, or null; what is enough must stay so for more. */
export function smallestCount(maximum: number, isEnough: (count: number) => boolean): number | null {
  if (!isEnough(maximum)) return null
  let [low, high] = [2, maximum]
  while (low < high) {
    const count = (low + high) >> 1
    if (isEnough(count)) high = count
    else low = count + 1
  }
  return low
}
