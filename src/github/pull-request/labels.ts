// Reads the labels of a pull request as they are now, since a re-run gets those of the old event. The events of the
// pull request say who set a label: nobody can forge them.
import { isLabel } from '../../model/index.ts'
import { most } from '../api/budget.ts'
import type { ConnectedJob, Octokit } from '../api/connect.ts'
import { needing } from '../api/explain-refusal.ts'
import { readPages } from '../api/pages.ts'

export type PullAnswer = Awaited<ReturnType<Octokit['rest']['pulls']['get']>>['data']

/** `at` is an ISO date; `pull` is the pull request as the server has it now. */
export type LabelSet = { by: string; at: string; pull: PullAnswer }

/** Who set the label that the pull request has now; null without it. Throws the refusal, and where it has too many events. */
export async function whoSetLabel(
  { octokit, owner, repo }: ConnectedJob,
  { number, label }: { number: number; label: string },
): Promise<LabelSet | null> {
  const asked = octokit.rest.pulls.get({ owner, repo, pull_number: number })
  const { data: pull } = await needing('pull-requests: read', asked)
  if (!pull.labels.some(({ name }) => isLabel(name, label))) return null
  const request = { owner, repo, issue_number: number, per_page: 100 }
  const reading = readPages(octokit, {
    mostPages: most.labelEventPages,
    read: async page => ({ items: (await octokit.rest.issues.listEvents({ ...request, page })).data }),
  })
  const { items: events, isWhole } = await needing('issues: read', reading)
  if (!isWhole) throw new Error(`#${number} has more than the ${events.length} events that are read`)
  const last = events.findLast(
    event => 'label' in event && isLabel(event.label?.name, label) && event.event === 'labeled',
  )
  return last ? { by: last.actor?.login ?? '', at: last.created_at, pull } : null
}
