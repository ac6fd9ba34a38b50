// What a job knows of each suite, and what it makes of what was measured.
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import type { SuiteOutcome } from '../../job/suites/measure-suites.ts'
import { type Warning, withWarnings } from '../../model/index.ts'
import { concluded, type Joined } from '../attempts/join.ts'
import { writeLeft } from '../left-files.ts'
import type { JobSuite } from '../measure/job-request.ts'
import { asWritten, findWritten } from '../measure/written-commands.ts'
import { showLeg } from '../publish/job-state.ts'
import type { OwnResult } from '../publish/own-report.ts'
import { uploadResult, writeSessions } from '../upload-results.ts'
import { suiteFile } from '../work-file.ts'
import type { PullSuites } from './pull-suites.ts'

/** The context of a suite, that of the whole job without one. */
type ContextOf = (suite?: JobSuite) => ConnectedJob

/** The contexts of the suites, and the name to report under. One request where the workflow file has the commands. */
export async function contextsOf(
  given: Values,
  context: ConnectedJob,
  { measured, described }: { measured: JobSuite[]; described: boolean },
): Promise<{ contextOf: ContextOf; name: string }> {
  const name = described ? given.name : (measured[0]?.values.name ?? given.name)
  const named = { ...context, reportName: name }
  if (!described) {
    const own = { ...named, written: await findWritten(given, named) }
    return { contextOf: () => own, name }
  }
  const contextOf = (suite?: JobSuite) =>
    suite === undefined ? named : { ...named, written: asWritten(suite.values) }
  return { contextOf, name }
}

/** The results of all suites in their order, compared as one family. */
export function resultsOf(
  suites: JobSuite[],
  fates: SuiteOutcome<Joined>[],
  contextOf: ContextOf,
): OwnResult[] {
  const joined = fates.flatMap(({ result }) => result ?? [])
  const compared = concluded(joined, contextOf())
  return suites.map((suite): OwnResult => {
    const { values } = suite
    const about = { values, context: contextOf(suite) }
    const result = compared.find(each => each.suite === values.name)
    if (result !== undefined) return { ...about, result, problem: null }
    const fate = fates.find(each => each.name === values.name)
    return { ...about, result: null, problem: fate?.problem?.published ?? 'it was not measured' }
  })
}

/** Shows and uploads what a suite measured. A job's first artifact also names the suites that are `untouched`. */
export async function uploadLeg(
  values: Values,
  context: JobContext,
  {
    joined,
    notes,
    described,
    untouched,
  }: { joined: Joined; notes: Warning[] } & Pick<PullSuites, 'described' | 'untouched'>,
): Promise<void> {
  const [result] = concluded([joined], context)
  if (result?.comparison) await showLeg(values, withWarnings(result.comparison, notes))
  const place = described ? values.name : null
  const left = writeLeft(file => suiteFile(place, file), { untouched, nightly: null })
  await uploadResult(values, context, joined.sessions, [...writeSessions(place, joined.sessions), ...left])
}
