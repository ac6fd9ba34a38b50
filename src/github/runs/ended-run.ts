// A run that has ended, as the event of its end or the API describes it.

/** The run whose end started this one; `headOwner` and the rest of the head may be a fork's. */
export type EndedRun = {
  id: number
  attempt: number
  event: string
  workflowPath: string
  conclusion: string
  headSha: string
  headBranch: string
  headOwner: string
  headRepositoryId: number | null
  actor: string
  url: string
}

/** The facts of a run that the event and the API both give. */
export type RunFacts = {
  id: number
  run_attempt?: number | undefined
  event: string
  path?: string
  conclusion?: string | null
  head_sha: string
  head_branch?: string | null
  head_repository?: { id?: number; owner?: { login?: string } } | null
  actor?: { login?: string } | null | undefined
}

/**
 * `.github/workflows/bench.yml@refs/tags/@scope/pkg@1.2.3` → `.github/workflows/bench.yml`. Workflow files lie directly in
 * their folder, so `@refs/` is never part of a name; a branch or tag may have more of `@`. GitHub lists a run without a
 * ref, Gitea with a full one; a commit or a short ref is cut off too.
 */
export function withoutRef(path: string): string {
  const [file = ''] = path.split('@refs/', 1)
  if (/\.ya?ml$/.test(file)) return file
  return /^(.+\.ya?ml)@/.exec(file)?.[1] ?? file
}

/** A run as the event, or the API, describes it; `runsUrl` is where people see the runs. */
export function endedRunOf(run: RunFacts, runsUrl: string): EndedRun {
  return {
    id: run.id,
    attempt: run.run_attempt ?? 1,
    event: run.event,
    workflowPath: withoutRef(run.path ?? ''),
    conclusion: run.conclusion ?? 'unknown',
    headSha: run.head_sha,
    headBranch: run.head_branch ?? '',
    headOwner: run.head_repository?.owner?.login ?? '',
    headRepositoryId: run.head_repository?.id ?? null,
    actor: run.actor?.login ?? '',
    url: `${runsUrl}/${run.id}`,
  }
}
