// A comparison as JUnit XML, which most CI servers show as tests: a row that fails is a failure, a row without an
// answer is skipped.
import { comparedVerdicts, type FamilyMember, type Row, undecidedVerdicts } from '../model/index.ts'
import { escapeHtml } from './html/escape.ts'
import { answer } from './words/answer/answer.ts'
import { changeText, namesWithMetric } from './words/rows/row.ts'

/** `escapeHtml` leaves nothing that XML 1.0 does not allow: what cannot be seen is written out. */
const attribute = (name: string, value: string) => `${name}="${escapeHtml(value)}"`

const isSkipped = ({ verdict, fails }: Row) =>
  !fails && (undecidedVerdicts.includes(verdict) || !comparedVerdicts.includes(verdict))

function outcome(row: Row): string {
  const change = comparedVerdicts.includes(row.verdict) ? changeText(row) : null
  const message = attribute('message', [row.verdict, change, row.reason].filter(Boolean).join(': '))
  if (row.fails) return `<failure ${message} ${attribute('type', row.verdict)}/>`
  return isSkipped(row) ? `<skipped ${message}/>` : `<system-out>${escapeHtml(row.verdict)}</system-out>`
}

const failureXml = (message: string, type: string, text: string) =>
  `<failure ${attribute('message', message)} ${attribute('type', type)}>${escapeHtml(text)}</failure>`

/** A test suite of these cases; the first one is the comparison itself, and fails where `failed`. */
function suiteXml(suite: string, rows: Row[], failed: boolean, whole: string): string[] {
  const names = namesWithMetric(rows)
  const testCase = (name: string, text: string) =>
    `    <testcase ${attribute('classname', suite)} ${attribute('name', name)}>${text}</testcase>`
  const cases = [
    testCase('comparison', whole),
    ...rows.map((row, i) => testCase(names[i] ?? '', outcome(row))),
  ]
  const failures = rows.filter(row => row.fails).length + (failed ? 1 : 0)
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${rows.filter(isSkipped).length}"`
  return [`  <testsuite ${attribute('name', suite)} ${counts}>`, ...cases, '  </testsuite>']
}

/** Without a comparison one test, which fails since the sides could not be compared. */
function suiteOf({ suite, comparison, problem }: { suite: string } & FamilyMember): string[] {
  if (comparison === null)
    return suiteXml(suite, [], true, failureXml('cannot be compared', 'error', problem))
  const { rows, explanation } = comparison
  const { symbol, title } = answer(comparison)
  const failed = symbol === '✗'
  const whole = failed
    ? failureXml(title, comparison.outcome, explanation)
    : `<system-out>${escapeHtml(title)}</system-out>`
  return suiteXml(suite, rows, failed, whole)
}

/** For each suite a test suite: a test for each row, and one for the comparison, which fails where nothing was established. */
export const renderJunit = (suites: ({ suite: string } & FamilyMember)[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...suites.flatMap(suiteOf),
    '</testsuites>',
    '',
  ].join('\n')
