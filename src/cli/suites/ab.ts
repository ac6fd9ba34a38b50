// `stable-bench ab --base-ref` without a command: all suites of the configuration, on both commits.
import { join } from 'node:path'
import { measureAndExplain } from '../../job/explain/explain-job.ts'
import { measureOne, warningsOfMeasuring } from '../../job/measure-with-looks.ts'
import { identicalBuild } from '../../job/request/nothing-to-measure.ts'
import { assertOwnBuilds, assertOwnCheckouts, measuredTexts } from '../../job/request/own-commands.ts'
import type { MeasureRequest } from '../../job/request/request.ts'
import type { Job } from '../../job/start.ts'
import { measureSuites } from '../../job/suites/measure-suites.ts'
import { whileMeasuring } from '../../job/until-stopped.ts'
import { makeDirectory } from '../../make-directory.ts'
import { changeBetween } from '../../measure/checkout/changed-files.ts'
import { shareBenchmarks } from '../../measure/checkout/shared-benchmarks.ts'
import type { Policy } from '../../model/index.ts'
import type { Config } from '../../policy/config-schema.ts'
import { addedRenames } from '../../policy/make-policy.ts'
import { withNotes } from '../../report/sections/report.ts'
import { type Checkouts, comparedCommits, explained, inCheckouts } from '../ab/base-ref.ts'
import type { Flags } from '../flags.ts'
import { placementsAt, policyFrom, withConfig } from '../policy.ts'
import {
  emit,
  inSaveDirectory,
  keepFiles,
  keepInterrupted,
  saveProfiles,
  saveReport,
  saveSessions,
} from '../reports.ts'
import { setupsText, suiteBuilds } from './builds.ts'
import { type AskedSuites, askedOf, baseConfig, type CheckedOutSuite, plannedSuites } from './plan.ts'
import { problemOf } from './problem-text.ts'
import { telling, withLeft } from './progress.ts'
import {
  exitCodeOfReport,
  judgingNotes,
  reportForms,
  reportOn,
  type SuiteFate,
  type SuiteSessions,
  sectionsOf,
  suitesDoubts,
} from './report.ts'
import { type SuitesSource, suitesSource } from './source.ts'

type Measuring = { values: Flags<'ab'>['values']; policy: Policy; directory: string }

async function measureSuite(
  { name, request: planned, isNew, artifacts }: CheckedOutSuite,
  { values, policy, directory }: Measuring,
): Promise<SuiteSessions> {
  const own = join(directory, name)
  makeDirectory(own)
  const keep = (job: Job) => keepInterrupted(own, job, values.quiet, isNew)
  const { cwds } = planned
  const identical = cwds === undefined ? {} : await identicalBuild(cwds, artifacts, policy)
  const request: MeasureRequest = { ...planned, ...identical, ...placementsAt(values.calibration) }
  const sessions = await whileMeasuring(request, keep, async (job, told): Promise<SuiteSessions> => {
    if (isNew) return { baseline: null, candidate: await measureOne(job, told), warnings: [] }
    const { comparison, ...both } = await measureAndExplain(job, policy, told)
    return { ...both, warnings: warningsOfMeasuring(comparison) }
  })
  keepFiles(values, () => saveSessions(own, sessions))
  return sessions
}

/** What became of each suite that is not untouched, in the order in which they were asked for. */
async function fatesOf(
  asked: AskedSuites & { setups: string },
  { trees, setups, signal }: Checkouts,
  measuring: Measuring,
): Promise<{ fates: SuiteFate[]; untouched: string[] }> {
  const { values, policy } = measuring
  const roots = { baseline: trees.baseline, candidate: trees.candidate }
  const change = await changeBetween(trees.candidate, { base: trees.commits.baseline, head: null })
  const patterns = asked.measured.flatMap(suite => suite.values.candidate['benchmark-paths'])
  const isShared = values['benchmarks-from'] !== 'each'
  // Undefined where each commit has benchmarks of its own.
  const shared = isShared ? await shareBenchmarks(roots, [...new Set(patterns)]) : undefined
  const { suites, untouched, problems } = await plannedSuites(asked, {
    ...{ roots, within: trees.within, change, policy, shared },
    notes: [...trees.warnings, ...(shared ? [shared] : [])],
  })
  const ownCheckout = { top: trees.repository, changed: change.changed }
  const ownOf = ({ request, setups: own }: CheckedOutSuite) => ({
    requests: [request],
    setups: own.map(({ command }) => command),
    own: ownCheckout,
  })
  for (const suite of suites) await assertOwnCheckouts(ownOf(suite), [trees.baseline, trees.candidate])
  setups.watch(measuredTexts(suites.map(({ request }) => request)))
  const explain = (command: string, setup: string) => (error: unknown) => {
    throw explained(error, { command, setup }, { trees, change, values }, 'its key setup')
  }
  const explainRun = ({ request: { commands }, setups: own }: CheckedOutSuite) =>
    explain(String(commands.baseline), own.map(({ command }) => command).join(''))
  const builds = suiteBuilds({ trees, setups, values }, signal)
  const outcomes = await measureSuites(suites, {
    setUp: setup => builds.setUp(setup).catch(explain('', setup.command)),
    betweenSetups: suite => builds.tryOut(suite).catch(explainRun(suite)),
    measure: async suite => {
      await assertOwnBuilds(ownOf(suite), [trees.baseline, trees.candidate])
      if (!suite.isNew) setups.assertOwnPrograms(suite.setups)
      const request = { ...suite.request, ownCheckout }
      return measureSuite(withLeft({ ...suite, request }, setups), measuring).catch(explainRun(suite))
    },
    ...telling(values),
  })
  if (asked.setups !== '' && outcomes.some(({ problem }) => problem !== null)) await builds.keep(suites)
  const fates = new Map<string, SuiteFate>([
    ...problems.map(each => [each.name, { ...each, fate: 'failed' }] as const),
    ...outcomes.map(({ name, result, problem }): [string, SuiteFate] => [
      name,
      problem === null
        ? { name, fate: 'measured', sessions: result }
        : { name, fate: 'failed', problem: problemOf(problem) },
    ]),
    ...asked.missing.map(name => [name, { name, fate: 'missing' }] as const),
  ])
  const order = [...asked.measured.map(({ pair }) => pair.name), ...asked.missing]
  return { fates: order.flatMap(name => fates.get(name) ?? []), untouched }
}

/** Measures the suites of the configuration on both commits; returns the exit code. Throws as `measureAgainstRef`. */
export async function abSuites(
  { values: flags, given }: Flags<'ab'>,
  command: 'ab' | 'explain',
): Promise<number> {
  const source = suitesSource(command, { values: flags, given })
  const commits = await comparedCommits(source.root, flags)
  const base = await baseConfig(source, commits.base)
  const values = withConfig({ values: { ...flags, name: '' }, given }, base)
  const judged = policyFrom(values, base)
  const policy = { ...judged, renamed: [...judged.renamed, ...addedRenames(base, source.config)] }
  const suites = await askedOf({ values, given }, { source, base })
  const asked = { ...suites, setups: setupsText(suites) }
  return inSaveDirectory(values.save, async directory => {
    const measuring = { values, policy, directory }
    const found = await inCheckouts(source.root, commits, asked.setups, checkouts =>
      fatesOf(asked, checkouts, measuring),
    )
    return reportSuites(found, { ...measuring, base, source })
  })
}

type Reporting = Measuring & { base: Config; source: SuitesSource }

/** Reports on the suites; returns the exit code. */
function reportSuites(
  { fates, untouched }: { fates: SuiteFate[]; untouched: string[] },
  { values, policy, directory, base, source }: Reporting,
): number {
  const sections = sectionsOf(fates, policy)
  const isAll = values.suite.length === 0 && untouched.length === 0
  const notes = [...judgingNotes(base, source), ...suitesDoubts(sections, { policy, values, isAll })]
  const report = reportOn(withNotes(sections, notes), policy, untouched)
  // The verdict comes first: it must not depend on writing the files.
  const forms = reportForms(report, values)
  emit(forms, values, 'ab', { ofSuites: true })
  keepFiles(values, () => {
    saveReport(values, directory, forms, 'report.json')
    for (const { suite, comparison } of report.sections)
      if (comparison !== null) saveProfiles(join(directory, suite), comparison)
  })
  return exitCodeOfReport(report)
}
