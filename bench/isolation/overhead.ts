// Measures the cost of stable-bench itself: the time that a run takes outside the measured interval, and the CPU time
// of stable-bench during a run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunEvidence } from '../../src/model/index.ts'
import { median } from '../../src/stats/describe/summary.ts'
import { cli, runCli } from './run-cli.ts'

/** `share` is the share of one CPU. */
export type Overhead = { outsideMs: number; share: number }

type Place = { folder: string; signal: AbortSignal }

/** The time from the start of one run to that of the next, less the measured time; in milliseconds. */
function outside(evidence: RunEvidence[]): number[] {
  const starts = evidence.map(each => Date.parse(each.startedAt))
  return starts.slice(1).map((next, i) => {
    const { wallTime } = evidence[i] as RunEvidence
    return next - (starts[i] as number) - wallTime / 1e6
  })
}

/** User and system time of one process without its children, in seconds; a tick is 10 ms. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The share of one CPU that stable-bench takes while a run of a sleeping benchmark is in progress. */
async function shareDuringRun(seconds: number, { folder, signal }: Place): Promise<number> {
  const args = ['run', '--runs', '5', '--warmup-runs', '0', '--', 'sleep', String(seconds + 10)]
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, stdio: 'ignore' })
  const gone = once(child, 'close')
  try {
    // Within this time it has started and calibrated its clock.
    await sleep(3000, undefined, { signal })
    const [begin, at] = [cpuSeconds(child.pid ?? 0), performance.now()]
    await sleep(seconds * 1000, undefined, { signal })
    return (cpuSeconds(child.pid ?? 0) - begin) / ((performance.now() - at) / 1000)
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}

export async function measureOverhead(place: Place): Promise<Overhead> {
  const { evidence } = await runCli(['--runs', '30', '--', '/bin/true'], place)
  return { outsideMs: median(outside(evidence)), share: await shareDuringRun(10, place) }
}
