import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { markdown, withScores } from '../../../bench/verdicts/markdown.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const findings = JSON.parse(read('bench/verdicts/results.json'))

test('both pages say what was scored', () => {
  expect(read('bench/verdicts/results.md')).toBe(markdown(findings))
  const page = read('docs/statistics.md')
  expect(page).toMatch(/<!-- verdicts -->\n\n\| {2}\| alarms: clean/)
  expect(withScores(page, findings.scores)).toBe(page)
})
