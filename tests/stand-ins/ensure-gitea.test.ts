import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { cachedGitea, ensureGitea, giteaVersion } from './ensure-gitea.ts'

describe('ensureGitea', () => {
  let cache: string
  const env = () => ({ PATH: cache, XDG_CACHE_HOME: cache })

  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), 'stable-bench-cache-'))
  })

  afterEach(() => rmSync(cache, { recursive: true }))

  it('says in one line what to install when Gitea is not built and go is missing, and leaves nothing', async () => {
    await expect(ensureGitea(env())).rejects.toThrow(/^Gitea 1\.26\.0 has to be built .* install Go$/)
    expect(cachedGitea(env())).toBeNull()
    expect(readdirSync(join(cache, 'stable-bench'))).toEqual([])
  })

  it("gives go's reason when it does not build", async () => {
    writeFileSync(join(cache, 'go'), '#!/bin/sh\necho first >&2\necho "no such module" >&2\nexit 1\n', {
      mode: 0o755,
    })
    await expect(ensureGitea(env())).rejects.toThrow('Gitea 1.26.0 could not be built: no such module')
  })

  it('takes what is in the cache, and nothing that is incomplete', async () => {
    const directory = join(cache, 'stable-bench', `gitea-${giteaVersion}`)
    mkdirSync(directory, { recursive: true })
    expect(cachedGitea(env())).toBeNull()
    writeFileSync(join(directory, 'gitea'), '')
    expect(await ensureGitea(env())).toBe(directory)
  })
})
