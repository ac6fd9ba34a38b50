// Measures the suites of a job one after the other, those that share a setup together.
import { resolve } from 'node:path'
import * as core from '@actions/core'
import type { JobContext } from '../../github/api/context.ts'
import { measureSuites, type SuiteOutcome } from '../../job/suites/measure-suites.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import { firstOf } from '../../phrases.ts'
import { uploadNothing } from '../attempts/unmeasured-artifact.ts'
import { logText } from '../log.ts'
import type { Builds } from '../measure/builds.ts'
import type { JobSuite } from '../measure/job-request.ts'

/** The candidate's setup, which tells suites that share one from others. The builds run it. */
const setupOf = ({ values }: JobSuite) => ({
  side: 'candidate' as const,
  cwd: resolve(values['working-directory']),
  command: values.setup,
  timeoutMs: values['setup-timeout'] * 1000,
  layouts: [],
})

/** All that is run of a suite on either side once it is set up. */
const textsOf = ({ values, ofBase }: JobSuite): string[] =>
  [values, ofBase ?? values].flatMap(each => [each.command, each.prepare, each.relink, each.service])

/**
 * What `measure` made of each suite. Of `described` ones, one that fails does not stop the others; `max-time` is for
 * all. Throws errors about inputs or the machine, and the MeasureError of a suite that is not described.
 */
export async function measureEach<Suite extends JobSuite, Result>(
  suites: Suite[],
  { described, builds }: { described: boolean; builds: Builds },
  measure: (suite: Suite) => Promise<Result>,
): Promise<SuiteOutcome<Result>[]> {
  // Of suites that share a setup, it runs for the first one.
  builds.watch(suites.flatMap(textsOf))
  if (!described) {
    const results: SuiteOutcome<Result>[] = []
    for (const suite of suites)
      results.push({ name: suite.values.name, result: await measure(suite), problem: null })
    return results
  }
  const planned = suites.map(suite => ({
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
export type Lost = { suite: string; error: Error }[]

/** Runs `keep` for a suite. What it throws waits in `lost` until the other suites are measured and kept. */
export async function keepOrNote(lost: Lost, suite: string, keep: () => Promise<void>): Promise<void> {
  try {
    await keep()
  } catch (error) {
    core.error(`suite ${suite}: ${(error as Error).message}`)
    lost.push({ suite, error: error as Error })
  }
}

/** Throws where something was lost: the error of a suite, and which others share its fate. */
export function requireKept(lost: Lost): void {
  const [first, ...others] = lost
  if (first === undefined) return
  if (others.length === 0) throw first.error
  const names = others.map(each => each.suite)
  throw new Error(
    `suite ${first.suite}: ${first.error.message}; nor could the results of ${firstOf(names, 10)} be kept`,
  )
}

/** Throws where a suite could not be measured. Of a leg, `context`, the publish job learns it from an artifact. */
export async function requireAll(fates: SuiteOutcome<unknown>[], context: JobContext | null): Promise<void> {
  const failed = fates.filter(({ problem }) => problem !== null)
  if (context !== null)
    for (const { name } of failed)
      await uploadNothing('unmeasured', { name }, context).catch((error: Error) => core.error(error.message))
  const [first, ...others] = failed
  if (first === undefined || first.problem === null) return
  const names = others.map(({ name }) => name)
  const more = names.length === 0 ? '' : `, nor ${firstOf(names, 10)}`
  const { side, published } = first.problem
  throw new MeasureError(`suite ${first.name}${more} could not be measured: ${published}`, side)
}
