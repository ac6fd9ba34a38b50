// Measures the suites of a job one after the other, those that share a setup together.
import { resolve } from 'node:path'
import * as core from '@actions/core'
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import { textsOfSide } from '../../job/request/own-commands.ts'
import { measureSuites, type SuiteOutcome } from '../../job/suites/measure-suites.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import { firstOf } from '../../phrases.ts'
import { uploadNothing } from '../attempts/unmeasured-artifact.ts'
import { logText } from '../log.ts'
import { type Builds, withBuilds } from '../measure/builds.ts'
import type { JobSuite } from '../measure/job-request.ts'

/** The candidate's setup, which tells suites that share one from others. The builds run it. */
const setupOf = ({ values }: JobSuite) => ({
  side: 'candidate' as const,
  cwd: resolve(values['working-directory']),
  command: values.setup,
  timeoutMs: values['setup-timeout'] * 1000,
  layouts: [],
})

type Suites<Suite> = { measured: Suite[]; described: boolean }

/**
 * What `measure` made of each suite, with the builds of the job. Of `described` ones, one that fails does not stop the others;
 * `max-time` is for all. Throws errors about inputs or the machine, and the MeasureError of a suite that is not described.
 */
export const measureEach = <Suite extends JobSuite, Result>(
  given: Pick<Values, 'setup-cache'>,
  suites: Suites<Suite>,
  measure: (suite: Suite, builds: Builds) => Promise<Result>,
): Promise<SuiteOutcome<Result>[]> =>
  withBuilds(given, builds => measureWith(builds, suites, suite => measure(suite, builds)))

async function measureWith<Suite extends JobSuite, Result>(
  builds: Builds,
  { measured, described }: Suites<Suite>,
  measure: (suite: Suite) => Promise<Result>,
): Promise<SuiteOutcome<Result>[]> {
  // Of suites that share a setup, it runs for the first one.
  builds.watch(measured.flatMap(({ values, ofBase }) => [values, ofBase ?? values].flatMap(textsOfSide)))
  if (!described) {
    const results: SuiteOutcome<Result>[] = []
    for (const suite of measured)
      results.push({ name: suite.values.name, result: await measure(suite), problem: null })
    return results
  }
  const planned = measured.map(suite => ({
    name: suite.values.name,
    request: { maxTimeMs: suite.values['max-time'] * 1000 },
    setups: [setupOf(suite)],
    suite,
  }))
  return measureSuites(planned, {
    setUp: async () => {},
    now: () => performance.now() - builds.setUpMs(),
    measure: ({ suite, request }) =>
      measure({ ...suite, values: { ...suite.values, 'max-time': request.maxTimeMs / 1000 } }),
    onSuite: ({ name }, { number, of }) => core.info(`Suite ${name} (${number} of ${of})`),
    onProblem: ({ name }, problem) => {
      core.error(`suite ${name}: ${problem.published}`)
      logText(problem.message)
    },
  })
}

/** What could not be kept of suites that were measured, in their order. */
type Lost = { suite: string; error: Error }[]

/** Throws where something was lost: the error of a suite, and which others share its fate. */
function requireKept([first, ...others]: Lost): void {
  if (first === undefined) return
  if (others.length === 0) throw first.error
  const names = firstOf(
    others.map(each => each.suite),
    10,
  )
  throw new Error(`suite ${first.suite}: ${first.error.message}; nor could the results of ${names} be kept`)
}

/** Throws where a suite could not be measured. Of a `leg`, the publish job learns it from an artifact. */
async function requireAll(fates: SuiteOutcome<unknown>[], leg: JobContext | null): Promise<void> {
  const failed = fates.filter(({ problem }) => problem !== null)
  if (leg !== null)
    for (const { name } of failed)
      await uploadNothing('unmeasured', { name }, leg).catch((error: Error) => core.error(error.message))
  const [first, ...others] = failed
  if (first === undefined || first.problem === null) return
  const names = others.map(({ name }) => name)
  const more = names.length === 0 ? '' : `, nor ${firstOf(names, 10)}`
  const { side, published } = first.problem
  throw new MeasureError(`suite ${first.name}${more} could not be measured: ${published}`, side)
}

/**
 * Measures the suites as `measureEach`, and keeps each of them by the function that `measure` returns. What that throws waits until
 * the other suites are measured and kept. Throws where one could not be measured or kept. `leg`: the context of a leg.
 */
export async function keepEach<Suite extends JobSuite>(
  given: Pick<Values, 'setup-cache'>,
  suites: Suites<Suite>,
  {
    measure,
    leg,
  }: {
    measure: (suite: Suite, builds: Builds) => Promise<() => Promise<void>>
    leg: JobContext | null
  },
): Promise<void> {
  const lost: Lost = []
  const fates = await measureEach(given, suites, async (suite, builds) => {
    const keep = await measure(suite, builds)
    await keep().catch((error: Error) => {
      core.error(`suite ${suite.values.name}: ${error.message}`)
      lost.push({ suite: suite.values.name, error })
    })
  })
  await requireAll(fates, leg)
  requireKept(lost)
}
