import { describe, expect, it } from '@jest/globals'
import { ctest } from '../../../src/formats/testing/ctest.ts'
import { junit } from '../../../src/formats/testing/junit.ts'
import { trx } from '../../../src/formats/testing/trx.ts'
import { refusal } from '../refusal.ts'

const suite = (tests: string) => `<testsuite name="s">\n${tests}\n</testsuite>`

describe('JUnit XML', () => {
  it.each([
    ['<testcase name="a"/>', 'out.xml, line 2: time of <testcase> is missing, expected a number'],
    [
      '<testcase name="a" time="1,5"/>',
      'out.xml, line 2: time of <testcase>: "1,5" may be 1.5 or 15; print it without separators, such as with LC_ALL=C',
    ],
    ['<testcase name="a" time="1">', 'out.xml, line 3: is not XML: unexpected close tag; expected JUnit XML'],
  ])('refuses %s', (tests, message) => {
    expect(refusal(() => junit.parse(suite(tests), 'out.xml'))).toBe(message)
  })

  it('reads the thousands of Surefire', () => {
    const { samples } = junit.parse(suite('<testcase classname="c.T" name="a" time="1,234.5"/>'), 'x')
    expect(samples).toMatchObject([{ name: 'c.T/a', unit: 's', runs: [[1234.5]] }])
  })

  it('puts the class in front of a name, unless the name begins with it', () => {
    const names = [
      ['list', 'list.sort'],
      ['a', 'add'],
      ['b', 'b'],
    ]
    const tests = names.map(([group, name]) => `<testcase classname="${group}" name="${name}" time="1"/>`)
    const { samples } = junit.parse(suite(tests.join('')), 'x')
    expect(samples.map(({ name }) => name)).toEqual(['list.sort', 'a/add', 'b'])
  })

  it('a test without a message fails with what it printed', () => {
    const failed = '<testcase name="a" time="1"><error>\n no file\nat b</error></testcase>'
    expect(junit.parse(suite(failed), 'x').failures).toEqual([
      { name: 'a', place: 's', reason: 'it failed: no file', quotes: true },
    ])
  })
})

describe('TRX', () => {
  const result = (attributes: string) =>
    trx.parse(
      `<TestRun><Results>\n<UnitTestResult testName="a" ${attributes}/></Results></TestRun>`,
      'out.trx',
    )

  it.each([
    ['outcome="Passed"', "out.trx, line 2: the duration of 'a' is missing, expected hh:mm:ss.fff"],
    [
      'outcome="Passed" duration="3 s"',
      `out.trx, line 2: the duration of 'a' is "3 s", expected hh:mm:ss.fff`,
    ],
  ])('refuses %s', (attributes, message) => {
    expect(refusal(() => result(attributes))).toBe(message)
  })

  it('reads days', () => {
    expect(result('outcome="Passed" duration="1.00:00:00.5"').samples).toMatchObject([{ runs: [[86400.5]] }])
  })
})

it('ctest: a broken test is a failure, and a missing end is said', () => {
  const lines =
    '1/2 Test #1: a b ....***Exception: SegFault  0.12 sec\n 2/2 Test #12: c ......   Passed    2.50 sec\n'
  expect(ctest.parse(lines, 'x')).toMatchObject({
    samples: [{ name: 'c', runs: [[2.5]] }],
    failures: [{ name: 'a b', reason: 'ctest says Exception: SegFault' }],
    warnings: [{ code: 'ctest-no-end' }],
  })
})
