// Finds throughput that tools derive from the time of the same benchmark: it says nothing more than that time.
import { grouped } from '../../../grouped.ts'
import { comparedVerdicts, type Row } from '../../../model/index.ts'
import { isTime } from '../../../units.ts'

/** Tools print four digits: `go test` has 12.34 ns/op and 5678.90 MB/s. */
const ROUNDING = 0.001

const isRate = ({ unit, better }: Row) => unit.split('/').slice(1).includes('s') && better === 'higher'

/** Whether time times throughput is the same in every run of both sides. */
function isMirror(rate: Row, time: Row): boolean {
  if (rate.gates || rate.verdict !== time.verdict || !comparedVerdicts.includes(rate.verdict)) return false
  const products = (['baseline', 'candidate'] as const).flatMap(side => {
    const [rates, times] = [rate.values[side], time.values[side]]
    return rates.length === times.length ? rates.map((value, i) => value * (times[i] ?? 0)) : [Number.NaN]
  })
  const [low, high] = [Math.min(...products), Math.max(...products)]
  return products.length > 0 && low > 0 && high / low <= 1 + 2 * ROUNDING
}

/** The rows that mirror the time of their benchmark in every run and in their verdict, with its row; never one that gates. */
export function mirrorOf(rows: Row[]): Map<Row, Row> {
  const isOfTime = ({ unit, better }: Row) => isTime(unit) && better === 'lower'
  const times = grouped(rows.filter(isOfTime), ({ benchmark }) => benchmark)
  const mirrors = rows.filter(isRate).flatMap((rate): [Row, Row][] => {
    const time = times.get(rate.benchmark)?.find(row => isMirror(rate, row))
    return time ? [[rate, time]] : []
  })
  return new Map(mirrors)
}
