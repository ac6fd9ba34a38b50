// The Walsh averages, the steps of the signed ranks on a shift; their median is the Hodges-Lehmann estimate
// of the centre. Walsh (1949), JASA 44; Hodges & Lehmann (1963), Ann. Math. Stat. 34.
import { middle } from './hodges-lehmann.ts'

/** The n(n + 1)/2 means of two values, each value also with itself, sorted ascending. */
export function walshAverages(values: number[]): Float64Array {
  const averages = new Float64Array((values.length * (values.length + 1)) / 2)
  let next = 0
  values.forEach((x, i) => {
    averages[next++] = x
    for (let j = 0; j < i; j++) averages[next++] = (x + (values[j] as number)) / 2
  })
  return averages.sort()
}

/** The centre of at least one value: the median of its Walsh averages. */
export function hodgesLehmannCentre(values: number[]): number {
  if (values.length === 0) throw new RangeError('a centre needs at least one value')
  return middle(walshAverages(values))
}
