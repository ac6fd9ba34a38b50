// Where a publish job reads the files that measure and judge a pull request, as that leaves them.

type Sides = { base: string; head: string; changed: string[] | null }

const isYaml = (path: string) => /\.ya?ml$/i.test(path)

/**
 * The commit that has the proposal's version of its workflow, what that calls, and the configuration `config`: `base`, which
 * is read anyway, where none of the `changed` paths can be one of them. The server follows links, so that another YAML file
 * may be what one of their names leads to. `changed` is null where not all of them are known.
 */
export function commitOfFiles({ base, head, changed }: Sides, config: string): string {
  if (changed === null) return head
  return changed.some(path => isYaml(path) || path === config) ? head : base
}
