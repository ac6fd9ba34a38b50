import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { HeldMachine } from '../../../src/measure/pin/attach.ts'
import { addLockMemory, keptMemory, unprotectedMemory } from '../../../src/measure/pin/lock-memory.ts'
import { choosePinning } from '../../../src/measure/pin/pinning.ts'
import { readTopology } from '../../../src/measure/pin/topology.ts'
import { type Chain, tryCommand } from '../../../src/measure/pin/wrappers.ts'
import { formatCpuList } from '../../../src/model/index.ts'
import { standInKit } from '../stand-in-kit.ts'

const ordinary = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : []
const limited = ['prlimit', '--memlock=65536:65536', ...ordinary]

describe('the limit on locked memory', () => {
  it('is refused to an ordinary user, with instructions', () => {
    const chain: Chain = { prefix: limited, env: process.env, warnings: [] }
    expect(() => addLockMemory(chain)).toThrow(
      /lock-memory=true: prlimit .*: .*Operation not permitted; set LimitMEMLOCK=infinity in the service/,
    )
  })

  it('is unlimited for the benchmark if that is permitted', () => {
    const permitted = tryCommand(['prlimit', '--memlock=unlimited:unlimited', 'true']).ok
    const add = () => {
      const chain: Chain = { prefix: [], env: process.env, warnings: [] }
      addLockMemory(chain)
      const [file = '', ...args] = [...chain.prefix, 'cat', '/proc/self/limits']
      return spawnSync(file, args, { encoding: 'utf8' }).stdout
    }
    if (permitted) expect(add()).toMatch(/^Max locked memory\s+unlimited\s+unlimited/m)
    else expect(add).toThrow(/lock-memory=true/)
  })
})

describe('memory that should stay', () => {
  const kept = { benchmarkCpus: '2', memory: { swap: null, memory: null } }

  it('is not kept without the hooks', () => {
    expect(unprotectedMemory(null, false)).toEqual([
      {
        code: 'memory-not-kept',
        message:
          'lock-memory: the kernel may reclaim or swap out pages that the program does not lock. Install the runner ' +
          'hooks and set swap = off and memory = SIZE in /etc/stable-bench/stable-bench.conf',
      },
    ])
  })

  it('is kept when both knobs are applied and the runs are in the cgroup', () => {
    expect(unprotectedMemory(kept, true)).toEqual([])
    expect(unprotectedMemory(kept, false).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^lock-memory: the runs are not attached to the benchmark's cgroup/),
    ])
  })

  it('depends on all targets of both knobs in the receipt', () => {
    const target = (knob: string, status: string, reason = '') => ({ knob, status, reason })
    const swap = [target('swap', 'applied'), target('swap', 'already'), target('turbo', 'denied', 'locked')]
    expect(keptMemory(swap)).toEqual({ swap: null, memory: 'memory = keep' })
    const memory = [...swap, target('memory', 'applied'), target('memory', 'failed', 'no controller')]
    expect(keptMemory(memory)).toEqual({ swap: null, memory: 'failed: no controller' })
  })

  it('names the key of the configuration for a knob that is not applied, and why', () => {
    const kit = {
      benchmarkCpus: '2',
      memory: { swap: 'denied: read-only file system', memory: 'memory = keep' },
    }
    expect(unprotectedMemory(kit, true).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /swapped out: .* not applied \(denied: read-only file system\); set swap = off in \/etc/,
      ),
      expect.stringMatching(/reclaimed .* not applied \(memory = keep\); set memory = SIZE in \/etc/),
    ])
  })

  it('appears in the warnings of a job that asked for it', () => {
    // Raises nothing, and says it did: this machine may refuse it.
    const bin = mkdtempSync(join(tmpdir(), 'stable-bench-prlimit-'))
    const prlimit = '#!/bin/sh\nshift\necho "Max locked memory  unlimited  unlimited"\nexec "$@" >/dev/null\n'
    writeFileSync(join(bin, 'prlimit'), prlimit, { mode: 0o755 })
    const { program, env } = standInKit('exit 0')
    const behind = { ...env, PATH: `${bin}:${env.PATH}` }
    const own = formatCpuList(readTopology().allowed)
    const request = {
      cpus: 'auto',
      numaNode: 'none',
      aslr: 'on',
      priority: 'auto',
      lockMemory: true,
    } as const
    const kit = { program, benchmarkCpus: own, memory: { swap: null, memory: 'memory = keep' } }
    const codesOf = (kit: HeldMachine | null) =>
      choosePinning({ ...request, kit }, behind).warnings.map(({ code }) => code)
    expect(codesOf(kit)).toEqual(['memory-not-kept'])
    expect(codesOf({ ...kit, memory: { swap: null, memory: null } })).toEqual([])
    expect(codesOf(null)).toContain('memory-not-kept')
  })
})
