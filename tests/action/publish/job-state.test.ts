import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { showSession } from '../../../src/action/publish/job-state.ts'
import { sample, session } from '../../compare/session.ts'

describe('the summary of a branch', () => {
  const directory = mkdtempSync(join(tmpdir(), 'stable-bench-summary-'))
  const file = join(directory, 'summary.md')
  let printed = ''

  beforeEach(() => {
    writeFileSync(file, '')
    process.env.GITHUB_STEP_SUMMARY = file
    printed = ''
    jest.spyOn(process.stdout, 'write').mockImplementation(text => {
      printed += text
      return true
    })
  })
  afterEach(() => {
    jest.restoreAllMocks()
    delete process.env.GITHUB_STEP_SUMMARY
    rmSync(directory, { recursive: true, force: true })
  })

  it('fits into what the runner takes, however long the names are; the log has the rest', async () => {
    // Two bytes a character.
    const names = Array.from({ length: 100 }, (_, i) => `${i} ${'ü'.repeat(7000)}`)
    await showSession({ name: 'suite' }, session(names.map(name => sample(name, [1, 2]))))
    expect(statSync(file).size).toBeLessThan(1024 * 1024)
    const summary = readFileSync(file, 'utf8')
    expect(summary).toContain('0 ü')
    expect(summary).toMatch(/… \d+ more lines in the log\n```/)
    for (const name of names) expect(printed).toContain(name)
  })
})
