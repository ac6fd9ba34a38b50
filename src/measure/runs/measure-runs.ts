// Makes the runs of a schedule one after the other, each as fresh processes, and yields each as soon as it is there.
import { setTimeout as sleep } from 'node:timers/promises'
import { InputError, type ProcessFigures, type RunEvidence } from '../../model/index.ts'
import { nameOf, type Running, runProcess } from '../process/run-process.ts'
import { countsOf, perOperation } from './delta.ts'
import { Interrupted, MeasureError } from './errors.ts'
import { type Repeating, withRepeat } from './repeat-run.ts'
import { type Output, readResults, removeResults } from './results-files.ts'
import type { Side, Step } from './schedule.ts'
import { fillTemplate } from './template.ts'

export type SideCommand = { argv: string[]; cwd: string }

export type Measuring = Running &
  Repeating & {
    commands: Partial<Record<Side, SideCommand>>
    results: string | null
    isResults: (text: string) => boolean
    /** The n of `{n}`; 0 where a run is a single process. */
    delta: number
    coolDownMs: number
    /** Called before each process, for a cold file cache. */
    prepare: () => Promise<void>
  }

/**
 * `evidence` has one entry per process, in execution order; `outputs` is the stdout, or the results files; `stderr` the
 * end of the standard error; `perOperation` what a pair of processes with n and 2n differ in.
 */
export type Run = {
  step: Step
  evidence: RunEvidence[]
  outputs: Output[]
  stderr: string
  perOperation: ProcessFigures | null
}

/** What is in the way of results is a mistake in the flags, unless it may be in the checkout of one side alone. */
function makeRoom(pattern: string, { side }: Step, { commands, isResults }: Measuring): void {
  const cwd = commands[side]?.cwd ?? '.'
  try {
    removeResults(pattern, cwd, isResults)
  } catch (error) {
    const apart = Object.values(commands).some(other => other.cwd !== cwd)
    if (apart && error instanceof InputError) throw new MeasureError(error.message, side)
    throw error
  }
}

async function makeRun(step: Step, { argv, cwd }: SideCommand, measuring: Measuring): Promise<Run> {
  if (measuring.results) makeRoom(measuring.results, step, measuring)
  const benchmark = step.benchmark ?? null
  const processWith = async (n: number | null) => {
    await measuring.prepare()
    return runProcess(fillTemplate(argv, { benchmark, n }), { cwd, step, running: measuring })
  }
  const counted = async (n: number) => ({ ...(await processWith(n)).evidence, n })
  const [first, second] = countsOf(measuring.delta, step)
  if (first !== undefined && second !== undefined) {
    const made = [await counted(first), await counted(second)] as const
    const [small, large] = first < second ? made : ([made[1], made[0]] as const)
    const counts = step.kind === 'measured'
    const difference = counts ? perOperation(small, large, measuring.delta, step) : null
    return { step, evidence: [...made], outputs: [], stderr: '', perOperation: difference }
  }
  const { evidence, stdout, stderr } = await processWith(null)
  const outputs = measuring.results
    ? readResults(measuring.results, cwd, step.side)
    : [{ source: 'the standard output', text: stdout }]
  return { step, evidence: [evidence], outputs, stderr, perOperation: null }
}

async function coolDown(milliseconds: number, signal: AbortSignal, step: Step): Promise<void> {
  if (milliseconds === 0) return
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw new Interrupted(`stopped before ${nameOf(step)}`)
  })
}

/**
 * Makes the runs of `steps` in order, with a pause in front of each. A run that the machine spoilt is made once
 * more and noted in `repeats`. Throws MeasureError when a run fails or leaves no results that can be read, Interrupted
 * when `signal` fires and InputError for a pattern of results that matches other files; nothing of a run is left behind
 * in any case.
 */
export async function* measureRuns(steps: Step[], measuring: Measuring): AsyncGenerator<Run> {
  for (const step of steps) {
    const command = measuring.commands[step.side]
    if (!command) throw new Error(`no command for the ${step.side}`)
    await coolDown(measuring.coolDownMs, measuring.signal, step)
    yield await withRepeat(step, () => makeRun(step, command, measuring), measuring)
  }
}
