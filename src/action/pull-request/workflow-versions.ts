// Reads the files that measure a pull request, its workflow and what that calls, as the base commit has them and as the
// pull request leaves them; and says how they differ. Text of a pull request is shortened here; the report escapes it.
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import { counted } from '../../phrases.ts'
import { readWorkflow, type Workflow } from '../../policy/workflow-file/bench-steps.ts'
import { workflowDifferences } from '../../policy/workflow-file/differences.ts'
import { measuringSteps } from '../../policy/workflow-file/measuring-steps.ts'
import type { MeasuringFiles } from '../../policy/workflow-file/walk.ts'

/** They differ only by the pull request. */
export type Commits = { base: string; proposed: string }

/** What the files at a commit run; `problem` says why that is not known. */
type Version = { found: MeasuringFiles | null; problem: string | null }

export type Versions = { base: Version; proposed: Version }

async function versionAt(
  context: ConnectedJob,
  commits: Record<'workflow' | 'action', string>,
): Promise<Version> {
  const { workflowPath, actionRepository } = context
  if (workflowPath === '') return { found: null, problem: null }
  const read = (path: string, kind: 'workflow' | 'action') =>
    repositoryFile(context, { path, commit: commits[kind] })
  try {
    return { found: await measuringSteps(read, workflowPath, actionRepository), problem: null }
  } catch (error) {
    return { found: null, problem: (error as Error).message.slice(0, 200) }
  }
}

/**
 * Both versions; null where the pull request can change neither. `isProposed`: its own version of the workflow runs. Else
 * that of the base branch does, but composite actions come from the checkout, and that is of the pull request.
 */
export async function versionsOf(
  context: ConnectedJob,
  { base, proposed, isProposed }: Commits & { isProposed: boolean },
): Promise<Versions | null> {
  const { owner, repo, workflowRepository, workflowPath, workflowSha } = context
  // One that an organisation's rule requires is of another repository.
  if (workflowRepository.toLowerCase() !== `${owner}/${repo}`.toLowerCase() && workflowPath !== '')
    return null
  const at = (action: string) => versionAt(context, { workflow: isProposed ? action : workflowSha, action })
  const before = await at(base)
  const usesActions = [...(before.found?.files.keys() ?? [])].some(path =>
    /(?:^|\/)action\.ya?ml$/.test(path),
  )
  return isProposed || usesActions ? { base: before, proposed: await at(proposed) } : null
}

const shortPath = (path: string) => (path.length > 100 ? `${path.slice(0, 49)}…${path.slice(-50)}` : path)

const nothing: Workflow = { steps: [], rest: '' }

function difference(path: string, texts: (string | undefined)[], repository: string): string {
  const [before, after] = texts
  const verb = before === undefined ? 'has it measured by' : 'changes'
  const subject = `this pull request ${verb} ${shortPath(path)}`
  const which = before === undefined ? '' : ', which measures it'
  try {
    const [base = nothing, proposed = nothing] = texts.map(text =>
      text === undefined ? undefined : readWorkflow(text, repository),
    )
    return after === undefined
      ? `this pull request is not measured by ${shortPath(path)} any more`
      : `${subject}${which}: ${workflowDifferences(base, proposed).join('; ')}`
  } catch (error) {
    return `${subject}${which}; what it changes is not known: ${(error as Error).message.slice(0, 200)}`
  }
}

const mostFiles = 5

/** A sentence for each file that differs, or one that says why that is not known. */
export function differenceTexts({ base, proposed }: Versions, context: JobContext): string[] {
  const { workflowPath, actionRepository } = context
  // A server that never names it: only an input that does not count for it is worth a sentence.
  if (workflowPath === '') return []
  const path = shortPath(workflowPath)
  const isMissing = proposed.found !== null && !proposed.found.files.has(workflowPath)
  const problem = base.problem ?? proposed.problem ?? (isMissing ? 'the server does not have it' : null)
  if (base.found === null || proposed.found === null || problem !== null)
    return [`it is not known whether this pull request changes ${path}, which measures it: ${problem}`]
  const [before, after] = [base.found.files, proposed.found.files]
  if (!before.has(workflowPath)) return [`this pull request adds ${path}, which measures it`]
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    each => before.get(each) !== after.get(each),
  )
  const texts = changed
    .slice(0, mostFiles)
    .map(each => difference(each, [before.get(each), after.get(each)], actionRepository))
  const more = changed.length - texts.length
  return more > 0
    ? [...texts, `this pull request changes ${counted(more, 'more file')} that measure it`]
    : texts
}
