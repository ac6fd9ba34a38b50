import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { choosePinning } from '../../../src/measure/pin/pinning.ts'
import { allowedCpus, readTopology } from '../../../src/measure/pin/topology.ts'
import { tryCommand } from '../../../src/measure/pin/wrappers.ts'
import { formatCpuList } from '../../../src/model/index.ts'
import { standInKit } from '../stand-in-kit.ts'

const first = allowedCpus()[0] ?? 0
const nothing = { cpus: 'none', numaNode: 'none', aslr: 'on', priority: 'auto', lockMemory: false } as const

/** What a command behind `prefix` prints. */
function behind(prefix: string[], ...command: string[]): string {
  const [file = '', ...args] = [...prefix, ...command]
  return spawnSync(file, args, { encoding: 'utf8' }).stdout
}

const cpusOf = (status: string) => /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1]

describe('pinning on this machine', () => {
  it('really pins a command to the CPU and turns its address randomisation off', () => {
    const { prefix, cpus, aslr } = choosePinning({ ...nothing, cpus: String(first), aslr: 'off' })
    const seen = behind(prefix, 'cat', '/proc/self/status', '/proc/self/personality')
    expect(cpus).toBe(String(first))
    expect(aslr).toBe('off')
    expect(cpusOf(seen)).toBe(String(first))
    // ADDR_NO_RANDOMIZE in sys/personality.h
    expect(Number.parseInt(seen.trim().split('\n').at(-1) ?? '', 16) & 0x0040000).not.toBe(0)
  })

  it('pins to all CPUs of a list and tells runtimes how many there are', () => {
    const list = formatCpuList(allowedCpus())
    const { prefix, cpus, environment } = choosePinning({ ...nothing, cpus: list })
    expect(cpus).toBe(list)
    expect(cpusOf(behind(prefix, 'cat', '/proc/self/status'))).toBe(list)
    expect(environment.OMP_NUM_THREADS).toBe(String(allowedCpus().length))
  })

  it('adds nothing when the user asks for nothing', () => {
    expect(choosePinning(nothing)).toEqual({
      prefix: [],
      environment: {},
      cpus: null,
      numaNode: null,
      aslr: 'on',
      priority: 'auto',
      attached: false,
      warnings: [],
    })
  })

  it('puts the wrappers in order, and they work together', () => {
    const { prefix } = choosePinning({ ...nothing, cpus: String(first), aslr: 'off', priority: '7' })
    expect(prefix.filter(word => /^(numactl|taskset|setarch|nice)$/.test(word))).toEqual([
      'taskset',
      'setarch',
      'nice',
    ])
    expect(behind(prefix, 'nice').trim()).toBe('7')
  })

  it('does not count the CPUs of the starting process as pinned', () => {
    const { prefix } = choosePinning({ ...nothing, cpus: formatCpuList(allowedCpus()) })
    const elsewhere = ['taskset', '-c', String(first), ...prefix]
    expect(cpusOf(behind(elsewhere, 'cat', '/proc/self/status'))).toBe(formatCpuList(allowedCpus()))
  })
})

describe('CPUs that cannot be had', () => {
  it('make pinning fail, with the kernel’s reason and ours', () => {
    expect(() => choosePinning({ ...nothing, cpus: '4000' })).toThrow(
      /cpus=4000: taskset -c 4000 does not work here: .*(Invalid argument|failed).*; CPU 4000 does not exist/,
    )
  })

  it('make pinning fail even when the kernel takes the rest of the list', () => {
    expect(() => choosePinning({ ...nothing, cpus: `${first},4000` })).toThrow(
      `it leads to CPUs ${first}; CPU 4000 does not exist`,
    )
  })

  it('are named as offline', () => {
    const topology = readTopology()
    const offline = { ...topology, cpus: topology.cpus.filter(cpu => cpu.id !== first) }
    expect(() => choosePinning({ ...nothing, cpus: String(first) }, process.env, offline)).toThrow(
      `some of them are offline; CPU ${first} is offline`,
    )
  })

  it('are named as not allowed', () => {
    // To this machine CPU 4000 is as one of another cpuset: it refuses it.
    const topology = readTopology()
    const more = { id: 4000, core: 4000, node: null, cache: '', fast: true }
    const larger = { ...topology, cpus: [...topology.cpus, more], present: [...topology.present, 4000] }
    expect(() => choosePinning({ ...nothing, cpus: '4000' }, process.env, larger)).toThrow(
      'CPU 4000 is not allowed to this job (by the cpuset of its cgroup or container)',
    )
  })

  it('are replaced by the next best ones when chosen automatically', () => {
    const topology = readTopology()
    const more = { id: 4000, core: 4000, node: null, cache: '', fast: true }
    const other = { id: first, core: 9, node: null, cache: '', fast: true }
    const isolated = { ...topology, cpus: [other, more], present: [first, 4000], isolated: [4000] }
    const { cpus, warnings } = choosePinning({ ...nothing, cpus: 'auto' }, process.env, isolated)
    expect(cpus).toBe(String(first))
    expect(warnings).toEqual([])
  })
})

describe('wrappers that are missing', () => {
  const env = { PATH: '/nonexistent' }

  it('are an error when requested, else a warning, with the name of their package', () => {
    expect(() => choosePinning({ ...nothing, cpus: '0' }, env)).toThrow(
      /taskset is not installed \(package util-linux\); ask for something else/,
    )
    expect(() => choosePinning({ ...nothing, numaNode: '0' }, env)).toThrow(
      /numactl is not installed \(package numactl\)/,
    )
    const { prefix, aslr, warnings } = choosePinning({ ...nothing, numaNode: 'auto', aslr: 'auto' }, env)
    expect({ prefix, aslr }).toEqual({ prefix: [], aslr: 'on' })
    expect(warnings).toEqual([
      {
        code: 'no-setarch',
        message:
          'measured without: aslr=off: setarch -R does not work here: setarch is not installed (package util-linux)',
      },
    ])
  })

  it('leave an automatic choice unpinned with a warning', () => {
    const { cpus, environment, warnings } = choosePinning({ ...nothing, cpus: 'auto' }, env)
    expect({ cpus, environment }).toEqual({ cpus: null, environment: {} })
    expect(warnings.map(warning => warning.code)).toContain(
      readTopology().cpus.length > 1 ? 'no-taskset' : 'not-pinned',
    )
  })
})

describe('with the runner hooks', () => {
  const list = String(first)
  // What the real program does for a job: it binds the process that called sudo.
  const willing = `[[ $1 == attach ]] && taskset -apc ${list} "$PPID" && echo "$PPID" >"$here/attached"`

  it('attaches first, and attaches the process that becomes the benchmark', () => {
    const { program, env, written } = standInKit(willing)
    const kit = { benchmarkCpus: list, program }
    const { prefix, cpus, attached } = choosePinning({ ...nothing, cpus: 'auto', kit }, env)
    expect({ cpus, attached }).toEqual({ cpus: list, attached: true })
    const [file = '', ...args] = [...prefix, 'cat', '/proc/self/status']
    const { stdout } = spawnSync(file, args, { encoding: 'utf8', env })
    expect(/^Pid:\s*(\d+)$/m.exec(stdout)?.[1]).toBe(written('attached'))
    expect(prefix.indexOf('taskset')).toBeGreaterThan(prefix.indexOf('attach'))
  })

  it('does not attach a benchmark that is not to be pinned', () => {
    const { program, env } = standInKit(willing)
    const { prefix, attached } = choosePinning({ ...nothing, kit: { benchmarkCpus: list, program } }, env)
    expect({ prefix, attached }).toEqual({ prefix: [], attached: false })
  })

  it('measures on other CPUs with a warning when the attach is refused, and fails for a list of CPUs', () => {
    const { program, env } = standInKit(
      'echo "stable-bench: the machine is not tuned for this job" >&2; exit 77',
    )
    const kit = { benchmarkCpus: list, program }
    const { attached, warnings } = choosePinning({ ...nothing, cpus: 'auto', kit }, env)
    expect(attached).toBe(false)
    expect(warnings[0]?.code).toBe('no-attach')
    expect(warnings[0]?.message).toMatch(/stable-bench-host attach .*: the machine is not tuned for this job/)
    expect(() => choosePinning({ ...nothing, cpus: list, kit }, env)).toThrow(
      /the runner hooks keep CPUs .* but sudo -n .* attach does not work here: .*not tuned for this job/,
    )
  })

  it('refuses other CPUs before it attaches anything', () => {
    const { program, env, written } = standInKit(willing)
    const kit = { benchmarkCpus: list, program }
    expect(() => choosePinning({ ...nothing, cpus: '4000', kit }, env)).toThrow(
      /`cpus` in \/etc\/stable-bench/,
    )
    expect(() => written('attached')).toThrow('ENOENT')
  })

  it('counts as an ordinary machine when the hooks reserve no CPUs', () => {
    const kit = { benchmarkCpus: '', program: '/nonexistent' }
    expect(choosePinning({ ...nothing, cpus: list, kit })).toMatchObject({ cpus: list, attached: false })
  })
})

describe('an isolated set of CPUs', () => {
  it('is used with a warning that threads share one of them, and OpenMP binds its own', () => {
    const list = formatCpuList(allowedCpus())
    const topology = { ...readTopology(), unbalanced: allowedCpus() }
    const { environment, warnings } = choosePinning(
      { ...nothing, cpus: list },
      { PATH: process.env.PATH },
      topology,
    )
    const several = allowedCpus().length > 1
    expect(warnings.map(warning => warning.code)).toEqual(several ? ['no-load-balancing'] : [])
    expect(environment.OMP_PROC_BIND).toBe(several ? 'close' : undefined)
  })
})

describe('trying a command', () => {
  it('returns its output, or the first line of its error output', () => {
    expect(tryCommand(['echo', 'here'])).toEqual({ ok: true, stdout: 'here\n' })
    expect(tryCommand(['bash', '-c', 'echo one >&2; echo two >&2; exit 3'])).toEqual({
      ok: false,
      why: 'one',
    })
    expect(tryCommand(['bash', '-c', 'exit 3'])).toEqual({ ok: false, why: 'exit code 3' })
  })
})
