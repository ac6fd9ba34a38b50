// Puts the nights before beside the rows of a report, which they decorate.
import { nightEvents } from '../../github/api/branch-events.ts'
import { most } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { branchInto } from '../../github/api/context.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import { withNamesOf } from '../../history/store/renames.ts'
import type { TrendHistory } from '../../model/index.ts'
import type { Settings } from '../../policy/config-schema.ts'
import { formerNames } from '../../policy/suites.ts'
import { triggersOf } from '../../policy/workflow-file/triggers.ts'
import { byImportance, type Section } from '../../report/sections/report.ts'
import type { Nightly } from '../../report/words/night-levels.ts'
import { nightlyRows } from '../nightly/nights-of-rows.ts'
import { recentHistory } from '../nightly/recent-history.ts'

/** Whether the workflow that measured makes nights, by the default branch's file, which the job has read; else it may. */
async function mayHaveNights(context: ConnectedJob): Promise<boolean> {
  const { workflowPath: path, judgedBase: commit } = context
  if (path === '' || commit === undefined || branchInto(context) !== null) return true
  try {
    const text = await repositoryFile(context, { path, commit })
    return text === null || triggersOf(text).some(each => nightEvents.includes(each))
  } catch {
    return true
  }
}

/**
 * The sections with the nights before: those that a leg has `left`, else those of the history, the important sections
 * first, while requests are left. One of several machines has those of its first. Never throws.
 */
export async function withNights(
  context: ConnectedJob,
  all: Section[],
  { left, settings }: { left: Map<string, Nightly>; settings: Settings },
): Promise<Section[]> {
  const sections = all.map(section => {
    const nightly = left.get(section.suite)
    return nightly ? { ...section, nightly } : section
  })
  const bare = sections.filter(({ suite }) => !left.has(suite))
  if (bare.length === 0 || !(await mayHaveNights(context))) return sections
  const histories = new Map<string, TrendHistory | null>()
  for (const suite of new Set(byImportance(bare).map(section => section.suite)))
    if (histories.size < most.suitesWithNights)
      histories.set(suite, await recentHistory(context, suite, formerNames(settings, suite)))
  return sections.map(section => {
    const [history, { comparison }] = [histories.get(section.suite), section]
    if (!history || !comparison?.candidate.testbed) return section
    const named = withNamesOf(history, comparison.policy.renamed)
    return { ...section, nightly: nightlyRows(named, comparison.candidate.testbed) }
  })
}
