// Measures the suites of a job one after the other, those that share a setup together.
import { resolve } from 'node:path'
import * as core from '@actions/core'
import type { JobContext } from '../../github/api/context.ts'
import { measureSuites, type SuiteOutcome } from '../../job/suites/measure-suites.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import { firstOf } from '../../phrases.ts'
import { uploadUnmeasured } from '../attempts/unmeasured-artifact.ts'
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

/**
 * What `measure` made of each suite. Of `described` suites, one that cannot be measured does not keep the others from it;
 * `max-time` holds for all together. Throws an error about the inputs or the machine, and the MeasureError of a suite that
 * is not described.
 */
export async function measureEach<Suite extends JobSuite, Result>(
  suites: Suite[],
  { described, builds }: { described: boolean; builds: Builds },
  measure: (suite: Suite) => Promise<Result>,
): Promise<SuiteOutcome<Result>[]> {
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

/**
 * Throws where a suite could not be measured. `context` is that of a leg: there the publish job learns it from an artifact.
 */
export async function requireAll(fates: SuiteOutcome<unknown>[], context: JobContext | null): Promise<void> {
  const failed = fates.filter(({ problem }) => problem !== null)
  if (context !== null) for (const { name } of failed) await uploadUnmeasured({ name }, context)
  const [first, ...others] = failed
  if (first === undefined || first.problem === null) return
  const more =
    others.length === 0
      ? ''
      : `, nor ${firstOf(
          others.map(({ name }) => name),
          10,
        )}`
  const { side, published } = first.problem
  throw new MeasureError(`suite ${first.name}${more} could not be measured: ${published}`, side)
}
