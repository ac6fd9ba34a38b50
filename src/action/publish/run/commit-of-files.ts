// Where a publish job reads the files that measure and judge a pull request, as that leaves them.

type Sides = { base: string; head: string; changed: string[] | null }

/**
 * The commit with the proposal's version of its workflow and configuration: `base`, which is read anyway, where none
 * of the `changed` paths (null: not known) can be one of them. The server follows links to other YAML files.
 */
export function commitOfFiles({ base, head, changed }: Sides, config: string): string {
  if (changed === null) return head
  return changed.some(path => /\.ya?ml$/i.test(path) || path === config) ? head : base
}
