// A long history: real ones one after the other, each begun at the level at which the one before ended. Real noise, real
// steps and real gaps; only the joints are made.
import type { RealHistory, RealSeries } from './parse.ts'

/** The values at a joint whose medians are made equal. */
const JOINT = 10

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 1

/** The values of a series, times what makes them begin at `level`; and the level at which they end. */
function continued(values: (number | null)[], level: number): { values: (number | null)[]; level: number } {
  const there = values.filter(value => value !== null && value > 0) as number[]
  const factor = level / middle(there.slice(0, JOINT))
  return {
    values: values.map(value => (value === null ? null : value * factor)),
    level: factor * middle(there.slice(-JOINT)),
  }
}

/** `count` series of `nights` nights. Each is made of other real ones, in the order of their suites. */
export function longHistory(suites: RealHistory[], count: number, nights: number): RealSeries[] {
  return Array.from({ length: count }, (_, index) => {
    let [level, values]: [number, (number | null)[]] = [1000, []]
    for (let part = index; values.length < nights; part++) {
      const { series } = suites[part % suites.length] as RealHistory
      const next = continued((series[part % series.length] as RealSeries).values, level)
      values = [...values, ...next.values]
      level = next.level
    }
    return { name: `long ${index}`, unit: 'ns', values: values.slice(0, nights) }
  })
}
