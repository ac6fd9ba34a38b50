import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from '@jest/globals'
import { housekeepingCpus, moveToHousekeeping } from '../../../src/measure/pin/housekeeping.ts'
import { allowedCpus, readTopology } from '../../../src/measure/pin/topology.ts'
import { formatCpuList } from '../../../src/model/index.ts'
import { eightThreads } from '../fake-cpus.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A node with its threads, which waits; its pid. */
async function waiting(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e6)'])
  children.push(child)
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

/** The CPUs that the threads of process `pid` may use: one list when they all agree. */
function cpusOfThreads(pid: number): string[] {
  const lists = readdirSync(`/proc/${pid}/task`).map(thread => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? ''
  })
  return [...new Set(lists)]
}

describe('housekeeping CPUs', () => {
  it('are the allowed CPUs without the cores of the benchmark', () => {
    expect(housekeepingCpus([3], readTopology(eightThreads()))).toEqual([0, 1, 2, 4, 5, 6])
  })

  it('share a core with the benchmark only when nothing else is left', () => {
    expect(housekeepingCpus([3], readTopology(eightThreads({ allowed: '3,7' })))).toEqual([7])
    expect(housekeepingCpus([3, 7], readTopology(eightThreads({ allowed: '3,7' })))).toEqual([])
  })
})

describe('moving to the housekeeping CPUs', () => {
  const all = formatCpuList(allowedCpus())
  const last = String(allowedCpus().at(-1))
  const withSeveral = allowedCpus().length > 1 ? it : it.skip

  withSeveral('moves every thread there and back', async () => {
    const pid = await waiting()
    const { cpus, warnings, restore } = moveToHousekeeping(last, readTopology(), pid)
    expect(warnings).toEqual([])
    expect(cpusOfThreads(pid)).toEqual([cpus])
    expect(cpus?.split(/[,-]/)).not.toContain(last)
    restore()
    expect(cpusOfThreads(pid)).toEqual([all])
  })

  it('does nothing when the benchmark is not pinned', async () => {
    const pid = await waiting()
    expect(moveToHousekeeping(null, readTopology(), pid)).toMatchObject({ cpus: null, warnings: [] })
    expect(cpusOfThreads(pid)).toEqual([all])
  })

  it('does nothing when this process may not use the benchmark’s CPUs anyway', async () => {
    const pid = await waiting()
    expect(moveToHousekeeping('4000', readTopology(), pid)).toMatchObject({ cpus: null, warnings: [] })
    expect(cpusOfThreads(pid)).toEqual([all])
  })

  it('warns when there are no other CPUs', async () => {
    const pid = await waiting()
    const { cpus, warnings } = moveToHousekeeping(all, readTopology(), pid)
    expect(cpus).toBeNull()
    expect(warnings).toEqual([
      {
        code: 'shared-cpus',
        message: `stable-bench itself runs on the benchmark's CPUs (${all}): this job may use no others`,
      },
    ])
  })

  it('warns when the kernel refuses', async () => {
    const pid = await waiting()
    // To this machine CPU 4000 is as one of another cpuset: it refuses it.
    const elsewhere = { ...readTopology(), allowed: [4000, 4001] }
    const { cpus, warnings } = moveToHousekeeping('4001', elsewhere, pid)
    expect(cpus).toBeNull()
    expect(warnings[0]?.message).toMatch(/may run on the benchmark's CPUs \(4001\): .*Invalid argument/)
  })
})
