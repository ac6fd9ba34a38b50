// What criterion prints for people: an estimate of the time of each benchmark, `sort/a   time:   [22.3 ns 28.0 ns 35.3 ns]`.
// A long name has a line of its own. The lines below `change:` compare with an earlier run.
import { InputError } from '../../model/index.ts'
import type { Parsed, ParsedSample } from '../format.ts'
import { numberOf } from '../numbers.ts'
import { hasLine, tableLines } from '../plain-text.ts'
import { cargoTarget } from './libtest.ts'

const TIME = /^(?<name>\S.*?)? +time: +\[\S+ [pnµum]?s (?<value>\S+) (?<unit>[pnµum]?s) \S+ [pnµum]?s\] *$/

/** An estimate, readable or not: changes against an earlier run are in percent. */
const ESTIMATE = /(?:^|\s)time: +\[[^%]*$/

export const isCriterionConsole = (text: string): boolean => hasLine(text, ' time: ', TIME)

/** Throws an InputError for a number that is none, and for a time without a name. */
export function parseCriterionConsole(text: string, source: string): Parsed {
  const samples: ParsedSample[] = []
  let above = ''
  let target: { place?: string } = {}
  for (const [i, line] of tableLines(text).entries()) {
    const place = cargoTarget(line)
    if (place !== undefined) target = { place }
    const { name = above.trim(), value, unit } = TIME.exec(line)?.groups ?? {}
    above = line
    const where = `${source}, line ${i + 1}`
    if (value === undefined || unit === undefined) {
      if (!ESTIMATE.test(line)) continue
      throw new InputError(
        `${where}: three times in brackets expected, as criterion prints them; run it again`,
      )
    }
    if (name === '')
      throw new InputError(`${where}: a time of no benchmark; print all that cargo bench prints`)
    const runs = [[numberOf(value, where)]]
    samples.push({ name, ...target, metric: 'time', unit, better: 'lower', runs })
  }
  return { samples, failures: [], warnings: [] }
}
