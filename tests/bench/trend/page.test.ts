// The pages about change points show the results that are stored.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { markdown } from '../../../bench/trend/markdown.ts'
import { summary, withFindings } from '../../../bench/trend/summary.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const findings = JSON.parse(read('bench/trend/results.json'))

describe('the pages about change points', () => {
  it('hold the results of the last run', () => {
    const page = read('docs/change-points.md')
    expect(page).toContain(summary(findings))
    expect(withFindings(page, findings)).toBe(page)
    expect(read('bench/trend/results.md')).toBe(markdown(findings))
  })
})
