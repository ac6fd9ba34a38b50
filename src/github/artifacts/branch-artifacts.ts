// Decides which artifacts may be a baseline: of the same repository, branch and workflow file, and of an event that no pull request
// can cause, however the run ended. Schedules run on the default branch only, so a scheduled run on a branch of another name is from
// before the default branch was renamed.
import { askedOnce } from '../api/asked-once.ts'
import { baselineEvents } from '../api/branch-events.ts'
import { BudgetUsedUp, most } from '../api/budget.ts'
import type { ConnectedJob, Octokit } from '../api/connect.ts'
import type { JobContext } from '../api/context.ts'
import { readPages } from '../api/pages.ts'
import { withoutRef } from '../runs/ended-run.ts'

export type Listed = Awaited<
  ReturnType<Octokit['rest']['actions']['listArtifactsForRepo']>
>['data']['artifacts'][number]

/** An artifact, and the run that left it. `mustBeScheduled`: its branch proves nothing, only a scheduled run counts. */
export type BranchArtifact = {
  artifact: Listed
  runId: number
  commit: string
  createdAt: string
  mustBeScheduled?: true
}

/** The artifacts, of these, whose run belongs to this very repository; the newest first. */
export function ofRepository(artifacts: Listed[], { repositoryId }: JobContext): BranchArtifact[] {
  const own = artifacts.flatMap((artifact): BranchArtifact[] => {
    const run = artifact.workflow_run
    // A fork's branch may have any branch's name: only the repository ids tell them apart.
    if (!run?.id || run.repository_id !== run.head_repository_id) return []
    if (repositoryId !== null && run.repository_id !== repositoryId) return []
    return [{ artifact, runId: run.id, commit: run.head_sha ?? '', createdAt: artifact.created_at ?? '' }]
  })
  return own.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/**
 * Whether a listing begins with the newest, as GitHub's does, give or take a few. Nobody documents that order: where a
 * server has another one, the newest may be on any page.
 */
const isNewestFirst = (listed: Listed[]): boolean =>
  (listed[0]?.created_at ?? '') >= (listed.at(-1)?.created_at ?? '')

/** The note on artifacts that a branch may have left, on a host that cannot say so. */
export const unprovenNotes = ({ host }: Octokit): string[] =>
  host.provesArtifacts
    ? []
    : ['what earlier runs left cannot be used: the server does not name the branch of an artifact']

const branchOf = ({ artifact }: BranchArtifact) => artifact.workflow_run?.head_branch ?? ''

/** The artifacts that one of the branches left. */
export const ofBranch = (artifacts: BranchArtifact[], ...branches: string[]): BranchArtifact[] =>
  artifacts.filter(each => branches.includes(branchOf(each)))

/** The artifacts of other branches. One of those names may be a former name of the default branch. */
export const ofFormerDefault = (
  artifacts: BranchArtifact[],
  { defaultBranch }: JobContext,
): BranchArtifact[] =>
  artifacts.filter(each => branchOf(each) !== defaultBranch).map(each => ({ ...each, mustBeScheduled: true }))

/** The run that left an artifact. One request for each: what started it never changes. */
const runOf = ({ octokit, owner, repo }: ConnectedJob, runId: number) =>
  askedOnce(octokit, ['run', runId], () =>
    octokit.rest.actions.getWorkflowRun({ owner, repo, run_id: runId }),
  )

type Left = Pick<BranchArtifact, 'runId' | 'mustBeScheduled'>

/** The event of a run that no branch started, so that whatever it left is not the branch's; null for any other. */
export async function foreignEvent(
  context: ConnectedJob,
  { runId, mustBeScheduled }: Left,
): Promise<string | null> {
  const { event } = (await runOf(context, runId)).data
  return (mustBeScheduled ? ['schedule'] : baselineEvents).includes(event) ? null : event
}

/** Why a run's results cannot be a baseline, or null. */
export async function objection(context: ConnectedJob, left: Left): Promise<string | null> {
  const { workflowPath, formerWorkflows = [] } = context
  const event = await foreignEvent(context, left)
  if (event !== null) return `made by the event ${event}`
  const { data: run } = await runOf(context, left.runId)
  const path = withoutRef(run.path)
  if (workflowPath === '' || [workflowPath, ...formerWorkflows].includes(path)) return null
  return `made by the workflow ${path}; if ${workflowPath} had that name before, list it under former-workflows in .stable-bench.yml`
}

type Listing = {
  /** Of any name where it is not given; each page is asked for once then. */
  name?: string
  pages: number
  isEnough?: (listed: Listed[]) => boolean
  /** Whether the list may end where the job's requests are used up, but for its first page. */
  mayEnd?: boolean
}

/** The artifacts of the repository as the server lists them. None on a host that names no branches. Throws the server's refusal. */
async function listed(
  { octokit, owner, repo }: ConnectedJob,
  { name, pages, isEnough, mayEnd = false }: Listing,
): Promise<{ items: Listed[]; total: number; isWhole: boolean }> {
  if (!octokit.host.provesArtifacts) return { items: [], total: 0, isWhole: true }
  let total = 0
  const read = async (page: number) => {
    const request = { owner, repo, ...(name !== undefined && { name }), per_page: 100, page }
    const ask = () => octokit.rest.actions.listArtifactsForRepo(request)
    try {
      const { data } = await (name === undefined ? askedOnce(octokit, ['artifacts', page], ask) : ask())
      total = data.total_count
      return { items: data.artifacts, total }
    } catch (error) {
      if (mayEnd && page > 1 && error instanceof BudgetUsedUp) return null
      throw error
    }
  }
  return { ...(await readPages(octokit, { mostPages: pages, read, ...(isEnough && { isEnough }) })), total }
}

type ListedByName = { found: BranchArtifact[]; isWhole: boolean }

/**
 * The artifacts that this repository left under that exact name, the newest first: the hundred newest at least, where the
 * server lists these first, else all that it has; more until `isEnough`, as runs of forks may leave that name, too. `isWhole`: it
 * has no others. None on a host that names no branches. Throws the server's refusal.
 */
export async function artifactsNamed(
  context: ConnectedJob,
  { name, isEnough }: { name: string; isEnough: (found: BranchArtifact[]) => boolean },
): Promise<ListedByName> {
  const isFound = (seen: Listed[]) => isNewestFirst(seen) && isEnough(ofRepository(seen, context))
  const request = { name, pages: most.baselinePages, isEnough: isFound }
  const { items, isWhole } = await listed(context, request)
  return { found: ofRepository(items, context), isWhole }
}

/** The same that one of the branches left: as many as the first page with any of them has. */
export async function branchArtifacts(
  context: ConnectedJob,
  { name, branches }: { name: string; branches: string[] },
): Promise<BranchArtifact[]> {
  const isEnough = (found: BranchArtifact[]) => ofBranch(found, ...branches).length > 0
  return ofBranch((await artifactsNamed(context, { name, isEnough })).found, ...branches)
}

/**
 * The artifacts of that name that the branches left, the newest first; `seen` are all that were listed, `partial`:
 * there are more. Throws the server's refusal, and BudgetUsedUp where not even one page can be read.
 */
export async function artifactsOfBranch(
  context: ConnectedJob,
  search: { name: string; branches: string[]; enough: (found: BranchArtifact[]) => boolean },
): Promise<{ found: BranchArtifact[]; seen: Listed[]; partial: boolean }> {
  const { name, branches, enough } = search
  const ofBranches = (seen: Listed[]) => ofBranch(ofRepository(seen, context), ...branches)
  const isEnough = (seen: Listed[]) => isNewestFirst(seen) && enough(ofBranches(seen))
  const request = { name, pages: most.baselinePages, isEnough, mayEnd: true }
  const { items: seen, isWhole } = await listed(context, request)
  return { found: ofBranches(seen), seen, partial: !isWhole }
}

/** The artifacts of any name that the branches left, of the first pages. `total`: how many the repository has; `isWhole`: all were listed. */
export async function allArtifacts(
  context: ConnectedJob,
  { branches, pages }: { branches: string[]; pages: number },
): Promise<{ found: BranchArtifact[]; total: number; isWhole: boolean }> {
  const { items, ...all } = await listed(context, { pages })
  return { found: ofBranch(ofRepository(items, context), ...branches), ...all }
}
