// The nights before, beside the rows of a report on several legs.
import type { Octokit } from '../../github/api/base-commits.ts'
import type { JobContext } from '../../github/api/context.ts'
import type { TrendHistory } from '../../model/index.ts'
import { recentHistory } from '../nightly/recent-history.ts'
import { nightlyRows } from '../nightly/rows.ts'
import type { Section } from './compare.ts'
import { byImportance } from './overview.ts'

/**
 * The sections with what is known of their nights, the important ones first, as long as requests are left. A section of
 * several machines has those of its first one. Never throws.
 */
export async function withNights(
  octokit: Octokit,
  context: JobContext,
  sections: Section[],
): Promise<Section[]> {
  const histories = new Map<string, TrendHistory | null>()
  for (const suite of new Set(byImportance(sections).map(section => section.suite))) {
    histories.set(suite, await recentHistory(octokit, context, suite))
  }
  return sections.map(section => {
    const testbed = section.comparison?.candidate.testbed
    const history = histories.get(section.suite)
    return testbed && history ? { ...section, nightly: nightlyRows(history, testbed) } : section
  })
}
