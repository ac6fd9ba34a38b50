import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { chooseCpu, choosePinning, nodeOfCpu } from '../../src/measure/pinning.ts'
import { fakeTree } from './fake-tree.ts'

const cpu = 'sys/devices/system/cpu'

/** A machine of two threads a core: CPUs 0+4, 1+5, 2+6, 3+7. */
function eightThreads(extra: Record<string, string> = {}): string {
  const siblings = [0, 1, 2, 3, 4, 5, 6, 7].map(n => [
    `${cpu}/cpu${n}/topology/thread_siblings_list`,
    `${n % 4},${(n % 4) + 4}\n`,
  ])
  return fakeTree({
    'proc/self/status': 'Name:\tnode\nCpus_allowed_list:\t0-7\n',
    ...Object.fromEntries(siblings),
    ...extra,
  })
}

describe('choosing a CPU', () => {
  it('takes the first thread of the last core, away from the core of CPU 0', () => {
    expect(chooseCpu(eightThreads())).toBe(3)
  })

  it('prefers isolated CPUs', () => {
    expect(chooseCpu(eightThreads({ [`${cpu}/isolated`]: '1,5\n' }))).toBe(1)
  })

  it('keeps to the CPUs that this process may use', () => {
    const status = { 'proc/self/status': 'Cpus_allowed_list:\t0-1,4-5\n' }
    expect(chooseCpu(eightThreads(status))).toBe(1)
  })

  it('shares the core of CPU 0 only when there is no other', () => {
    const files = {
      'proc/self/status': 'Cpus_allowed_list:\t0-1\n',
      [`${cpu}/cpu1/topology/thread_siblings_list`]: '0-1',
    }
    expect(chooseCpu(fakeTree(files))).toBe(1)
  })

  it('has no choice with CPU 0 alone', () => {
    expect(chooseCpu(fakeTree({ 'proc/self/status': 'Cpus_allowed_list:\t0\n' }))).toBeNull()
  })

  it('names the NUMA node of a CPU where there is more than one', () => {
    const node = 'sys/devices/system/node'
    const root = fakeTree({
      [`${node}/node0/cpulist`]: '0-3',
      [`${node}/node1/cpulist`]: '4-7',
      [`${node}/online`]: '0-1',
    })
    expect(nodeOfCpu(5, root)).toBe('1')
    expect(nodeOfCpu(0, fakeTree({ [`${node}/node0/cpulist`]: '0-7' }))).toBeNull()
  })
})

describe('pinning on this machine', () => {
  it('really pins a command to the CPU and turns its address randomisation off', () => {
    const { prefix, cpus, aslr } = choosePinning({ cpus: '0', numaNode: 'none', aslr: 'off' })
    const [file = '', ...args] = prefix
    const seen = spawnSync(file, [...args, 'cat', '/proc/self/status', '/proc/self/personality'], {
      encoding: 'utf8',
    })
    expect(cpus).toBe('0')
    expect(aslr).toBe('off')
    expect(seen.stdout).toMatch(/^Cpus_allowed_list:\s*0$/m)
    // ADDR_NO_RANDOMIZE in sys/personality.h
    expect(Number.parseInt(seen.stdout.trim().split('\n').at(-1) ?? '', 16) & 0x0040000).not.toBe(0)
  })

  it('leaves everything alone when asked to', () => {
    expect(choosePinning({ cpus: 'none', numaNode: 'none', aslr: 'on' })).toEqual({
      prefix: [],
      cpus: null,
      numaNode: null,
      aslr: 'on',
      warnings: [],
    })
  })

  it('fails for a CPU that does not exist, with the kernel’s reason', () => {
    expect(() => choosePinning({ cpus: '4000', numaNode: 'none', aslr: 'on' })).toThrow(
      /cpus=4000: taskset -c 4000 does not work here: .*(Invalid argument|failed)/,
    )
  })

  it('names the package of a wrapper that is missing: an error when asked for, a warning when automatic', () => {
    const env = { PATH: '/nonexistent' }
    expect(() => choosePinning({ cpus: '0', numaNode: 'none', aslr: 'on' }, env)).toThrow(
      /taskset is not installed \(package util-linux\)/,
    )
    expect(() => choosePinning({ cpus: 'none', numaNode: '0', aslr: 'on' }, env)).toThrow(
      /numactl is not installed \(package numactl\)/,
    )
    const { prefix, aslr, warnings } = choosePinning({ cpus: 'none', numaNode: 'auto', aslr: 'auto' }, env)
    expect({ prefix, aslr }).toEqual({ prefix: [], aslr: 'on' })
    expect(warnings.map(warning => warning.message).join()).toMatch(
      /setarch is not installed \(package util-linux\)/,
    )
  })
})
