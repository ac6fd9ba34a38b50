// The last steps of a job that compared its own results: report them, keep them, and fail where the report does.
import { writeFileSync } from 'node:fs'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { Values } from '../../inputs/values.ts'
import { overallConclusion } from '../../report/sections/outcome.ts'
import type { Report } from '../../report/sections/report.ts'
import { recordFile, renderRecord } from '../attempts/attempt-record.ts'
import type { JoinedResult } from '../attempts/join.ts'
import { uploadNothing } from '../attempts/unmeasured-artifact.ts'
import { writeLeft } from '../left-files.ts'
import {
  ownPage,
  runPage,
  uploadReport,
  uploadResultWherePossible,
  writeSessions,
} from '../upload-results.ts'
import { suiteFile, workFile } from '../work-file.ts'
import { type OwnResult, type OwnResults, ownReport } from './own-report.ts'
import { failWhereDecided, keepOrFail, publishReport } from './publisher.ts'

const nightlyIn = ({ sections }: Report, suite: string) =>
  sections.find(each => each.suite === suite)?.nightly

/** One suite: a single artifact has its sessions and the report. */
async function publishOne(
  values: Values,
  context: ConnectedJob,
  own: OwnResults,
  { sessions }: JoinedResult,
): Promise<void> {
  const files = writeSessions(null, sessions)
  const report = await ownReport(values, context, own)
  files.push(...writeLeft(workFile, { untouched: [], nightly: nightlyIn(report, values.name) }))
  const place = ownPage(values, context, sessions)
  files.push(...(await publishReport(values, context, { report, place })))
  await keepOrFail(report, () => uploadResultWherePossible(values, context, sessions, files))
  failWhereDecided(report)
}

/** Keeps what a suite measured, with its own record and the names of `untouched` suites, or that it measured nothing. */
async function keepSuite(
  { values, result, context }: OwnResult,
  { report, described, untouched }: { report: Report; described: boolean; untouched: string[] },
): Promise<void> {
  if (result === null) return uploadNothing('unmeasured', values, context)
  const { sessions, record } = result
  const place = described ? values.name : null
  const pathOf = (file: string) => suiteFile(place, file)
  const left = writeLeft(pathOf, { untouched, nightly: nightlyIn(report, values.name) })
  const files = [...writeSessions(place, sessions), ...left]
  const path = pathOf(recordFile)
  writeFileSync(path, renderRecord({ ...record, conclusion: overallConclusion(report) }))
  await uploadResultWherePossible(values, context, sessions, [...files, path])
}

/** Publishes what the suites of a job came to. Each suite leaves an artifact; those of several share a report. */
export async function publishOwn(values: Values, context: ConnectedJob, own: OwnResults): Promise<void> {
  const [only, ...others] = own.results
  const described = values.command === ''
  const isOne = only?.result && others.length + own.missing.length === 0 && !described
  if (isOne) return publishOne({ ...only.values, name: values.name }, context, own, only.result)
  const report = await ownReport(values, context, own)
  const files = await publishReport(values, context, { report, place: runPage(values, context) })
  await keepOrFail(report, async () => {
    const first = own.results.find(({ result }) => result !== null)
    for (const each of own.results)
      await keepSuite(each, { report, described, untouched: each === first ? own.untouched : [] })
    await uploadReport(values, context, files)
  })
  failWhereDecided(report)
}
