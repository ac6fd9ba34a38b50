// Tries the suites that were found: each is set up and run once, in a checkout of the repository as it is.
import { tmpdir } from 'node:os'
import { parseInputs } from '../../inputs/parse.ts'
import { measureOne } from '../../job/measure-with-looks.ts'
import { roughRange } from '../../job/progress/look-line.ts'
import { looksAtBoth } from '../../job/request/planned-looks.ts'
import { measureSuites, type PlannedSuite } from '../../job/suites/measure-suites.ts'
import { untilStopped, whileMeasuring } from '../../job/until-stopped.ts'
import { withSetups } from '../../measure/checkout/setups.ts'
import { checkOutHere } from '../../measure/checkout/worktrees.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import { InputError, type Session, WriteFailure } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { configFileName, parseConfig } from '../../policy/config-file.ts'
import { builtIn } from '../../policy/configured-inputs.ts'
import { formatValue } from '../../report/words/numbers.ts'
import { setUp } from '../ab/build-both.ts'
import { planHere } from '../suites/here.ts'
import { problemInShort } from '../suites/problem-text.ts'
import { telling } from '../suites/progress.ts'
import type { NamedSuite } from './suite.ts'
import { configurationWith, entryFields } from './suites-file.ts'

/** What a try showed. `isTimed`: nothing read what the command printed, so its process is timed. */
export type Tried =
  | { problem: null; benchmarks: number; seconds: number; isTimed: boolean }
  | { problem: string; isTooLong: boolean }

const NANO = 1e9

const unread = 'output-not-recognised'

function triedAs(session: Session, hint: string): Tried {
  const { benchmarks, failures, evidence, tool, unreadOutput, warnings } = session
  const seconds = evidence.reduce((sum, { wallTime }) => sum + wallTime, 0) / NANO
  const count = new Set(benchmarks.map(({ name }) => name)).size
  const [failure] = failures
  if (failure !== undefined) return { problem: `${failure.name} failed: ${failure.reason}`, isTooLong: false }
  const warning = warnings.find(({ code }) => code === unread)
  // The harness measures for itself, and knows how to print what is read.
  if (hint !== '' && tool === 'process')
    return { problem: `nothing read its results: ${hint}`, isTooLong: false }
  // Its processes may take as long as ever when what it measures gets slower.
  if (unreadOutput !== undefined) return { problem: warning?.message ?? unread, isTooLong: false }
  if (count === 0) return { problem: 'the command ran no benchmark', isTooLong: false }
  return { problem: null, benchmarks: count, seconds, isTimed: warning !== undefined }
}

/** Sets the suites up and runs each once, with at most `limit` seconds for each setup and each run. */
async function tryIn(
  root: string,
  suites: NamedSuite[],
  limit: number,
  signal: AbortSignal,
): Promise<Map<string, Tried>> {
  const written = suites.map(suite => ({ name: suite.name, fields: entryFields(suite) }))
  const source = { root, config: parseConfig(configurationWith(written, null), configFileName) }
  const given = { 'run-timeout': limit, 'warmup-runs': 0, quiet: true }
  const values = { ...parseInputs('run', () => undefined), ...given }
  const plans: PlannedSuite[] = []
  for (const { name } of suites) {
    const plan = await planHere(name, { values, given }, { source, looks: () => [1] })
    plans.push({ ...plan, setups: plan.setups.map(each => ({ ...each, timeoutMs: limit * 1000 })) })
  }
  const tried = new Map<string, Tried>()
  const outcomes = await withSetups(setups =>
    measureSuites(plans, {
      setUp: setup => setUp({ quiet: true }, setups, setup, signal),
      measure: ({ request }) =>
        whileMeasuring(request, () => {}, measureOne).catch(error => {
          throw error instanceof InputError ? new MeasureError(error.message, 'candidate') : error
        }),
      ...telling({ quiet: false }),
    }),
  )
  const hints = new Map(suites.map(({ name, hint }) => [name, hint]))
  for (const { name, result, problem } of outcomes)
    tried.set(
      name,
      result === null
        ? { problem: problem.message, isTooLong: /\(run-timeout\)/.test(problem.message) }
        : triedAs(result, hints.get(name) ?? ''),
    )
  return tried
}

/** What became of each suite, of which nothing is left behind. Throws an InputError where the repository cannot be checked out. */
export async function trySuites(
  root: string,
  suites: NamedSuite[],
  limit: number,
): Promise<Map<string, Tried>> {
  const complete = suites.filter(({ lacks }) => lacks === undefined)
  if (complete.length === 0) return new Map()
  return untilStopped(async signal => {
    const tree = await checkOutHere(root, tmpdir()).catch((error: Error) => {
      if (error instanceof WriteFailure) throw error
      const first = /Needed a single revision/.test(error.message) ? 'commit something first' : 'mend that'
      throw new InputError(`init: the suites cannot be tried: ${error.message}; ${first}, or give --no-try`)
    })
    try {
      return await tryIn(tree.path, complete, limit, signal)
    } finally {
      await tree.remove()
    }
  })
}

/** How long a comparison of both commits takes at least and at most, in seconds, without setup. */
export function comparisonSeconds(seconds: number): [least: number, most: number] {
  const looks = looksAtBoth({ runs: builtIn('runs'), 'max-runs': builtIn('max-runs') })
  const runs = (each: number) => 2 * (builtIn('warmup-runs') + each)
  return [seconds * runs(Math.min(...looks)), seconds * runs(Math.max(...looks))]
}

/** A job of the examples ends after this time, in seconds. */
const JOB = 3600

/** What a try showed of a suite, in words: `3 benchmarks in 9.1 s; a comparison takes 2 to 6 min`. */
export function triedText(tried: Tried, { shorter }: Pick<NamedSuite, 'shorter'>): string {
  const advice = shorter === '' ? 'measure less in one run of the command' : shorter
  if (tried.problem !== null)
    return `failed, and is written as a comment: ${problemInShort(tried.problem)}${tried.isTooLong ? `; choose: ${advice}` : ''}`
  const [least, most] = comparisonSeconds(tried.seconds)
  const what = tried.isTimed ? 'one process, timed as a whole,' : counted(tried.benchmarks, 'benchmark')
  const ran = `${what} in ${formatValue(tried.seconds * NANO, 'ns')}`
  const range = roughRange(least * 1000, most * 1000)
  if (least <= JOB)
    return `${ran}; a comparison takes ${range}${most > JOB ? `, more than the hour of a job: ${advice}` : ''}`
  return `${ran}; a comparison would take ${range}: choose; ${advice}`
}
