// One check run per suite on the head commit. The job's own check only says whether the job failed.
import { most } from '../api/budget.ts'
import { type ConnectedJob, mayNotAsk, type Octokit } from '../api/connect.ts'
import { type JobContext, proposalOf } from '../api/context.ts'
import { explainRefusal } from '../api/explain-refusal.ts'
import { readPages } from '../api/pages.ts'
import { hidden, hiddenAtStart, withUsualLines } from './hidden-text.ts'

export type Annotation = { path: string; message: string; level: 'failure' | 'warning' }

export type Check = {
  name: string
  conclusion: 'success' | 'failure' | 'neutral' | 'action_required'
  title: string
  summary: string
  /** JSON that is hidden in the check run's text. */
  record?: string | undefined
  annotations?: Annotation[]
}

/** The Checks API takes 50 annotations a request. Nobody reads more in a diff. */
const maxAnnotations = 50

/** The head of the pull request, the queue's own commit, or the event's: never the merge commit that was measured. */
const headOf = (context: JobContext) => proposalOf(context)?.headSha ?? context.sha

/** Runs `write`. Why there is no check run, where the server has none or the token may not; else null. Throws others. */
export async function orRefusal(octokit: Octokit, write: () => Promise<void>): Promise<string | null> {
  if (!octokit.host.hasChecks) return 'this server has none, and shows the status of the job'
  try {
    await write()
    return null
  } catch (error) {
    if (!mayNotAsk(error)) throw error
    return explainRefusal(error, 'checks: write')
  }
}

/** The number of the new check run. Throws the server's refusal. */
export async function createCheck(context: ConnectedJob, check: Check): Promise<number> {
  const { octokit, owner, repo } = context
  const { annotations = [] } = check
  const { data } = await octokit.rest.checks.create({
    owner,
    repo,
    name: check.name,
    head_sha: headOf(context),
    external_id: String(context.runId),
    status: 'completed',
    conclusion: check.conclusion,
    output: {
      title: check.title,
      summary: check.summary,
      ...(check.record === undefined ? {} : { text: hidden(check.record) }),
      annotations: annotations.slice(0, maxAnnotations).map(({ path, message, level }) => ({
        path,
        start_line: 1,
        end_line: 1,
        annotation_level: level,
        message,
      })),
    },
  })
  return data.id
}

/** A check run that stands; `runId` is the run that measured, where it says so. */
export type StandingCheck = {
  id: number
  runId: number | null
  record: string | null
  conclusion: string | null
}

/** The check runs of a commit, of every attempt, the newest first; `isWhole`: it has no others. */
async function listedChecks(
  { octokit, owner, repo }: ConnectedJob,
  of: { ref: string; check_name?: string },
) {
  const request = { owner, repo, ...of, filter: 'all', per_page: 100 } as const
  const { items, isWhole } = await readPages(octokit, {
    mostPages: most.checkPages,
    read: async page => {
      const { data } = await octokit.rest.checks.listForRef({ ...request, page })
      return { items: data.check_runs, total: data.total_count }
    },
  })
  return { checks: items.toSorted((a, b) => b.id - a.id), isWhole }
}

/** The check runs `name` of the commit, newest first, by tokens that may write checks. Throws the server's refusal. */
export async function checksOnHead(context: ConnectedJob, name: string): Promise<StandingCheck[]> {
  if (!context.octokit.host.hasChecks) return []
  const { checks } = await listedChecks(context, { ref: headOf(context), check_name: name })
  return checks.map(({ id, external_id, output, conclusion }) => ({
    id,
    runId: Number(/^[1-9]\d{0,15}$/.exec(external_id ?? '')?.[0]) || null,
    record: hiddenAtStart(withUsualLines(output.text ?? '')),
    conclusion,
  }))
}

/**
 * The titles of the newest check runs of `commit` whose names begin with `start`, by the rest of the name; `isWhole`: there are
 * no more. A job of such a name makes a check run, too, which has no title. Throws the server's refusal. One request mostly.
 */
export async function checkTitles(
  context: ConnectedJob,
  { commit, start }: { commit: string; start: string },
): Promise<{ titles: Map<string, string>; isWhole: boolean }> {
  const { checks, isWhole } = await listedChecks(context, { ref: commit })
  const titles = new Map<string, string>()
  for (const { name, output } of checks.toReversed())
    if (name.startsWith(start) && output.title) titles.set(name.slice(start.length), output.title)
  return { titles, isWhole }
}
