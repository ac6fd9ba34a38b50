// TRX, dotnet test --logger trx (https://learn.microsoft.com/dotnet/core/tools/dotnet-test): one duration per test and
// process. Tests of one name are told apart by their class.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { numberOf } from '../numbers.ts'
import { descendants, type Element, xmlRoot } from '../xml/elements.ts'
import { nameIn, parsedTests, type Test } from './outcome.ts'

const HINT = 'run dotnet test with --logger trx'
const DURATION = /^(?:(?<days>\d+)\.)?(?<hours>\d\d):(?<minutes>\d\d):(?<seconds>\d\d(?:\.\d+)?)$/

export const trx: Format = {
  name: 'trx',
  title: 'TRX of dotnet test',
  recognises: text => /<UnitTestResult[\s>]/.test(text) && /(?:^|\?>)[ \t]*<TestRun[\s>]/m.test(text),
  parse: (text, source) => {
    const root = xmlRoot(text, source, ['TestRun'], HINT)
    const classes = classesIn(root)
    const results = [...descendants(root, 'UnitTestResult')].map(({ element }) => element)
    // A test with data has results below it: those count as tests, and not the test itself.
    const leaves = results.filter(({ children }) => !children.some(({ name }) => name === 'InnerResults'))
    return parsedTests(
      leaves.map(result => testOf(result, classes, source)),
      'dotnet test',
    )
  },
}

/** The class of each test, by the test's id. */
function classesIn(root: Element): Map<string, string> {
  const tests = [...descendants(root, 'UnitTest')].map(({ element }) => element)
  return new Map(
    tests.map(({ attributes, children }) => {
      const method = children.find(({ name }) => name === 'TestMethod')
      return [attributes.id ?? '', method?.attributes.className ?? '']
    }),
  )
}

function testOf(result: Element, classes: Map<string, string>, source: string): Test {
  const { testName = '', testId = '', outcome = '', duration } = result.attributes
  const name = nameIn(classes.get(testId), testName)
  if (/^(?:Failed|Error|Timeout|Aborted|Disconnected)$/.test(outcome)) {
    const [message] = descendants(result, 'Message')
    return { name, failed: `its outcome is ${outcome}`, message: message?.element.text ?? '' }
  }
  if (outcome !== 'Passed') return { name, skipped: true }
  const { days = '0', hours, minutes, seconds } = DURATION.exec(duration ?? '')?.groups ?? {}
  if (seconds !== undefined) {
    const where = `${source}, line ${result.line}: the duration of '${name}'`
    const parts = [days, hours, minutes, seconds].map(part => numberOf(part, where))
    const [d = 0, h = 0, m = 0, s = 0] = parts
    const total = ((d * 24 + h) * 60 + m) * 60 + s
    return { name, seconds: total }
  }
  const found = duration === undefined ? 'missing' : JSON.stringify(duration.slice(0, 40))
  throw new InputError(
    `${source}, line ${result.line}: the duration of '${name}' is ${found}, expected hh:mm:ss.fff`,
  )
}
