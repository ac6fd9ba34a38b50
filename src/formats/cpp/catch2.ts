// Catch2 (https://github.com/catchorg/Catch2/blob/devel/docs/benchmarks.md), its XML and its console output: the mean
// of each benchmark in a process, in nanoseconds. A benchmark is named by its test case, the sections it is in, and
// itself.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed, ParsedFailure } from '../format.ts'
import { descendants, type Element, numberIn, xmlRoot } from '../xml/elements.ts'
import { isConsole, parseConsole, testCaseFailed } from './catch2-console.ts'

const HINT = 'run it with --reporter xml'
const XML = /<BenchmarkResults name="/

export const catch2: Format = {
  name: 'catch2',
  title: 'Catch2',
  recognises: text => XML.test(text) || isConsole(text),
  parse: (text, source) => (isConsole(text) ? parseConsole(text, source) : parseXml(text, source)),
}

function parseXml(text: string, source: string): Parsed {
  const root = xmlRoot(text, source, ['Catch2TestRun', 'Catch'], HINT)
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  for (const { element, above } of descendants(root, 'BenchmarkResults'))
    addResult(parsed, element, above, source)
  parsed.failures.push(...failedTestCases(root))
  return parsed
}

const isNamed = ({ name }: Element) => name === 'TestCase' || name === 'Section'

function addResult({ samples, failures }: Parsed, result: Element, above: Element[], source: string): void {
  const name = [...above.filter(isNamed), result].map(({ attributes }) => attributes.name ?? '').join('/')
  const failed = result.children.find(child => child.name === 'failed')
  if (failed) {
    const reason = `it failed: ${failed.attributes.message ?? 'Catch2 does not say why'}`
    return void failures.push({ name, reason, quotes: true })
  }
  const mean = result.children.find(child => child.name === 'mean')
  if (!mean)
    throw new InputError(`${source}, line ${result.line}: the benchmark '${name}' has no mean; ${HINT}`)
  const runs = [[numberIn(mean, 'value', source)]]
  samples.push({ name, metric: 'time', unit: 'ns', better: 'lower', runs })
}

/**
 * The test cases that failed, since one may end before its later benchmarks. One with a failed benchmark is listed
 * already.
 */
function failedTestCases(root: Element): ParsedFailure[] {
  return [...descendants(root, 'TestCase')].flatMap(({ element }) => {
    const result = element.children.find(({ name }) => name === 'OverallResult')
    const hasFailed = [...descendants(element, 'failed')].length > 0
    if (result?.attributes.success !== 'false' || hasFailed) return []
    return [testCaseFailed(element.attributes.name ?? '')]
  })
}
