import { describe, expect, it } from '@jest/globals'
import { examine } from '../../src/doctor/examine.ts'
import { doctorSchema } from '../../src/model/index.ts'
import { hidden, hosted, laptop, server } from './machines.ts'

const at = (root: string, env: NodeJS.ProcessEnv = {}) => examine({ root, env })
const knob = (root: string, name: string) => at(root).knobs.find(each => each.knob === name)

describe('what files say of a machine', () => {
  it('fits its schema, whatever the machine is', () => {
    for (const root of [laptop(), server(), hosted(), hidden(), '/nowhere']) {
      const found = { schema: 'stable-bench/doctor@1', first: [], later: [], ...at(root) }
      expect(doctorSchema.safeParse(found).error?.issues ?? []).toEqual([])
    }
  })

  it('tells bare metal, virtual machines and containers apart', () => {
    expect(at(laptop()).machine).toMatchObject({ kind: 'bare-metal', container: 'none' })
    expect(at(hosted()).machine).toMatchObject({ kind: 'virtual', container: 'none' })
    expect(at(hidden()).machine).toMatchObject({ kind: 'bare-metal', container: 'docker' })
    expect(at('/nowhere').machine.kind).toBe('unknown')
  })

  it('names what runs the jobs', () => {
    const runnerOf = (root: string, env: NodeJS.ProcessEnv = {}) => at(root, env).machine.runner
    expect(runnerOf(server())).toBe('a runner of GitHub Actions in /opt/actions-runner')
    expect(runnerOf(hosted(), { GITHUB_ACTIONS: 'true', RUNNER_ENVIRONMENT: 'github-hosted' })).toMatch(
      /hosted runner of GitHub/,
    )
    expect(runnerOf(hosted(), { GITHUB_ACTIONS: 'true', RUNNER_NAME: 'box' })).toBe(
      'the self-hosted runner box',
    )
    expect(runnerOf(laptop())).toBe('')
  })

  it('measures on a whole fast core, and counts its sibling to nobody', () => {
    expect(at(laptop()).hardware).toMatchObject({ benchmark: '6', others: '0-5,8-11' })
    expect(at(server()).hardware).toMatchObject({ benchmark: '31', offline: '63' })
    expect(at(hidden()).hardware).toMatchObject({ benchmark: '3', others: '1-2', forbidden: '' })
    expect(at(hosted({}, { allowed: '0-1' })).hardware).toMatchObject({ benchmark: '1', forbidden: '2-3' })
    expect(at(hosted({}, { threads: 1 })).hardware.benchmark).toBe('')
  })

  it('marks fast and slow cores only where there are both', () => {
    const kinds = (root: string) => [
      ...new Set(
        at(root).hardware.packages.flatMap(({ nodes }) =>
          nodes.flatMap(({ caches }) => caches.flatMap(({ cores }) => cores.map(({ kind }) => kind))),
        ),
      ),
    ]
    expect(kinds(laptop())).toEqual(['performance', 'efficient'])
    expect(kinds(server())).toEqual(['only'])
  })

  it('gives every knob a state, with the reason where this machine has none', () => {
    expect(knob(laptop(), 'governor')).toEqual({
      knob: 'governor',
      state: 'off',
      value: 'powersave',
      wanted: 'performance',
    })
    expect(knob(laptop(), 'daemons')).toMatchObject({ state: 'off', value: 'power-profiles-daemon running' })
    expect(knob(hosted(), 'governor')).toMatchObject({
      state: 'unsupported',
      value: expect.stringMatching(/no cpufreq/),
    })
    expect(knob(hosted(), 'smt')).toMatchObject({
      state: 'unsupported',
      value: expect.stringMatching(/no SMT/),
    })
    expect(knob(hidden(), 'services')).toMatchObject({
      state: 'unreadable',
      value: expect.stringMatching(/container/),
    })
    expect(knob(hosted(), 'swap')).toMatchObject({ state: 'on', value: 'no swap' })
    expect(knob(hidden(), 'swap')).toMatchObject({ state: 'unreadable' })
    const alone = hosted({ 'proc/irq/1/smp_affinity_list': '0\n' }, { threads: 1 })
    expect(knob(alone, 'irq-affinity')).toMatchObject({
      state: 'unsupported',
      value: 'no core to spare for benchmarks',
    })
  })

  it('reads the queues of a network interface, whatever its name is', () => {
    const queue = (name: string) => `sys/class/net/${name}/queues/rx-0/rps_cpus`
    expect(knob(laptop({ [queue('*')]: 'fff\n', [queue('eth*')]: '0\n' }), 'packet-steering')).toMatchObject({
      state: 'off',
      value: '1 of 1 queues may use them',
    })
  })

  it('names daemons that run, by their units or their processes', () => {
    expect(at(laptop()).daemons.map(({ name }) => name)).toEqual([
      'power-profiles-daemon.service',
      'cron.service',
    ])
    const started = hosted({ 'proc/12/comm': 'power-profiles-\n', 'proc/13/comm': 'irqbalance\n' })
    expect(at(started).daemons.map(({ name }) => name)).toEqual([
      'power-profiles-daemon.service',
      'irqbalance.service',
    ])
  })

  it('sees that services are off the benchmark CPUs by their own setting, or by a partition', () => {
    const slices = (file: string, cpus: string) =>
      Object.fromEntries(['system', 'user'].map(name => [`sys/fs/cgroup/${name}.slice/${file}`, `${cpus}\n`]))
    const state = (files: Record<string, string>) =>
      at(laptop(files)).knobs.find(({ knob }) => knob === 'housekeeping')?.state
    expect(state(slices('cpuset.cpus', '0-5'))).toBe('on')
    expect(state({ ...slices('cpuset.cpus', ''), ...slices('cpuset.cpus.effective', '0-11') })).toBe('off')
    expect(state({ ...slices('cpuset.cpus', ''), ...slices('cpuset.cpus.effective', '0-5,8-11') })).toBe('on')
    expect(state({})).toBe('off')
  })

  it('recommends boot parameters with what is there already, for both loaders', () => {
    const { boot } = at(laptop())
    expect(boot.loader).toBe('systemd-boot')
    const wanted = 'isolcpus=managed_irq,6 irqaffinity=0-5,8-11 rcu_nocbs=6'
    expect(boot.systemdBoot.slice(0, 2)).toEqual([
      '# all of /etc/kernel/cmdline',
      `root=/dev/nvme0n1p2 ro quiet ${wanted}`,
    ])
    expect(at(server()).boot.grub[1]).toMatch(
      /^GRUB_CMDLINE_LINUX="console=ttyS0 isolcpus=managed_irq,31 irqaffinity=0-30,32-62 rcu_nocbs=31"/,
    )
    expect(at(server({ 'boot/grub2/grub.cfg': '' })).boot.grub[2]).toContain('sudo grub2-mkconfig -o')
    expect(at(laptop({ 'usr/sbin/grubby': '' })).boot).toMatchObject({
      loader: 'grub',
      grub: [`sudo grubby --update-kernel=ALL --args="${wanted}"`, 'sudo reboot'],
    })
    const there = laptop({
      'proc/cmdline': 'isolcpus=managed_irq,6 irqaffinity=0-5 rcu_nocbs=6 nohz_full=6\n',
    })
    expect(at(there).boot).toMatchObject({ wanted: [], reason: 'those that help are there' })
    expect(at(there).boot.present.map(({ parameter }) => parameter)).toContain('nohz_full=6')
    expect(at(hosted()).boot).toMatchObject({
      wanted: [],
      grub: [],
      reason: expect.stringMatching(/virtual machine/),
    })
  })

  it('asks the firmware for the clock where a real machine has no frequency driver', () => {
    const without = hosted({ 'proc/cpuinfo': 'processor\t: 0\nflags\t\t: fpu\n' })
    expect(at(without).boot.firmware).toHaveLength(1)
    expect(at(laptop()).boot.firmware).toEqual([])
    expect(at(hosted()).boot.firmware).toEqual([])
  })

  it('says whether processes may count, and why not', () => {
    const paranoid = (level: string, extra = {}) =>
      at(hosted({ 'proc/sys/kernel/perf_event_paranoid': level, ...extra })).counters
    expect(paranoid('4')).toMatchObject({ paranoid: 4, usable: false })
    expect(paranoid('2', { 'sys/bus/event_source/devices/cpu/type': '4' })).toMatchObject({
      paranoid: 2,
      usable: true,
    })
    expect(paranoid('2', { 'sys/bus/event_source/devices/software/type': '1' })).toMatchObject({
      usable: false,
    })
    expect(at(hidden()).counters).toMatchObject({ paranoid: null, usable: false })
    const inside = hidden({
      'proc/sys/kernel/perf_event_paranoid': '1',
      'sys/bus/event_source/devices/cpu/type': '4',
    })
    expect(at(inside).counters).toMatchObject({ usable: null })
  })

  it('reads memory and huge pages', () => {
    expect(at(laptop()).memory).toEqual({
      total: 32768000 * 1024,
      available: 24576000 * 1024,
      swap: 0,
      transparent: 'madvise, defrag madvise',
      hugePages: { total: 0, free: 0, size: 2 * 2 ** 20 },
    })
    expect(at(hidden()).memory).toMatchObject({ total: null, hugePages: null })
  })
})
