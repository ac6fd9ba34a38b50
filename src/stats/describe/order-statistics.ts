// Values in ascending order, and what is read off them by place. The scripts of the pages use these as well, so there is
// no statistics library in here.

/** An ascending copy. */
export function ascending(values: number[]): number[] {
  return values.toSorted((one, other) => one - other)
}

/** The median of ascending values: of an even number the mean of the middle two. */
export function middle(sorted: ArrayLike<number>): number {
  const half = sorted.length >> 1
  const upper = sorted[half] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2
}

/** The least of ascending values that has at least this share of them (below 1) before it; none where there are none. */
export function valueAfter(share: number, sorted: number[]): number | undefined {
  return sorted[Math.floor(share * sorted.length)]
}

/** One of the values, and no mean of two: the middle one, or the upper one of the middle two; none of no values. */
export function upperMedian(values: number[]): number | undefined {
  return valueAfter(0.5, ascending(values))
}

/** The one of the ascending values whose place is nearest to this share of the way; none where there are none. */
export function nearestQuantile(share: number, sorted: number[]): number | undefined {
  return sorted[Math.round(share * (sorted.length - 1))]
}

/** The distance of the quartiles of at least one value: a few values far from the others do not matter. */
export function quartileDistance(values: number[]): number {
  const sorted = ascending(values)
  return (nearestQuantile(0.75, sorted) as number) - (nearestQuantile(0.25, sorted) as number)
}
