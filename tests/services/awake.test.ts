// A real keeper of a service keeps a real CPU awake, at the kernel's lowest policy, and nothing of that outlives it.
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from '@jest/globals'
import { fileTree } from '../../src/kernel-files.ts'
import { allowedCpus } from '../../src/measure/pin/topology.ts'
import { tryCommand } from '../../src/measure/pin/wrappers.ts'
import { awakeCpus } from '../../src/services/awake-cpus.ts'
import { type Service, startService } from '../../src/services/service-process.ts'
import { fakeTree } from '../measure/fake-tree.ts'
import { until } from '../until.ts'

const cpu = allowedCpus('/').at(-1) as number
const IDLE = '5'

let service: Service | null = null
afterEach(() => service?.stop())

function started(...argv: string[]): Service {
  service = startService(argv, { prefix: [], cwd: '/', env: process.env, awake: [cpu] })
  return service
}

/** The fields of /proc/PID/stat from the third on, the state. */
const statOf = (pid: string) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ')

/** The keeper of a service, and what keeps a CPU awake for it. */
async function processesOf(service: Service): Promise<{ keeper: number; awake: string }> {
  await until('the service runs', () => service.pid() > 0)
  const keeper = statOf(String(service.pid()))[1] as string
  const children = readFileSync(`/proc/${keeper}/task/${keeper}/children`, 'utf8').trim().split(' ')
  return { keeper: Number(keeper), awake: children.find(each => Number(each) !== service.pid()) as string }
}

const isThere = (pid: string) => tryCommand(['kill', '-0', pid]).ok

describe('while a service runs', () => {
  it('its CPU is kept awake by what runs only where nothing else wants to, and that is not counted as the service’s', async () => {
    const service = started('sleep', '600')
    const { awake } = await processesOf(service)
    // The policy is the 41st field of all (proc_pid_stat(5)).
    await until('it has its policy', () => statOf(awake)[38] === IDLE)
    const before = await service.figures()
    let after = before
    while (after.awakeTime === before.awakeTime) after = await service.figures()
    expect(after.cpuTime).toBe(before.cpuTime)
    expect(readFileSync(`/proc/${awake}/status`, 'utf8')).toMatch(`\nCpus_allowed_list:\t${cpu}\n`)
    expect(await service.programs()).toEqual(['sleep'])
    await service.stop()
    // Even to end, it waits until nothing else wants the CPU.
    await until('it is gone', () => !isThere(awake))
  })

  it('it ends with a keeper that is killed', async () => {
    const service = started('sleep', '600')
    const { keeper, awake } = await processesOf(service)
    const own = service.pid()
    process.kill(keeper, 'SIGKILL')
    await until('it is gone', () => !isThere(awake))
    process.kill(own, 'SIGKILL')
  })

  it('it stops beside a service in another session, where its policy does not count', async () => {
    const service = started('setsid', 'sleep', '600')
    const { awake } = await processesOf(service)
    await until(
      'the service has its session',
      () => statOf(String(service.pid()))[3] === String(service.pid()),
    )
    await service.figures()
    await until('it has stopped', () => statOf(awake)[0] === 'T')
  })
})

describe('the CPUs of a service', () => {
  const chosen = (files: Record<string, string>, isHeld = false) =>
    awakeCpus([2, 3], isHeld, fileTree(fakeTree(files)))

  it.each([
    ['one above its cgroup', '0::/ci/job\n', 'sys/fs/cgroup/ci/cpu.max', '150000 100000\n'],
    ['that of a container', '0::/\n', 'sys/fs/cgroup/cpu.max', '100000 100000\n'],
    [
      'one of the older cgroups',
      '4:cpu,cpuacct:/job\n',
      'sys/fs/cgroup/cpu/job/cpu.cfs_quota_us',
      '100000\n',
    ],
  ])('are not kept awake under a quota, which that would use up: %s', (_, cgroup, path, quota) => {
    expect(chosen({ 'proc/self/cgroup': cgroup, [path]: quota })).toEqual([])
  })

  it.each([
    { driver: 'acpi_idle\n', awake: [] },
    { driver: 'none\n', awake: [2, 3] },
  ])('are left to the hooks that hold the machine, where its kernel chooses idle states: $driver', each => {
    expect(chosen({ 'sys/devices/system/cpu/cpuidle/current_driver': each.driver }, true)).toEqual(each.awake)
  })

  it('are kept awake where there is none', () => {
    const files = {
      'proc/self/cgroup': '4:cpu,cpuacct:/job\n0::/ci/job\n',
      'sys/fs/cgroup/ci/job/cpu.max': 'max 100000\n',
      'sys/fs/cgroup/cpu/job/cpu.cfs_quota_us': '-1\n',
    }
    expect(chosen(files)).toEqual([2, 3])
  })
})
