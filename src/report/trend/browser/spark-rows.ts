// Draws the sparkline of a row when it is about to be seen, and all of them for print.
import { whenSeen } from '../../html/browser/when-seen.ts'
import { decodePoints, type PageData, type PageNight, type PageSeries } from './page-data.ts'
import { type SparkTime, sparkline } from './sparkline.ts'

function sparkTime(data: PageData, machine: string): SparkTime {
  const at = data.nights.map(night => night.at)
  const those = (is: (night: PageNight) => boolean): number[] =>
    data.nights.flatMap((night, i) => (night.machine === machine && is(night) ? [i] : []))
  return {
    at,
    from: at[0] ?? 0,
    to: at.at(-1) ?? 0,
    events: those(night => night.testbed.length > 0),
    disturbed: those(night => night.disturbed),
  }
}

/** Takes over the sparklines of these rows. */
export function drawSparklines(rows: { element: Element; series: PageSeries }[], data: PageData): void {
  const times = new Map(data.series.map(({ machine }) => [machine, sparkTime(data, machine)]))
  const seriesOf = new Map(rows.map(({ element, series }) => [element, series]))
  whenSeen([...seriesOf.keys()], '300px', row => {
    const series = seriesOf.get(row)
    const time = times.get(series?.machine ?? '')
    const place = row.querySelector('.spark')
    if (series && time && place) place.innerHTML = sparkline(series, decodePoints(series, data), time)
  })
}
