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
    return parsedTests(tests, 'JUnit XML')
  },
}

/** A test that failed may have a time too, which says nothing about speed. */
function testOf(testcase: Element, above: Element[], source: string): Test {
  const { attributes, children } = testcase
  // Node.js gives every test the class `test`; its suites say where it is.
  const suites = above.map(suite => suite.attributes.name ?? '').filter(Boolean)
  const group = attributes.classname === 'test' ? suites.join('/') : attributes.classname
  const place = suites.at(-1)
  const own = { name: nameIn(group, attributes.name ?? ''), ...(place !== undefined && { place }) }
  const fault = children.find(child => child.name === 'failure' || child.name === 'error')
  if (fault) return { ...own, failed: 'it failed', message: fault.attributes.message ?? fault.text }
  const isSkipped = children.some(child => child.name === 'skipped')
  if (isSkipped || /^(?:notrun|disabled)$/.test(attributes.status ?? '')) return { ...own, skipped: true }
  // Surefire writes 1,234.567 from a thousand seconds on.
  return { ...own, seconds: numberIn(testcase, 'time', source) }
}
