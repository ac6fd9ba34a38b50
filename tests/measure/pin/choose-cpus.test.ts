import { describe, expect, it } from '@jest/globals'
import { chooseCpus, parseCpuRequest } from '../../../src/measure/pin/choose-cpus.ts'
import { readTopology } from '../../../src/measure/pin/topology.ts'
import { formatCpuList } from '../../../src/model/index.ts'
import { examplesOf } from '../../examples/read.ts'
import { eightThreads, fakeCpus } from '../fake-cpus.ts'

const cpuTree = 'sys/devices/system/cpu'

/** The sets that `text` leads to on the machine under `root`. */
function chosen(text: string, root: string, options: { kit?: number[]; nodes?: number[] } = {}): number[][] {
  const { kit = null, nodes = null } = options
  return chooseCpus(parseCpuRequest(text), readTopology(root), { kit, nodes })
}

describe('asking for CPUs', () => {
  it('is a list, ranges, none, auto, or auto with a number', () => {
    expect(parseCpuRequest('2,4-6')).toEqual({ kind: 'list', cpus: [2, 4, 5, 6] })
    expect(parseCpuRequest('none')).toEqual({ kind: 'none' })
    expect(parseCpuRequest('auto')).toEqual({ kind: 'auto', count: null })
    expect(parseCpuRequest('auto:4')).toEqual({ kind: 'auto', count: 4 })
  })

  it.each(['', 'auto:0', 'auto:', 'all', 'auto:-1'])('cannot be %p', text => {
    expect(() => parseCpuRequest(text)).toThrow(/^cpus: .*write a list such as 2,3 or 4-7/)
  })
})

/** The machine of an example: the core, node and cache of each CPU, and what the kernel says of some of them. */
function exampleMachine(example: string): { root: string; cores: number } {
  const words = Object.fromEntries(example.split(' ').map(word => word.split('=') as [string, string]))
  const each = (name: string) => {
    const values = words[name]?.split(',').map(Number)
    return values && ((cpu: number) => values[cpu] ?? 0)
  }
  const eachCpu = (file: string, values = '', unit = '') =>
    values.split(',').map((value, cpu) => [`${cpuTree}/cpu${cpu}/${file}`, value && `${value}${unit}\n`])
  const speeds = [
    ...eachCpu('cpu_capacity', words.capacity),
    ...eachCpu('cpufreq/cpuinfo_max_freq', words.clock, '000'),
  ]
  const files = {
    ...Object.fromEntries(speeds.filter(([, value]) => value !== '')),
    ...(words.isolated && { [`${cpuTree}/isolated`]: `${words.isolated}\n` }),
    ...(words.performance && { 'sys/devices/cpu_core/cpus': `${words.performance}\n` }),
  }
  const shape = { core: each('core'), node: each('node'), cache: each('cache'), online: words.online, files }
  const threads = words.core?.split(',').length ?? 0
  return { root: fakeCpus({ threads, ...shape }), cores: Number(words.cores ?? 1) }
}

describe('what the runner hooks choose as well', () => {
  it.each(examplesOf('cpu-choices'))('on %p is %p', (example, expected) => {
    const { root, cores } = exampleMachine(example)
    const choose = () => chosen(`auto:${cores}`, root)
    if (expected === 'none') expect(choose).toThrow('whole core(s) beside that of CPU 0')
    else expect(formatCpuList(choose()[0] ?? [])).toBe(expected)
  })
})

describe('choosing a CPU', () => {
  it('takes the first thread of the last core, away from the core of CPU 0', () => {
    expect(chosen('auto', eightThreads())).toEqual([[3]])
  })

  it('prefers CPUs isolated at boot, which ordinary processes do not use', () => {
    const root = eightThreads({ allowed: '0,2-4,6-7', files: { [`${cpuTree}/isolated`]: '1,5\n' } })
    expect(chosen('auto', root)).toEqual([[1], [3]])
  })

  it('uses only CPUs that this process may use', () => {
    expect(chosen('auto', eightThreads({ allowed: '0-1,4-5' }))).toEqual([[1]])
  })

  it('leaves offline CPUs out', () => {
    expect(chosen('auto', eightThreads({ online: '0-2,4-6', allowed: '0-7' }))).toEqual([[2]])
  })

  it('shares the core of CPU 0 only when there is no other', () => {
    expect(chosen('auto', fakeCpus({ threads: 2, core: () => 0 }))).toEqual([[1]])
  })

  it('finds nothing when there is only CPU 0', () => {
    expect(chosen('auto', fakeCpus({ threads: 1 }))).toEqual([])
  })

  it('takes a list as it is, and nothing for none', () => {
    expect(chosen('0,7', eightThreads())).toEqual([[0, 7]])
    expect(chosen('none', eightThreads())).toEqual([])
  })
})

describe('a hybrid processor', () => {
  // Four performance cores of two threads, then four efficiency cores.
  const core = (cpu: number) => (cpu < 8 ? cpu >> 1 : cpu)

  it('offers a performance core, by the kernel’s own list', () => {
    const files = { 'sys/devices/cpu_core/cpus': '0-7\n', 'sys/devices/cpu_atom/cpus': '8-11\n' }
    expect(chosen('auto', fakeCpus({ threads: 12, core, files }))).toEqual([[6]])
    expect(chosen('auto:3', fakeCpus({ threads: 12, core, files }))).toEqual([[2, 4, 6]])
  })

  it('offers efficiency cores only when there are not enough others', () => {
    const files = { 'sys/devices/cpu_core/cpus': '0-7\n' }
    expect(chosen('auto:5', fakeCpus({ threads: 12, core, files }))).toEqual([[6, 8, 9, 10, 11]])
  })

  it('is recognised by capacity on ARM', () => {
    const capacity = [446, 446, 446, 446, 1024, 1024, 980, 400]
    const files = Object.fromEntries(capacity.map((c, i) => [`${cpuTree}/cpu${i}/cpu_capacity`, `${c}\n`]))
    expect(chosen('auto', fakeCpus({ threads: 8, files }))).toEqual([[6]])
  })

  it('is recognised by the highest frequencies of its cores; favoured cores differ less', () => {
    const frequencies = (values: number[]) =>
      Object.fromEntries(values.map((f, i) => [`${cpuTree}/cpu${i}/cpufreq/cpuinfo_max_freq`, `${f}000\n`]))
    const compact = fakeCpus({ threads: 4, files: frequencies([5100, 5100, 3300, 3300]) })
    const favoured = fakeCpus({ threads: 4, files: frequencies([5000, 5300, 5000, 5000]) })
    expect(chosen('auto', compact)).toEqual([[1]])
    expect(chosen('auto', favoured)).toEqual([[3]])
  })
})

describe('several CPUs', () => {
  it('are one thread each of whole cores', () => {
    expect(chosen('auto:2', eightThreads())).toEqual([[2, 3]])
  })

  it('share a last-level cache if one has enough cores', () => {
    // Caches of 4, 4 and 2 cores.
    const root = fakeCpus({ threads: 10, cache: cpu => cpu >> 2 })
    expect(chosen('auto:2', root)).toEqual([[8, 9]])
    expect(chosen('auto:4', root)).toEqual([[4, 5, 6, 7]])
    expect(chosen('auto:6', root)).toEqual([[4, 5, 6, 7, 8, 9]])
  })

  it('share a NUMA node if one has enough cores', () => {
    const root = fakeCpus({ threads: 16, node: cpu => cpu >> 3, cache: cpu => cpu >> 2 })
    expect(chosen('auto:6', root)).toEqual([[10, 11, 12, 13, 14, 15]])
    expect(chosen('auto:9', root)[0]).toHaveLength(9)
    expect(chosen('auto:3', root, { nodes: [0] })).toEqual([[5, 6, 7]])
  })

  it('are isolated ones only as a last choice, since the kernel does not spread threads over those', () => {
    const root = fakeCpus({ threads: 8, allowed: '0-3', files: { [`${cpuTree}/isolated`]: '4-7\n' } })
    expect(chosen('auto:2', root)).toEqual([
      [2, 3],
      [6, 7],
    ])
    expect(chosen('auto:4', root)).toEqual([[4, 5, 6, 7]])
  })

  it('are refused when there are not enough', () => {
    expect(() => chosen('auto:4', eightThreads())).toThrow(
      'cpus=auto:4: this job may use 3 whole core(s) beside that of CPU 0',
    )
  })
})

describe('with the runner hooks', () => {
  const root = eightThreads({ allowed: '0-1,4-5' })
  const kit = [2, 3, 6, 7]

  it('takes all CPUs of the hooks, or the requested number, whole cores first', () => {
    expect(chosen('auto', root, { kit })).toEqual([kit])
    expect(chosen('auto:2', root, { kit })).toEqual([[2, 3]])
    expect(chosen('auto:3', root, { kit })).toEqual([[2, 3, 6]])
  })

  it('accepts a list within that set', () => {
    expect(chosen('3,7', root, { kit })).toEqual([[3, 7]])
  })

  it('refuses other CPUs, and names the key of the configuration', () => {
    expect(() => chosen('1-2', root, { kit })).toThrow(
      'cpus=1-2: the runner hooks keep CPUs 2-3,6-7 for benchmarks, without 1; ask for some of those, or change ' +
        '`cpus` in /etc/stable-bench/stable-bench.conf',
    )
  })

  it('refuses more CPUs than the hooks have, and names the key of the configuration', () => {
    expect(() => chosen('auto:5', root, { kit })).toThrow(
      /keep 4 CPU\(s\) for benchmarks \(2-3,6-7\); .*raise `cores` in \/etc\/stable-bench\/stable-bench.conf/,
    )
  })
})
