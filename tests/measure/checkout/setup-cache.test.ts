import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { setupCache } from '../../../src/measure/checkout/setup-cache.ts'
import { directory } from '../git-fixtures.ts'

const sha = (i: number) => i.toString(16).padStart(40, '0')

describe('the cache of the setup command', () => {
  it('is one directory per commit, found again by the next job', () => {
    const parent = join(directory(), 'cache')
    writeFileSync(join(setupCache(parent, sha(1)), 'built'), 'yes')
    expect(existsSync(join(setupCache(parent, sha(1)), 'built'))).toBe(true)
    expect(existsSync(join(setupCache(parent, sha(2)), 'built'))).toBe(false)
  })

  it('keeps the ten that were used last, and touches nothing else', () => {
    const parent = directory()
    mkdirSync(join(parent, 'not ours'))
    for (let i = 1; i <= 12; i++) utimesSync(setupCache(parent, sha(i)), i, i)
    utimesSync(join(parent, sha(3)), 100, 100)
    setupCache(parent, sha(99))
    const kept = readdirSync(parent)
    expect(kept).toHaveLength(11)
    expect(kept).toEqual(expect.arrayContaining(['not ours', sha(3), sha(12), sha(99)]))
    expect(kept).not.toContain(sha(4))
  })
})
