// Nights in a directory of the machine, for a server that has no artifacts.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { root, scratch } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'

describe('nights on a server that cannot keep artifacts', () => {
  let bed: TestBed
  const directory = join(scratch(), 'history')

  beforeAll(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    const nightly = quickExample('nightly/bench.yml').replace(/^( +)command:/m, `$1history: ${directory}\n$&`)
    bed.repository.commit({ files: { [workflow]: nightly, ...suiteFiles({ 'access-log': 100 }) } })
  })

  afterAll(() => bed.close())

  it('are kept and shown in the directory that history names', async () => {
    const settings = {
      workflow,
      permissions: { contents: 'read', actions: 'read' } as const,
      env: { GITHUB_SERVER_URL: 'https://github.example.com' },
      expectedCode: 0,
    }
    await bed.schedule(settings)
    const second = await bed.schedule(settings)
    expect(second.log).toMatch(/This server cannot keep results/)
    expect(outputsOf(second)).toMatchObject({ changes: '[]', 'trend-path': join(directory, 'trend.html') })
    expect(second.summary).toMatch(/2 nights/)
    expect(readdirSync(directory)).toContain('trend.html')
  }, 400_000)

  it('fail where nothing keeps them', async () => {
    const nightly = quickExample('nightly/bench.yml')
    bed.repository.commit({ files: { [workflow]: nightly } })
    const { log } = await bed.schedule({
      workflow,
      permissions: { contents: 'read', actions: 'read', issues: 'write' },
      env: { GITHUB_SERVER_URL: 'https://github.example.com' },
      expectedCode: 1,
    })
    expect(log).toMatch(
      /the night is lost: this server keeps no artifacts .* set the input history to a directory/,
    )
  }, 400_000)
})
