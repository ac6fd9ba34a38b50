// The lines that ctest prints (https://cmake.org/cmake/help/latest/manual/ctest.1.html), in steps of 10 ms. Its
// --output-junit has more digits.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'
import { brokeOff } from '../output-problems.ts'
import { plainText, tableLines } from '../plain-text.ts'
import { parsedTests, type Test } from './outcome.ts'

const RESULT =
  /^ *\d+\/\d+ Test +#\d+: (?<name>.+?) \.*(?:(?<passed> +Passed)|\*{3}(?<status>\S.*?)) +(?<seconds>\d+[.,]\d\d) sec/
/** A line that is meant as one: a test must not be lost because its line is damaged. */
const LIKE_RESULT = /(?:^|\s)Test +#.* sec\b/
const END = /^Total Test time \(real\) = +[\d.]+ sec$/m

export const ctest: Format = {
  name: 'ctest',
  title: 'ctest',
  recognises: text => / Test +#\d+: /.test(text) && tableLines(text).some(line => RESULT.test(line)),
  parse,
}

function parse(text: string, source: string): Parsed {
  const parsed = parsedTests(
    tableLines(text).flatMap((line, i) => testIn(line, `${source}, line ${i + 1}`)),
    'ctest',
  )
  if (!END.test(plainText(text)))
    parsed.warnings.push(brokeOff('ctest-no-end', source, 'Total Test time', 'tests'))
  return parsed
}

function testIn(line: string, where: string): Test[] {
  const { name, passed, status = '', seconds } = RESULT.exec(line)?.groups ?? {}
  if (name === undefined && LIKE_RESULT.test(line))
    throw new InputError(
      `${where}: ${shown(line.trim())} is not a result of ctest; run it with --output-junit FILE`,
    )
  if (name === undefined) return []
  if (passed !== undefined) return [{ name, seconds: numberOf(seconds, where) }]
  const isSkipped = status.startsWith('Not Run (Disabled)') || status.startsWith('Skipped')
  return [isSkipped ? { name, skipped: true } : { name, failed: `ctest says ${status.trim()}` }]
}
