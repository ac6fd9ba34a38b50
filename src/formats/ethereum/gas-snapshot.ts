// `.gas-snapshot` of Foundry (https://book.getfoundry.sh/forge/gas-snapshots): the gas of each test, the median of a fuzz or
// invariant test. The same code and compiler use the same gas, so one run is enough.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'
import { tableLines } from '../plain-text.ts'

const RESULT =
  /^(?<name>\S+:\w+\(.*\)) \((?:gas: (?<gas>\d+)|runs: \d+, μ: \d+, ~: (?<median>\d+)|runs: \d+, calls: \d+, reverts: \d+)\)$/
/** A line that is meant as one: a test must not be lost because its line is damaged. */
const LIKE_RESULT = /^\S+:\w+\(.*\) \((?:gas|runs): /

export const gasSnapshot: Format = {
  name: 'gas-snapshot',
  title: '.gas-snapshot (Foundry)',
  recognises: text => text.includes(') (') && tableLines(text).some(line => RESULT.test(line)),
  parse: (text, source) => {
    const samples = tableLines(text).flatMap((line, i) => {
      const where = `${source}, line ${i + 1}`
      const { name, gas, median } = RESULT.exec(line)?.groups ?? {}
      if (name === undefined && LIKE_RESULT.test(line))
        throw new InputError(`${where}: ${shown(line)} is not a result of forge snapshot; run it again`)
      const value = gas ?? median
      // An invariant test counts calls, and no gas.
      if (name === undefined || value === undefined) return []
      return [
        { name, metric: 'gas', unit: 'gas', better: 'lower' as const, runs: [[numberOf(value, where)]] },
      ]
    })
    return { samples, failures: [], warnings: [] }
  },
}
