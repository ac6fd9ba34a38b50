// Other workflows that report on a pull request under the same name at the base commit, and that the pull request keeps from
// running. Their verdict would vanish, and the report of this run alone would stand.
import { dirname } from 'node:path/posix'
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { filesAt, repositoryFile, workflowFiles } from '../../../github/api/repository.ts'
import { changedFiles } from '../../../github/pull-request/changed-files.ts'
import { reportName } from '../../../policy/report-name.ts'
import { measuringSteps } from '../../../policy/workflow-file/measuring-steps.ts'
import { isMeasuring } from '../../../policy/workflow-file/promised-suites.ts'
import { listenedTo, type Proposed, startsFor, workflowName } from '../../../policy/workflow-file/triggers.ts'
import { type MeasuringStep, NotYaml } from '../../../policy/workflow-file/walk.ts'
import type { Source } from './reported-run.ts'

/** `changed` are the files that the proposal changes; null where that has not been asked for. */
type Commits = { base: string; proposed: string; changed: string[] | null }

/** Each costs a request, and two more where it adds to the report. */
const mostWorkflows = 40

/** The workflow files of the base commit that are not there as they were. */
async function changedIn(context: ConnectedJob, { base, proposed }: Commits) {
  const [before, after] = [await workflowFiles(context, base), await workflowFiles(context, proposed)]
  return [...before].filter(([file, content]) => after.get(file) !== content).map(([file]) => file)
}

/** The workflow files, other than that of the run, that the proposal changes, and all changed files where they are known. */
async function changedWorkflows(context: ConnectedJob, commits: Commits) {
  const folder = dirname(context.workflowPath)
  const isOther = (path: string) =>
    dirname(path) === folder && /\.ya?ml$/.test(path) && path !== context.workflowPath
  const changed = commits.changed ?? (await changedFiles(context).catch(() => null))
  const files = changed ?? (await changedIn(context, commits))
  return { changed, workflows: [...new Set(files)].filter(isOther) }
}

type Workflow = { called: string; steps: MeasuringStep[] }

/** Whether a workflow adds to the report `name`: its end starts the publish job, or a step of the run has the name. */
async function addsToReport(
  { context, publisher }: Source,
  name: string,
): Promise<(workflow: Workflow) => boolean> {
  if (publisher === undefined) return ({ steps }) => steps.some(({ inputs }) => reportName(inputs) === name)
  const { workflowPath: path, workflowSha: commit } = publisher
  const listened = listenedTo((await repositoryFile(context, { path, commit })) ?? '')
  return ({ called }) => listened.includes(called)
}

type Version = Workflow & { starts: boolean | null }

/** A workflow file as it is at a commit; null where it is not there, or is no YAML. */
async function versionAt(
  context: ConnectedJob,
  { path, commit }: { path: string; commit: string },
  about: Proposed,
): Promise<Version | null> {
  const read = filesAt(context, commit)
  const text = await read(path)
  if (text === null) return null
  try {
    const { steps } = await measuringSteps(read, path, context.actionRepository)
    return { called: workflowName(text, path), steps, starts: startsFor(text, about) }
  } catch (error) {
    if (error instanceof NotYaml) return null
    throw error
  }
}

function whyLost(
  before: Version,
  after: Version | null,
  adds: (workflow: Workflow) => boolean,
  { event }: Proposed,
): string | null {
  if (after === null) return 'it is gone, or no YAML'
  const isUnsure = after.starts === null && before.starts
  if (after.starts === false || isUnsure) return `what stands under 'on' does not start it for ${event}`
  return adds(after) ? null : `it is called '${after.called}', and nothing reports on that`
}

/** A sentence for each such workflow; none on demand, where no pull request started the run. Throws the refusal. */
export async function lostWorkflows(
  source: Source,
  { name, ...commits }: Commits & { name: string },
): Promise<string[]> {
  const { context, proposal } = source
  const { base, proposed } = commits
  if (context.requested || context.workflowPath === '') return []
  const { changed, workflows } = await changedWorkflows(context, commits)
  if (workflows.length === 0) return []
  const adds = await addsToReport(source, name)
  const event = context.mergeGroup === null ? 'pull_request' : 'merge_group'
  const about: Proposed = { event, branch: proposal.baseRef, changed }
  const ownBefore = await repositoryFile(context, { path: context.workflowPath, commit: base })
  const lost: string[] = []
  for (const path of workflows.slice(0, mostWorkflows)) {
    const at = (commit: string) => versionAt(context, { path, commit }, about)
    const before = await at(base)
    if (before === null || before.starts === false || !before.steps.some(isMeasuring) || !adds(before))
      continue
    // The run's own workflow may be this one, moved: then it is held to what this one promises.
    const isGone = (await repositoryFile(context, { path, commit: proposed })) === null
    if (ownBefore === null && isGone) continue
    const why = whyLost(before, await at(proposed), adds, about)
    if (why !== null)
      lost.push(
        `${path} adds to this report at the base commit, and this pull request keeps it from running: ${why}; let it run`,
      )
  }
  if (workflows.length > mostWorkflows)
    lost.push(
      `this pull request changes ${workflows.length} workflows, and ${mostWorkflows} of them were looked at: one of the others ` +
        'may have added to this report; change fewer at once',
    )
  return lost
}
