// Makes the runs of a schedule one after the other, each a fresh process, and yields each as soon as it is there.
import type { RunEvidence } from '../model.ts'
import { type Bracketed, bracketed, type Clock, readBracket } from './bracket.ts'
import { type ChildResult, maxOutputBytes, runChild } from './child-process.ts'
import { type Output, readResults, removeResults } from './results-files.ts'
import type { Side, Step } from './schedule.ts'

export type SideCommand = { argv: string[]; cwd: string }

export type Measuring = {
  commands: Partial<Record<Side, SideCommand>>
  prefix: string[]
  clock: Clock
  env: NodeJS.ProcessEnv
  results: string | null
  isResults: (text: string) => boolean
  timeoutMs: number
  signal: AbortSignal
}

/** One fresh process: `outputs` is its stdout, or the results files it wrote. */
export type Run = { step: Step; evidence: RunEvidence; outputs: Output[] }

/** The command did not do its part: it could not be started, failed, took too long or printed too much. */
export class MeasureError extends Error {
  override name = 'MeasureError'
  /** Whose command it was. */
  readonly side: Side
  constructor(message: string, side: Side) {
    super(message)
    this.side = side
  }
}

/** Asked to stop by a signal; what was yielded before is good. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

const lastLines = (text: string) => text.trimEnd().split('\n').slice(-15).join('\n')

function complaint(child: ChildResult): string {
  const said = [child.stdout, child.stderr].map(lastLines).filter(Boolean).join('\n')
  return said ? `; its last output was:\n${said}` : '; it printed nothing'
}

const words = (argv: string[]) => (argv[0] === 'bash' && argv.length > 3 ? argv.at(-1) : argv.join(' '))

/** Throws what went wrong with `child`, naming the command and the run; returns what the bracket saw otherwise. */
function checked(child: ChildResult, measuring: Measuring, step: Step, argv: string[]): Bracketed {
  const what = `${step.kind === 'warmup' ? 'warm-up run' : 'run'} ${step.number + 1} of '${words(argv)}'`
  const failed = (problem: string) => new MeasureError(`${what} ${problem}`, step.side)
  if (child.stopped === 'aborted') throw new Interrupted(`stopped during ${what}`)
  if (child.stopped === 'timeout') {
    const limit = measuring.timeoutMs / 1000
    throw failed(`took longer than ${limit} s (run-timeout) and was stopped${complaint(child)}`)
  }
  if (child.stopped === 'output') {
    throw failed(`printed more than ${maxOutputBytes / 1024 / 1024} MiB and was stopped`)
  }
  if (child.notStarted !== null) throw failed(`could not be started: ${child.notStarted}`)
  const seen = readBracket(measuring.clock, child.report)
  if (seen === null) throw failed(`ended without a measurement${complaint(child)}`)
  if ('notStarted' in seen) throw failed(`could not be started: ${seen.notStarted}`)
  if (seen.signal !== null) throw failed(`was ended by signal ${seen.signal}${complaint(child)}`)
  if (seen.exitCode !== 0) throw failed(`failed with exit code ${seen.exitCode}${complaint(child)}`)
  return seen
}

/**
 * Makes the runs of `steps` in order. Throws MeasureError when a run fails, Interrupted when `signal` fires and
 * InputError for results that cannot be used; nothing of a run is left behind in any case.
 */
export async function* measureRuns(steps: Step[], measuring: Measuring): AsyncGenerator<Run> {
  for (const step of steps) {
    const command = measuring.commands[step.side]
    if (!command) throw new Error(`no command for the ${step.side}`)
    const { argv, cwd } = command
    if (measuring.results) removeResults(measuring.results, cwd, measuring.isResults)
    const startedAt = new Date().toISOString()
    const child = await runChild({
      argv: [...measuring.prefix, ...bracketed(measuring.clock, argv)],
      cwd,
      env: measuring.env,
      timeoutMs: measuring.timeoutMs,
      signal: measuring.signal,
    })
    const { exitCode: _, signal: __, ...accounted } = checked(child, measuring, step, argv)
    const outputs = measuring.results
      ? readResults(measuring.results, cwd)
      : [{ source: 'the standard output', text: child.stdout }]
    yield { step, evidence: { startedAt, ...accounted }, outputs }
  }
}
