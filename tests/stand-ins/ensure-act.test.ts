import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { actForTests, ensureAct } from './ensure-act.ts'

describe('ensureAct', () => {
  it('says in one line what to install when act is not built and go is missing', async () => {
    const cache = mkdtempSync(join(tmpdir(), 'stable-bench-cache-'))
    const env = { PATH: cache, XDG_CACHE_HOME: cache }
    const said: string[] = []
    await expect(ensureAct(env)).rejects.toThrow(/^act 0\.2\.89 has to be built .* install Go .*$/)
    await expect(actForTests({ ...env, CI: 'true' })).rejects.toThrow('install Go')
    expect(await actForTests(env, line => said.push(line))).toBeNull()
    expect(said).toEqual([expect.stringMatching(/^skipping .* install Go .*$/)])
    rmSync(cache, { recursive: true })
  })
})
