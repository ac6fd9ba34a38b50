import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { dropCaches } from '../../../src/measure/process/caches.ts'
import { fakeTree } from '../fake-tree.ts'
import { standInKit } from '../stand-in-kit.ts'

describe('dropping the page cache', () => {
  it('writes to the kernel if that is permitted', async () => {
    const root = fakeTree({ 'proc/sys/vm/drop_caches': '0\n' })
    await dropCaches(null, { root })
    expect(readFileSync(join(root, 'proc/sys/vm/drop_caches'), 'utf8')).toBe('3')
  })

  it('fails with instructions if it is not permitted', async () => {
    await expect(dropCaches(null, { root: fakeTree({}) })).rejects.toThrow(
      /cache=cold: ENOENT.*drop_caches.*; install the runner hooks, .*run as root, or set cache to warm/,
    )
  })

  it('uses the runner hooks if they hold the machine', async () => {
    const { program, env, written } = standInKit('echo "$@" >"$here/called"')
    await dropCaches({ benchmarkCpus: '1', program }, { env })
    expect(written('called')).toBe('drop-caches')
  })

  it('passes the error message of the hooks on', async () => {
    const { program, env } = standInKit('echo "stable-bench: the machine is not tuned" >&2; exit 1')
    await expect(dropCaches({ benchmarkCpus: '1', program }, { env })).rejects.toThrow(
      /cache=cold: sudo -n .* drop-caches does not work here: stable-bench: the machine is not tuned; install/,
    )
  })
})
