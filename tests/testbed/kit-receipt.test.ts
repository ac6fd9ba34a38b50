import { spawnSync } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from '@jest/globals'
import { readReceipt } from '../../src/testbed/receipt/read.ts'
import { readTestbed } from '../../src/testbed/testbed.ts'
import { processFiles, put, removeMachine } from './fake-machine.ts'

const kit = resolve(dirname(fileURLToPath(import.meta.url)), '../hooks/kit.bash')
const reader = { trustedUid: process.getuid?.() ?? 0, pid: 900 }
const boxes: string[] = []

afterEach(() => boxes.splice(0).forEach(removeMachine))

function bash(script: string): string {
  // What bats would provide.
  const text = `bats_require_minimum_version() { :; }; BATS_TEST_TMPDIR=$(mktemp -d) BATS_FILE_TMPDIR=$BATS_TEST_TMPDIR; source "${kit}"; ${script}`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', text], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  return stdout.trim()
}

/** The real kit on a fake machine with this driver, tuned for worker 500; this process is number 900 below it. */
function tunedMachine(driver: string, more = ':'): { root: string; host: (verb: string) => void } {
  const box = bash(
    `make_kit; ${more}; make_machine ${driver}; make_systemd; as_job 500 tune >&2; echo "$BOX"`,
  )
  boxes.push(box)
  const root = join(box, 'machine')
  put(root, processFiles(900, 500, 'node', 2000))
  const again = (verb: string) =>
    `BOX='${box}' MACHINE='${root}' KIT='${box}/kit'; as_job 500 ${verb} >&2 || true`
  return { root, host: verb => void bash(again(verb)) }
}

describe('a receipt that the runner hooks really wrote', () => {
  it.each(['intel_pstate', 'amd-pstate-epp@6.10', 'cpufreq-dt'])(
    'fits the schema and holds, with the driver %s',
    driver => {
      const { root } = tunedMachine(driver)
      const { receipt, refused } = readReceipt(root, reader)
      expect(refused).toBeUndefined()
      const testbed = readTestbed(
        { machine: 'm', pinnedCpus: '1', settings: { shell: 'none' } },
        root,
        reader,
      )
      expect(testbed).toMatchObject({ grade: 'tuned', tuning: { generation: 1, kit: receipt?.kit } })
      expect(testbed.tuning?.benchmarkCpus).toBe('1')
      const statuses = new Set(testbed.tuning?.unset.map(each => each.status))
      expect([...statuses].filter(each => each !== 'unsupported')).toEqual([])
      // Everything but units and threads can be looked at.
      const files = receipt?.knobs.filter(each => each.target.startsWith('/') && /^a/.test(each.status))
      expect(files?.length).toBeGreaterThan(10)
      expect(testbed.tuning?.checked).toBe(files?.length)
    },
  )

  it('names the CPUs that are kept for load', () => {
    const more = 'sed -i "s/^load-cpus.*/load-cpus = auto/" "$MACHINE/etc/stable-bench/stable-bench.conf"'
    const { root } = tunedMachine('acpi-cpufreq 4', more)
    expect(readReceipt(root, reader).receipt?.cpus).toEqual({
      benchmark: '3',
      load: '2',
      housekeeping: '0-1',
    })
    const testbed = readTestbed({ machine: 'm', pinnedCpus: '3', settings: { shell: 'none' } }, root, reader)
    expect(testbed.tuning).toMatchObject({ benchmarkCpus: '3', loadCpus: '2' })
    const without = readTestbed(
      { machine: 'm', pinnedCpus: '1', settings: { shell: 'none' } },
      tunedMachine('acpi-cpufreq').root,
      reader,
    )
    expect(without.tuning).not.toHaveProperty('loadCpus')
  })

  it('fits and holds with hundreds of CPUs, each by itself, and a target that somebody has set since is named briefly', () => {
    const more =
      'conf "housekeeping = confine" "irq-affinity = housekeeping required" "cpus = $(seq -s, 1 2 239)"'
    const { root } = tunedMachine('none 120', more)
    const { receipt, refused } = readReceipt(root, reader)
    expect(refused).toBeUndefined()
    const interrupt = '/proc/irq/3/smp_affinity_list'
    expect(receipt?.knobs.find(each => each.target === interrupt)?.readback).toHaveLength(424)
    const drifted = () =>
      readTestbed(
        { machine: 'm', pinnedCpus: '1', settings: { shell: 'none' } },
        root,
        reader,
      ).tuning?.unset.filter(each => each.status === 'drifted')
    expect(drifted()).toEqual([])
    put(root, { [interrupt.slice(1)]: '1\n' })
    expect(drifted()).toMatchObject([
      { target: interrupt, reason: expect.stringMatching(/^was 0,2,.{1,200}…, is 1$/) },
    ])
  })

  it('shows what drifts afterwards, to this process and to the hooks alike', () => {
    const { root, host } = tunedMachine('acpi-cpufreq')
    const governor = 'sys/devices/system/cpu/cpufreq/policy0/scaling_governor'
    put(root, { [governor]: 'powersave\n', 'proc/irq/3/smp_affinity_list': '1\n' })
    const seen = readTestbed({ machine: 'm', pinnedCpus: '1', settings: { shell: 'none' } }, root, reader)
    expect(seen.grade).toBe('degraded')
    expect(seen.tuning?.unset.filter(each => each.status === 'drifted').map(each => each.target)).toEqual([
      `/${governor}`,
      '/proc/irq/3/smp_affinity_list',
    ])
    host('verify')
    const told = readTestbed({ machine: 'm', pinnedCpus: '1', settings: { shell: 'none' } }, root, reader)
    expect(told.gradeReason).toContain('it was performance after the tune, is powersave')
  })

  it('is gone after the restore, and has another generation after the next tune', () => {
    const { root, host } = tunedMachine('acpi-cpufreq')
    host('restore')
    expect(readReceipt(root, reader).refused).toBe('the runner hooks did not tune it for this job')
    host('tune')
    expect(readReceipt(root, reader).receipt?.generation).toBe(2)
  })
})
