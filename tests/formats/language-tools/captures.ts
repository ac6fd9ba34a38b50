// The captures of benchmark libraries that print reports of their own, and what is read of them.
import { checkSamples } from '../../../src/formats/check-samples.ts'
import { formatNamed } from '../../../src/formats/index.ts'
import { ownNames } from '../../../src/formats/tell-apart.ts'
import { fixtures } from '../fixtures.ts'

export const textOf = (format: string, file: string) =>
  fixtures.find(each => each.format === format && each.file === file)?.text ?? ''
export const parsed = (format: string, text: string) =>
  checkSamples(ownNames(formatNamed(format).parse(text, 'out'), { name: format }), 'out')
export const rowsOf = (format: string, text: string) =>
  parsed(format, text).samples.map(
    ({ name, metric, unit, better, runs }) =>
      `${name} (${metric}): ${runs.flat().map(value => Number(value.toPrecision(6)))} ${unit} ${better}`,
  )

export const BENCHEE = textOf('benchee', 'plain-1.5.0.txt')
export const SORT = textOf('benchee', 'sort-1.5.0.txt')
export const ZBENCH = textOf('zbench', 'zbench-0.13.0.txt')
export const DRIVER = textOf('benchmark-driver', 'compare-0.17.0.txt')
export const RUBIES = textOf('benchmark-driver', 'rubies-0.17.0.txt')
export const KOTLINX = textOf('kotlinx-benchmark', 'hand-native.json')
export const SWIFT = textOf('package-benchmark', 'hand-tables.txt')
export const SWIFT_JMH = textOf('package-benchmark', 'hand-jmh.json')
export const CORE = textOf('core-bench', 'hand-table.txt')
export const CORE_ASCII = textOf('core-bench', 'hand-ascii.txt')
export const CORE_SEXP = textOf('core-bench', 'hand-sexp.txt')
export const BECHAMEL = textOf('bechamel', 'hand-bechamel-notty.txt')
export const BECHAMEL_JS = textOf('bechamel', 'hand-bechamel-js.json')
export const LIT = textOf('lit', 'lit-23.1.5.json')
export const CACHES = textOf('cachegrind', 'caches-3.19.0.out')
export const ANNOTATED = textOf('cachegrind', 'caches-annotated-3.19.0.txt')
