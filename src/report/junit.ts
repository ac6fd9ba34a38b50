// A comparison as JUnit XML, which most CI servers show as tests: a row that fails is a failure, a row without an
// answer is skipped.
import {
  type Comparison,
  comparedVerdicts,
  type FamilyMember,
  type Row,
  undecidedVerdicts,
} from '../model/index.ts'
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

/** A test suite with one test, which fails since the sides could not be compared. */
function refusedSuite(suite: string, problem: string): string[] {
  const failure = `<failure ${attribute('message', 'cannot be compared')} type="error">${escapeHtml(problem)}</failure>`
  return [
    `  <testsuite ${attribute('name', suite)} tests="1" failures="1" skipped="0">`,
    `    <testcase ${attribute('classname', suite)} name="comparison">${failure}</testcase>`,
    '  </testsuite>',
  ]
}

function comparedSuite(suite: string, comparison: Comparison): string[] {
  const { rows, explanation } = comparison
  const { symbol, title } = answer(comparison)
  const fails = symbol === '✗'
  const names = namesWithMetric(rows)
  const cases = rows.map((row, i) => {
    const name = attribute('name', names[i] ?? '')
    return `    <testcase ${attribute('classname', suite)} ${name}>${outcome(row)}</testcase>`
  })
  const whole = fails
    ? `<failure ${attribute('message', title)} ${attribute('type', comparison.outcome)}>${escapeHtml(explanation)}</failure>`
    : `<system-out>${escapeHtml(title)}</system-out>`
  const all = [
    `    <testcase ${attribute('classname', suite)} name="comparison">${whole}</testcase>`,
    ...cases,
  ]
  const counts = [
    `tests="${all.length}"`,
    `failures="${rows.filter(row => row.fails).length + (fails ? 1 : 0)}"`,
    `skipped="${rows.filter(isSkipped).length}"`,
  ].join(' ')
  return [`  <testsuite ${attribute('name', suite)} ${counts}>`, ...all, '  </testsuite>']
}

/** For each suite a test suite: a test for each row, and one for the comparison, which fails where nothing was established. */
export function renderJunit(suites: ({ suite: string } & FamilyMember)[]): string {
  const texts = suites.flatMap(each =>
    each.comparison === null
      ? refusedSuite(each.suite, each.problem)
      : comparedSuite(each.suite, each.comparison),
  )
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...texts, '</testsuites>', ''].join('\n')
}
