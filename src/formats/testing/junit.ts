// JUnit XML, as test runners write it (https://github.com/testmoapp/junitxml): one time per test and process, in seconds.
import type { Format } from '../format.ts'
import { descendants, type Element, numberIn, xmlRoot } from '../xml/elements.ts'
import { nameIn, parsedTests, type Test } from './outcome.ts'

const HINT = 'expected JUnit XML'

export const junit: Format = {
  name: 'junit',
  title: 'JUnit XML',
  recognises: text => /<testcase[\s>]/.test(text) && /(?:^|\?>)[ \t]*<testsuites?[\s>]/m.test(text),
  parse: (text, source) => {
    const root = xmlRoot(text, source, ['testsuites', 'testsuite'], HINT)
    const tests = [...descendants(root, 'testcase')].map(({ element, above }) =>
      testOf(element, above, source),
    )
    return parsedTests(inFiles(tests), 'JUnit XML')
  },
}

type FiledTest = Test & { file: string | undefined }

/** The tests, with their file as the place of those that neither their name nor their suite tells apart. */
function inFiles(tests: FiledTest[]): Test[] {
  const keyOf = ({ name, place }: Test) => JSON.stringify([place, name])
  const filesOf = new Map<string, Set<string | undefined>>()
  for (const test of tests) filesOf.set(keyOf(test), (filesOf.get(keyOf(test)) ?? new Set()).add(test.file))
  return tests.map(({ file, ...test }) =>
    file !== undefined && (filesOf.get(keyOf(test))?.size ?? 0) > 1 ? { ...test, place: file } : test,
  )
}

/** A test that failed may have a time too, which says nothing about speed. */
function testOf(testcase: Element, above: Element[], source: string): FiledTest {
  const { attributes, children } = testcase
  // Node.js gives every test the class `test`; its suites say where it is.
  const suites = above.map(suite => suite.attributes.name ?? '').filter(Boolean)
  const group = attributes.classname === 'test' ? suites.join('/') : attributes.classname
  const place = suites.at(-1)
  const file = attributes.file ?? above.findLast(suite => suite.attributes.file)?.attributes.file
  const own = { name: nameIn(group, attributes.name ?? ''), file, ...(place !== undefined && { place }) }
  const fault = children.find(child => child.name === 'failure' || child.name === 'error')
  if (fault) return { ...own, failed: 'it failed', message: fault.attributes.message ?? fault.text }
  const isSkipped = children.some(child => child.name === 'skipped')
  if (isSkipped || /^(?:notrun|disabled)$/.test(attributes.status ?? '')) return { ...own, skipped: true }
  // Surefire writes 1,234.567 from a thousand seconds on.
  return { ...own, seconds: numberIn(testcase, 'time', source) }
}
