// Joins measuring, formats and testbed: from a request to the sessions of one job, all runs parsed as they come.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkSamples } from './formats/check-samples.ts'
import type { Format, Parsed } from './formats/format.ts'
import { groupRuns, processTiming } from './formats/group-runs.ts'
import { formatNamed, recogniseFormat } from './formats/index.ts'
import { availableClock, type Clock } from './measure/bracket.ts'
import { scrubbedEnvironment } from './measure/environment.ts'
import { type Measuring, measureRuns, type Run, type SideCommand } from './measure/measure-runs.ts'
import { choosePinning, type Pinning, type PinningRequest, tryCommand } from './measure/pinning.ts'
import type { Output } from './measure/results-files.ts'
import { measuredSteps, type Side, type Step, warmupSteps } from './measure/schedule.ts'
import { InputError, type Revision, type Session, type Testbed, type Warning } from './model.ts'
import { readRevision } from './testbed/read-revision.ts'
import { readTestbed } from './testbed/read-testbed.ts'

export type MeasureRequest = {
  suite: string
  cwd: string
  /** Where a side runs instead of `cwd`: checkouts of different commits. */
  cwds?: Record<Side, string>
  /** A command line for bash, or words that are run as they are. */
  commands: Partial<Record<Side, string | string[]>>
  runs: number
  warmupRuns: number
  tool: string
  results: string | null
  pinning: PinningRequest
  timeoutMs: number
  env: NodeJS.ProcessEnv
  machine: string | null
}

export type RunDone = { step: Step; wallTime: number; done: number; total: number }

type Parser = { name: string; format: Format | null }

type ParsedRun = Run & { parsed: Parsed; position: number }

/** One job on one machine: what it will do, and the runs it has made so far. */
export type Job = {
  request: MeasureRequest
  sides: Side[]
  measuring: Measuring
  pinning: Pinning
  clock: Clock
  testbed: Testbed
  revisions: Record<Side, Revision | null>
  parser: Parser | null
  runs: ParsedRun[]
}

// A benchmark that dies in an earlier line, or in front of `| tee`, must not count as measured.
const shell = (command: string) => ['bash', '-e', '-o', 'pipefail', '-c', command]

function assertDirectory(cwd: string): void {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InputError(`working-directory: ${cwd} is no directory`)
  }
}

function sideCommand(command: string | string[], side: Side, cwd: string): SideCommand {
  assertDirectory(cwd)
  const argv = typeof command === 'string' ? shell(command) : command
  const empty = typeof command === 'string' ? command.trim() === '' : command.length === 0
  if (empty) throw new InputError(`the command of the ${side} is empty; say what to measure`)
  return { argv, cwd }
}

function isResultsOf(tool: string): (text: string) => boolean {
  return tool === 'auto' ? text => recogniseFormat(text) !== null : text => formatNamed(tool).recognises(text)
}

/** Checks the request, chooses pinning and clock and reads the machine. Throws an InputError; runs nothing. */
export async function startJob(request: MeasureRequest, signal: AbortSignal): Promise<Job> {
  const cwdOf = (side: Side) => resolve(request.cwds?.[side] ?? request.cwd)
  if (request.results && request.tool === 'process') {
    throw new InputError(
      'results: has no use with --tool process, which reads no results; leave one of them out',
    )
  }
  const sides = (['baseline', 'candidate'] as const).filter(side => request.commands[side] !== undefined)
  const commands = Object.fromEntries(
    sides.map(side => [side, sideCommand(request.commands[side] as string | string[], side, cwdOf(side))]),
  )
  const env = scrubbedEnvironment(request.env)
  const pinning = choosePinning(request.pinning, env)
  const clock = availableClock(argv => tryCommand(argv, env).ok)
  const measuring: Measuring = {
    commands,
    prefix: pinning.prefix,
    clock,
    env,
    results: request.results,
    isResults: isResultsOf(request.tool),
    timeoutMs: request.timeoutMs,
    signal,
  }
  const testbed = readTestbed({ machine: request.machine, pinnedCpus: pinning.cpus })
  const revisions = {
    baseline: await readRevision(cwdOf('baseline')),
    candidate: await readRevision(cwdOf('candidate')),
  }
  return { request, sides, measuring, pinning, clock, testbed, revisions, parser: null, runs: [] }
}

/** Decided once, by the first output: a benchmark that falls silent later is an error, not another tool. */
function chooseParser(outputs: Output[], { tool, results }: MeasureRequest): Parser {
  if (tool === 'process') return { name: tool, format: null }
  if (tool !== 'auto') return { name: tool, format: formatNamed(tool) }
  const format = recogniseFormat(outputs[0]?.text ?? '')
  if (format === null && results) {
    throw new InputError(`${outputs[0]?.source}: is in no known format; say which with --tool`)
  }
  return { name: format?.name ?? 'process', format }
}

function parseRun(run: Run, { format }: Parser, suite: string): Parsed {
  if (format === null) return processTiming(suite, run.evidence)
  const where = `${run.step.kind === 'warmup' ? 'warm-up run' : 'run'} ${run.step.number + 1} of the ${run.step.side}`
  const parts = run.outputs.map(({ source, text }) => format.parse(text, `${source} of ${where}`))
  const parsed: Parsed = {
    samples: parts.flatMap(part => part.samples),
    failures: parts.flatMap(part => part.failures),
    warnings: parts.flatMap(part => part.warnings),
  }
  return checkSamples(parsed, `${run.outputs.map(output => output.source).join(', ')} of ${where}`)
}

/**
 * Makes runs `from` (inclusive) to `to` (exclusive) of each side, behind the warm-up runs when `from` is 0, and
 * adds them to `job.runs` one by one: whatever is thrown, the runs that are there are good.
 */
export async function measureTo(job: Job, to: number, onRun: (done: RunDone) => void): Promise<void> {
  const { request, sides } = job
  const from = job.runs.length / sides.length
  const warmups = from === 0 ? warmupSteps(sides, request.warmupRuns) : []
  const steps = [...warmups, ...measuredSteps(sides, from, to)]
  let done = 0
  for await (const run of measureRuns(steps, job.measuring)) {
    job.parser ??= chooseParser(run.outputs, request)
    const parsed = parseRun(run, job.parser, request.suite)
    // What a run printed has been parsed; holding on to it would cost memory for nothing.
    if (run.step.kind === 'measured')
      job.runs.push({ ...run, outputs: [], parsed, position: job.runs.length })
    onRun({ step: run.step, wallTime: run.evidence.wallTime, done: ++done, total: steps.length })
  }
}

function warningsOf(job: Job): Warning[] {
  const noMemory =
    job.clock === 'bash' && job.parser?.name === 'process'
      ? [{ code: 'no-perl', message: 'perl with Time::HiRes is missing: peak-memory is not measured' }]
      : []
  return [...job.pinning.warnings, ...noMemory]
}

/** The session of one side, with the runs made so far. */
export function sessionOf(job: Job, side: Side): Session {
  const { request, pinning } = job
  const runs = job.runs.filter(run => run.step.side === side)
  const grouped = groupRuns(runs.map(run => run.parsed))
  const command = request.commands[side] ?? ''
  const commandText = typeof command === 'string' ? command : command.join(' ')
  return {
    source: commandText,
    suite: request.suite,
    tool: job.parser?.name ?? null,
    revision: job.revisions[side],
    testbed: job.testbed,
    plan: {
      command: commandText,
      runs: runs.length,
      warmupRuns: request.warmupRuns,
      tool: request.tool,
      cpus: pinning.cpus,
      numaNode: pinning.numaNode,
      aslr: pinning.aslr,
    },
    order: runs.map(run => run.position),
    evidence: runs.map(run => run.evidence),
    warnings: [...warningsOf(job), ...grouped.warnings],
    failures: grouped.failures,
    benchmarks: grouped.samples,
  }
}
