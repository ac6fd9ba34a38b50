// The path of a workflow file, as the runner and servers write it: alone, or with the ref that the run is on.

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
