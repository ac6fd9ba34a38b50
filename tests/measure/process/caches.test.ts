import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { bracketed, readBracket } from '../../../src/measure/process/bracket.ts'
import { dropCaches, EVICT, evictBytesFor } from '../../../src/measure/process/caches.ts'
import { parseCpuList } from '../../../src/model/index.ts'
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

describe('emptying the processor caches', () => {
  const cache = (cpu: number, size: string) => ({
    [`sys/devices/system/cpu/cpu${cpu}/cache/index2/size`]: '512K\n',
    [`sys/devices/system/cpu/cpu${cpu}/cache/index3/size`]: `${size}\n`,
  })

  it('takes twice the largest last-level cache of the CPUs', () => {
    const root = fakeTree({ ...cache(0, '98304K'), ...cache(1, '32M'), ...cache(2, '16384K') })
    expect(evictBytesFor([1, 2], root)).toBe(64 * 2 ** 20)
    expect(evictBytesFor([0, 1], root)).toBe(192 * 2 ** 20)
  })

  it('takes 64 MiB where the kernel does not show a size', () => {
    expect(evictBytesFor([0], fakeTree({}))).toBe(64 * 2 ** 20)
    expect(evictBytesFor([0], fakeTree(cache(0, '?')))).toBe(64 * 2 ** 20)
  })

  /** What the bracket reports of `argv`, and what that prints. */
  function measured(argv: string[], evictBytes: number) {
    const [file = '', ...args] = bracketed('perl', argv, false, evictBytes)
    const { output, stdout } = spawnSync(file, args, {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
      encoding: 'utf8',
    })
    const bracket = readBracket('perl', output[3] ?? '')
    if (bracket === null || 'notStarted' in bracket) throw new Error('no measurement')
    return { ...bracket, stdout }
  }

  it('leaves memory, faults and CPUs of the command as they are', () => {
    const status = ['grep', 'Cpus_allowed_list', '/proc/self/status']
    const warm = measured(status, 0)
    const cold = measured(status, 256 * 2 ** 20)
    expect(cold).toMatchObject({ stdout: warm.stdout, exitCode: 0 })
    expect(cold.accounted.peakMemory).toBeLessThan(64 * 2 ** 20)
    expect(cold.accounted.minorFaults).toBeLessThan((warm.accounted.minorFaults ?? 0) + 1000)
  })

  it('reads the whole buffer on each of its CPUs, and has all of them again', () => {
    const calls = process.arch === 'x64' ? '204, 203' : '123, 122'
    // The kernel notes on which CPU a process ran last: the 39th field of its stat, the 36th after the name.
    const program = `${EVICT.replace(/; \}\n {2}syscall \$set, 0, \$size/, '; on() }\n  syscall $set, 0, $size')}
      sub on { open my $f, '<', '/proc/self/stat'; my $s = <$f>; $s =~ s/.*\\) //; print((split ' ', $s)[36], ' ') }
      evict(1048576, ${calls}); open my $f, '<', '/proc/self/status'; print grep /Cpus_allowed_list/, <$f>`
    const [, allowed] = /Cpus_allowed_list:\s*(\S+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    const printed = execFileSync('perl', ['-e', program], { encoding: 'utf8' })
    const visited = parseCpuList(printed.split('Cpus')[0]?.trim().replaceAll(' ', ',') ?? '', 'visited')
    expect(visited).toEqual(parseCpuList(allowed ?? '', 'allowed'))
    expect(printed).toContain(`Cpus_allowed_list:\t${allowed}`)
  })
})
