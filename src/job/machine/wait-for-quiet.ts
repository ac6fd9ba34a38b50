// Looks at the machine before the first run. Says what disturbs it, waits for quiet where the request asks for that,
// and names the CPUs of the benchmark.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { adviceFor } from '../../measure/evidence/doubts-of-all-runs.ts'
import { lookAtMachine } from '../../measure/evidence/look-at-machine.ts'
import { type EvidenceSources, evidenceSources } from '../../measure/evidence/read.ts'
import { moveToHousekeeping } from '../../measure/pin/housekeeping.ts'
import { parseCpuList, type Warning } from '../../model/index.ts'
import { ancestorsOf } from '../../testbed/receipt/read.ts'
import { moreCpus } from '../doubts/threads-in-turn.ts'
import { tryClock } from '../make-runs.ts'
import type { Job, PinnedRequest } from '../start.ts'

/**
 * How long it looks once the job has started. Of 35 clock ticks, three of others are more than the limit allows (judge-run.ts), so it
 * finds a program that uses 9 % of a CPU; of 20, it would find none below 15 %.
 */
const LOOK_MS = 350
/** How long it looks again where it waits for a quiet machine. */
const LOOK_AGAIN_MS = 500

const texts = (found: Warning[]) => found.map(({ message }) => message).join('; ')

/** Where the lines go, and how an input is set there: a flag, or a word of the workflow. */
type MessageOutput = { say: (line: string) => void; set: (name: string, value: string) => string }

/** Tells `say` in a line of the only CPU that a program with threads gets, when nobody chose it. */
export function sayCpus(job: Job, { say, set }: MessageOutput): void {
  const { pinning, request } = job
  const isOne = pinning.cpus !== null && parseCpuList(pinning.cpus, 'cpus').length === 1
  if (!isOne || request.pinning.cpus !== 'auto') return
  say(
    `measuring on CPU ${pinning.cpus} alone; give a program with threads more: ${set('cpus', moreCpus(job, 8))}`,
  )
}

/** One line about a clock that its governor moves. A virtual machine shows none. */
function aboutClock({ testbed: { facts, grade } }: Job): string | null {
  const { governor } = facts
  if (grade !== 'untuned' || governor === undefined || governor === 'performance') return null
  return `the clock may change from run to run (governor ${governor}): set the governor to performance`
}

/** The commands of this program that measure. With `cpus: auto` two at once choose the same CPUs. */
const MEASURING = ['run', 'ab', 'explain', 'bisect', 'calibrate', 'demo', 'doctor']

/** What `read` finds of a process; null where it has ended, or belongs to somebody else. */
function ofProcess<Found>(read: () => Found): Found | null {
  try {
    return read()
  } catch {
    return null
  }
}

const argvOf = (pid: string) =>
  ofProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')) ?? []

function programOf(pid: string): string | null {
  const [, script = ''] = argvOf(pid)
  return ofProcess(() => realpathSync(resolve(realpathSync(`/proc/${pid}/cwd`), script)))
}

/** The ids of the other processes of this user that run this program, and measure. None outside of the command line. */
function otherMeasurements(): number[] {
  const own = String(process.pid)
  if (!MEASURING.includes(argvOf(own)[2] ?? '')) return []
  const program = programOf(own)
  // A benchmark may be this program itself.
  const known = [own, ...ancestorsOf(process.pid).map(({ pid }) => String(pid))]
  return readdirSync('/proc')
    .filter(pid => /^\d+$/.test(pid) && !known.includes(pid))
    .filter(pid => MEASURING.includes(argvOf(pid)[2] ?? '') && programOf(pid) === program)
    .map(Number)
}

function aboutOthers({ pinning }: Pick<Job, 'pinning'>, set: MessageOutput['set']): string | null {
  const [other] = otherMeasurements()
  if (other === undefined) return null
  const shared = pinning.cpus === null ? '' : `, and may share CPU ${pinning.cpus} with this one`
  return `another stable-bench measures now (process ${other})${shared}: wait until it has ended, or give each other CPUs: ${set('cpus', 'LIST')}`
}

/** The first look, and the job that `start` starts meanwhile. The clock is tried then, too, unless that is to wait for quiet. */
async function firstLook(
  { request, pinning, topology }: PinnedRequest,
  sources: EvidenceSources,
  signal: AbortSignal,
  start: () => Promise<Job>,
): Promise<{ made: Job; reasons: Warning[] }> {
  const keeping = moveToHousekeeping(pinning.cpus, topology)
  try {
    return await lookAtMachine(sources, LOOK_MS, signal, async onCpus => {
      const job = await start()
      if (request.waitIdleSeconds === 0) await onCpus(() => tryClock(job))
      return job
    })
  } finally {
    keeping.restore()
  }
}

/**
 * Starts a job by `start`, while it looks at the machine. Tells `say` in a line what disturbs the CPUs of the benchmark, and
 * returns it. With `waitIdleSeconds` it waits until nothing does, at most that long. It judges no run. Throws Interrupted, and as
 * `start`.
 */
export async function checkMachineFirst(
  pinned: PinnedRequest,
  start: () => Promise<Job>,
  signal: AbortSignal,
  { say, set }: MessageOutput,
): Promise<{ job: Job; disturbed: Warning[] }> {
  const { pinning, request } = pinned
  const sources = evidenceSources(
    pinning.cpus === null ? null : parseCpuList(pinning.cpus, 'the pinned CPUs'),
  )
  const limit = request.waitIdleSeconds
  const until = performance.now() + 1000 * limit
  const { made: job, reasons } = await firstLook(pinned, sources, signal, async () => {
    const started = await start()
    for (const line of [aboutOthers(pinned, set), aboutClock(started)]) if (line !== null) say(line)
    return started
  })
  let found = reasons
  if (found.length === 0) return { job, disturbed: [] }
  if (limit > 0) say(`waiting for a quiet machine, for ${limit} s at most: ${texts(found)}`)
  while (found.length > 0 && performance.now() < until)
    found = (await lookAtMachine(sources, LOOK_AGAIN_MS, signal, async () => {})).reasons
  const [first] = found
  if (first === undefined) {
    say('the machine is quiet')
    return { job, disturbed: [] }
  }
  const wait = limit > 0 ? '' : `; or wait until it is quiet: ${set('wait-idle', '10m')}`
  say(`the machine is busy: ${texts(found)}: ${adviceFor(first.code)}${wait}`)
  return { job, disturbed: found }
}
