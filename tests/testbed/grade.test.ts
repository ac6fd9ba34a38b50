import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { findDrift } from '../../src/testbed/receipt/find-drift.ts'
import { gradeOf, requireTuned } from '../../src/testbed/receipt/grade-of.ts'
import { lacksOf } from '../../src/testbed/receipt/lacks.ts'
import { noReceipt } from '../../src/testbed/receipt/read.ts'
import { type Receipt, receiptSchema } from '../../src/testbed/receipt/schema.ts'
import { confirmTestbed, type MachineNames, readTestbed } from '../../src/testbed/testbed.ts'
import { examplesOf } from '../examples/read.ts'
import {
  bootId,
  decisive,
  type Files,
  fakeMachine,
  processFiles,
  publish,
  put,
  receiptOf,
  removeMachine,
  target,
} from './fake-machine.ts'

const cpu = '/sys/devices/system/cpu'
const worker = { kind: 'worker', pid: 20, start_time: 777, uid: 1001 }
const reader = { trustedUid: process.getuid?.() ?? 0, now: Date.parse('2026-11-20T12:30:00Z'), pid: 30 }
const roots: string[] = []

function machine(files: Files): string {
  const root = fakeMachine({
    'proc/sys/kernel/random/boot_id': `${bootId}\n`,
    ...processFiles(20, 1, 'Runner.Worker', 777),
    ...processFiles(30, 20, 'node', 900),
    ...files,
  })
  roots.push(root)
  return root
}

afterEach(() => roots.splice(0).forEach(removeMachine))

const receiptWith = (knobs: object[], more = {}): Receipt =>
  receiptSchema.parse(receiptOf(worker, { knobs, ...more }))

function drift(knobs: object[], files: Files) {
  return findDrift(receiptWith(knobs), machine(files))
}

describe('drift', () => {
  it.each([
    ['a value', `${cpu}/cpufreq/policy0/scaling_governor`, 'performance', 'performance'],
    [
      'the value in force of several',
      '/sys/kernel/mm/transparent_hugepage/enabled',
      'never',
      'always madvise [never]',
    ],
    ['the CPUs of an interrupt', '/proc/irq/7/smp_affinity_list', '0-1,3', '0-1,3'],
    ['a mask', '/proc/irq/default_smp_affinity', 'ff,00000003', 'ff,00000003'],
  ])('is none for %s', (_, path, readback, present) => {
    expect(drift([target('knob', path, readback)], { [path.slice(1)]: `${present}\n` })).toEqual({
      drifted: [],
      checked: 1,
    })
  })

  it.each(examplesOf('receipt-values'))(
    'is none for %p, which the hooks wrote down as %p',
    (text, written) => {
      expect(drift([target('knob', '/sys/a', written)], { 'sys/a': `${text}\n` }).drifted).toEqual([])
    },
  )

  it.each([
    ['a value', `${cpu}/intel_pstate/no_turbo`, '1', '0', 'was 1, is 0'],
    [
      'the value in force',
      '/sys/kernel/mm/transparent_hugepage/enabled',
      'never',
      '[always] never',
      'was never, is always',
    ],
    ['a CPU more', '/proc/irq/7/smp_affinity_list', '0-1', '0-2', 'was 0-1, is 0-2'],
    [
      'a partition that is valid no more',
      '/sys/fs/cgroup/s.slice/cpuset.cpus.partition',
      'isolated',
      'isolated invalid (x)',
      'was isolated, is isolated invalid (x)',
    ],
  ])('is found for %s', (_, path, readback, present, reason) => {
    const found = drift([target('knob', path, readback)], { [path.slice(1)]: `${present}\n` })
    expect(found.drifted).toEqual([{ knob: 'knob', required: false, target: path, reason }])
  })

  it('is found for missing files, except those of interrupts and of CPUs that were taken offline', () => {
    const knobs = [
      target('smt', `${cpu}/cpu3/online`, '0'),
      target('energy-bias', `${cpu}/cpu3/power/energy_perf_bias`, '0'),
      target('governor', `${cpu}/cpufreq/policy3/scaling_governor`, 'performance'),
      target('irq-affinity', '/proc/irq/9/smp_affinity_list', '0'),
      target('governor', `${cpu}/cpufreq/policy2/scaling_governor`, 'performance'),
    ]
    const { drifted, checked } = drift(knobs, { [`${cpu}/cpu3/online`.slice(1)]: '0\n' })
    expect(drifted.map(each => [each.target, each.reason])).toEqual([
      [`${cpu}/cpufreq/policy2/scaling_governor`, 'was performance, cannot be read (ENOENT)'],
    ])
    expect(checked).toBe(5)
  })

  it('is not searched in units and threads, in targets that were not set, and outside of /sys and /proc', () => {
    const knobs = [
      target('services', 'unit:cron.service', 'inactive'),
      target('kernel-threads', 'kthread:12:50', '0'),
      target('turbo', '/sys/a', '1', { status: 'denied' }),
      target('turbo', '/etc/passwd', '1'),
      target('turbo', '/sys/../etc/passwd', '1'),
    ]
    expect(drift(knobs, { 'sys/a': '0\n', 'etc/passwd': 'x' })).toEqual({ drifted: [], checked: 0 })
  })

  it('is not reported for files that this user may not read', () => {
    const root = machine({ 'sys/a': '0\n' })
    chmodSync(root, 0o755)
    chmodSync(join(root, 'sys/a'), 0)
    const receipt = receiptWith([target('turbo', '/sys/a', '1')])
    // Root may read everything, so the test becomes somebody else for a moment.
    const asRoot = process.getuid?.() === 0
    if (asRoot) process.seteuid?.(65_534)
    try {
      expect(findDrift(receipt, root)).toEqual({ drifted: [], checked: 0 })
    } finally {
      if (asRoot) process.seteuid?.(0)
    }
  })
})

describe('the grade', () => {
  const nothing = { drifted: [], checked: 0 }
  const policy = (n: number) => `${cpu}/cpufreq/policy${n}/scaling_governor`

  it('is untuned without a receipt, with the reason', () => {
    const refused = { refused: 'no receipt', adoptable: false }
    expect(gradeOf(refused, nothing)).toEqual({ grade: 'untuned', gradeReason: 'no receipt' })
  })

  it('names a whole knob if none of its targets could be planned', () => {
    const failed = { status: 'failed', reason: 'CPU 9 is not online', required: true }
    const receipt = receiptWith([...decisive.slice(0, 2), target('partition', '', '', failed)])
    const { grade, gradeReason } = gradeOf({ receipt }, { drifted: [], checked: 0 })
    expect([grade, gradeReason]).toEqual(['degraded', 'partition failed (CPU 9 is not online)'])
  })

  it('is tuned if all required targets are set; others that are not set are named', () => {
    const receipt = receiptWith([
      ...decisive,
      target('governor', policy(0), 'performance', { required: true }),
      target('irq-affinity', '/proc/irq/1/smp_affinity_list', '0-3', {
        status: 'failed',
        reason: 'reads back something else',
      }),
      target('irq-affinity', '/proc/irq/2/smp_affinity_list', '0-3', {
        status: 'failed',
        reason: 'reads back something else',
      }),
      target('uncore', '', '', { status: 'unsupported', reason: 'another processor' }),
    ])
    const { grade, gradeReason, tuning } = gradeOf({ receipt }, { drifted: [], checked: 1 })
    expect(grade).toBe('tuned')
    expect(gradeReason).toBe(
      'runner hooks 0.1.0: 4 targets set, 1 of them checked here; not required: irq-affinity failed on 2 targets ' +
        '(/proc/irq/1/smp_affinity_list: reads back something else)',
    )
    expect(tuning).toMatchObject({ kit: '0.1.0', generation: 3, benchmarkCpus: '2', set: 4, checked: 1 })
    expect(tuning?.unset.map(({ knob, status, targets }) => [knob, status, targets])).toEqual([
      ['irq-affinity', 'failed', 2],
      ['uncore', 'unsupported', 1],
    ])
  })

  it('is degraded if a required knob was denied', () => {
    const denied = { required: true, status: 'denied', reason: 'the firmware has locked turbo (EPERM)' }
    const knobs = [...decisive, target('turbo', '/sys/boost', '0', denied)]
    const receipt = receiptWith(knobs, { grade: 'degraded' })
    expect(gradeOf({ receipt }, nothing)).toMatchObject({
      grade: 'degraded',
      gradeReason: 'turbo denied on 1 target (/sys/boost: the firmware has locked turbo (EPERM))',
    })
  })

  it('is degraded by any drift, required or not, found here or by the hooks', () => {
    const reason = 'was performance, is powersave'
    const drifted = [0, 1].map(n => ({ knob: 'governor', required: false, target: policy(n), reason }))
    const governors = [0, 1].map(n => target('governor', policy(n), 'performance'))
    const knobs = [...governors, ...decisive]
    const seen = gradeOf({ receipt: receiptWith(knobs) }, { drifted, checked: 2 })
    expect(seen).toMatchObject({ grade: 'degraded', tuning: { set: 3 } })
    expect(seen.gradeReason).toBe(`governor drifted on 2 targets (${policy(0)}: ${reason})`)
    const told = { status: 'drifted', readback: '0', reason: 'it was 1 after the tune' }
    const published = gradeOf(
      { receipt: receiptWith([...decisive, target('ksm', '/sys/k', '1', told)]) },
      nothing,
    )
    expect(published.gradeReason).toBe('ksm drifted on 1 target (/sys/k: it was 1 after the tune, is 0)')
  })

  /** `governor /p/x performance applied !`; `-` is nothing, `!` required. */
  function parsed(line: string): object {
    const [knob = '', path = '', wanted = '', status = '', required] = line
      .trim()
      .split(' ')
      .map(each => (each === '-' ? '' : each))
    return target(knob, path, wanted, { status, required: required === '!' })
  }

  it.each(examplesOf('grades'))('of %p is %p, as for the hooks', (targets, expected) => {
    const receipt = receiptWith(targets.split(',').map(parsed))
    const blamed = new Set(lacksOf(receipt.knobs, false).map(each => each.knob))
    const { grade } = gradeOf({ receipt }, nothing)
    expect([grade, ...[...blamed].sort()].join(' ')).toBe(expected)
  })

  it('is degraded for a virtual machine with everything set, and says why', () => {
    const { grade, gradeReason } = gradeOf({ receipt: receiptWith(decisive) }, nothing, true)
    expect([grade, gradeReason]).toEqual(['degraded', expect.stringMatching(/^a virtual machine: its host/)])
    const root = machine({ 'proc/cpuinfo': 'flags\t\t: fpu tsc hypervisor\n' })
    publish(root, receiptOf(worker, { knobs: decisive }))
    const testbed = readTestbed({ machine: 'm', pinnedCpus: null, settings: {} }, root, reader)
    expect(testbed).toMatchObject({ grade: 'degraded', facts: { virtual: 'yes', grade: 'degraded' } })
  })

  it('is degraded where nothing was set, and says what is missing', () => {
    const none = target('governor', '', '', { status: 'unsupported', reason: 'no cpufreq', required: true })
    const receipt = receiptWith([none])
    expect(gradeOf({ receipt }, nothing).gradeReason).toBe(
      'governor is required, and this machine does not have it (no cpufreq); ' +
        'turbo is not in force: it is not set here; partition is not in force: it is not set here',
    )
  })

  it("has the hooks' own reason where the receipt's targets show none", () => {
    const why = { grade: 'degraded', lacks: ['governor is not in force: it is not set here'] }
    expect(gradeOf({ receipt: receiptWith(decisive, why) }, nothing)).toMatchObject({
      grade: 'degraded',
      gradeReason: why.lacks[0],
    })
  })

  it('names only the first five reasons', () => {
    const knobs = Array.from({ length: 7 }, (_, i) =>
      target('irq-affinity', `/proc/irq/${i}`, '0', { status: 'failed', required: true, reason: `no ${i}` }),
    )
    expect(gradeOf({ receipt: receiptWith(knobs) }, nothing).gradeReason).toMatch(/no 4\) and 5 more$/)
  })
})

describe('require-tuned', () => {
  it('accepts only a tuned machine, and says what to do about any other', () => {
    expect(requireTuned({ grade: 'tuned', gradeReason: '' })).toBeNull()
    expect(requireTuned({ grade: 'untuned', gradeReason: noReceipt })).toMatch(
      /^require-tuned: this machine is untuned: the runner hooks did not .*; install the runner hooks/,
    )
    expect(requireTuned({ grade: 'untuned', gradeReason: 'refused' })).toMatch(/: refused; ask .* status/)
    expect(requireTuned({ grade: 'degraded', gradeReason: 'turbo denied' })).toMatch(
      /degraded: turbo denied; look at/,
    )
    const { gradeReason } = gradeOf({ receipt: receiptWith(decisive) }, { drifted: [], checked: 0 }, true)
    expect(requireTuned({ grade: 'degraded', gradeReason })).toMatch(/a virtual machine: .*; only bare metal/)
  })
})

describe('a testbed, after the last run', () => {
  const governor = 'sys/devices/system/cpu/cpufreq/policy0/scaling_governor'
  const knobs = [...decisive, target('governor', `/${governor}`, 'performance')]

  function job(): string {
    const root = machine({ [governor]: 'performance\n' })
    publish(root, receiptOf(worker, { knobs }))
    return root
  }

  const atFirst = (root: string) =>
    readTestbed({ machine: 'm', pinnedCpus: null, settings: { shell: 'none' } }, root, reader)

  it('is the same if nothing happened', () => {
    const root = job()
    const testbed = atFirst(root)
    expect(testbed).toMatchObject({
      grade: 'tuned',
      facts: { machine: 'm', grade: 'tuned', governor: 'performance' },
    })
    expect(confirmTestbed(testbed, root, reader)).toEqual({ testbed, warnings: [] })
  })

  it('is untuned if the generation changed, or the receipt is gone', () => {
    const root = job()
    const testbed = atFirst(root)
    publish(root, receiptOf(worker, { knobs, generation: 5 }))
    const moved = confirmTestbed(testbed, root, reader)
    expect(moved.testbed).toMatchObject({ grade: 'untuned', facts: { grade: 'untuned' } })
    expect(moved.testbed.gradeReason).toContain('(generation 3, now 5)')
    expect(moved.testbed.tuning).toBeUndefined()
    expect(moved.testbed.fingerprint).not.toBe(testbed.fingerprint)
    expect(moved.warnings.map(warning => warning.code)).toEqual(['tuning-lost'])
    removeMachine(join(root, 'run'))
    expect(confirmTestbed(testbed, root, reader).testbed.gradeReason).toContain(
      'the runner hooks did not tune it',
    )
  })

  it('is degraded by a governor that drifted, and holds both values', () => {
    const root = job()
    const testbed = atFirst(root)
    put(root, { [governor]: 'powersave\n' })
    const after = confirmTestbed(testbed, root, reader)
    expect(after.testbed).toMatchObject({ grade: 'degraded', facts: { governor: 'performance → powersave' } })
    expect(after.warnings.map(warning => warning.code)).toEqual(['testbed-moved', 'tuning-lost'])
    expect(after.warnings[0]?.message).toBe(
      'the machine changed while it was measured: governor performance → powersave',
    )
  })

  it('does not become tuned after the first run', () => {
    const root = job()
    put(root, { [governor]: 'powersave\n' })
    const drifted = atFirst(root)
    put(root, { [governor]: 'performance\n' })
    expect(confirmTestbed(drifted, root, reader).testbed.grade).toBe('degraded')
    removeMachine(join(root, 'run'))
    const untuned = atFirst(root)
    publish(root, receiptOf(worker, { knobs }))
    expect(confirmTestbed(untuned, root, reader)).toEqual({ testbed: untuned, warnings: [] })
  })
})

describe('the name of the machine', () => {
  const names = { machine: 'input', machineClass: null, runner: 'ephemeral-7' }
  const factsWith = (receipt: object | null, more: Partial<MachineNames> = {}) => {
    const root = machine({})
    if (receipt) publish(root, receiptOf(worker, { knobs: [], ...receipt }))
    const { facts, fingerprint } = readTestbed(
      { ...names, ...more, pinnedCpus: null, settings: {} },
      root,
      reader,
    )
    const { machine: own, host, runner } = facts
    return { own, host, runner, fingerprint }
  }

  it("is the receipt's, else the caller's, else the runner's", () => {
    expect(factsWith({ machine: 'machine-0a1b2c3d4e5f' })).toMatchObject({
      own: 'machine-0a1b2c3d4e5f',
      host: undefined,
      runner: 'ephemeral-7',
    })
    expect(factsWith({ machine: '' })).toMatchObject({ own: 'input', runner: 'ephemeral-7' })
    expect(factsWith({})).toMatchObject({ own: 'input' })
    expect(factsWith(null)).toMatchObject({ own: 'input', runner: 'ephemeral-7' })
    expect(factsWith(null, { machine: '' })).toMatchObject({ own: 'ephemeral-7', runner: undefined })
  })

  it('is the same for each runner on it', () => {
    const [one, other] = ['a', 'b'].map(runner => factsWith({ machine: 'rack-1' }, { runner }))
    expect(one?.fingerprint).toBe(other?.fingerprint)
  })

  it('is that of its class, which has one fingerprint', () => {
    const [one, other] = ['rack-1', 'rack-2'].map(name => factsWith({ machine: name, class: 'rack' }))
    expect([one, other]).toMatchObject([
      { own: 'rack', host: 'rack-1' },
      { own: 'rack', host: 'rack-2' },
    ])
    expect(one?.fingerprint).toBe(other?.fingerprint)
    expect(factsWith(null, { machineClass: 'rack' })).toMatchObject({ own: 'rack', host: 'input' })
    expect(factsWith({ machine: 'rack-1', class: 'rack' }, { machineClass: 'mine' })).toMatchObject({
      own: 'rack',
    })
  })

  it('is none that could control a log or a page', () => {
    const name = (machine: string) => receiptSchema.safeParse(receiptOf(worker, { machine })).success
    expect(['a', 'rack-3.left_2', ''].map(name)).toEqual([true, true, true])
    expect(['a b', '<b>', '::x', 'x'.repeat(65), '-a'].map(name)).toEqual([false, false, false, false, false])
  })
})
