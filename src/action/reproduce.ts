// The commands that repeat a pull request's comparison on anybody's machine.
import { join } from 'node:path'
import type { JobContext } from '../github/context.ts'
import type { Values } from '../inputs.ts'
import type { Comparison } from '../model.ts'

const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

type Wanted = Pick<Values, 'command' | 'setup' | 'working-directory'>

/** Shell commands for a checkout of the repository; undefined where a commit of either side is not known. */
export function reproduceText(
  values: Wanted,
  { pullRequest }: Pick<JobContext, 'pullRequest'>,
  { baseline, candidate }: Pick<Comparison, 'baseline' | 'candidate'>,
): string | undefined {
  const [base, head] = [baseline.revision?.commit, candidate.revision?.commit]
  if (!base || !head) return undefined
  const from = (side: string) => `cd ${quoted(join('..', side, values['working-directory']))}`
  const sides = ['baseline', 'candidate'] as const
  return [
    ...(pullRequest ? [`git fetch origin ${base} refs/pull/${pullRequest.number}/merge`] : []),
    `git worktree add --detach ../baseline ${base}`,
    `git worktree add --detach ../candidate ${head}`,
    ...(values.setup === '' ? [] : sides.map(side => `(${from(side)} && ${values.setup})`)),
    `stable-bench ab --base ${quoted(`${from('baseline')} && ${values.command}`)} \\`,
    `  --head ${quoted(`${from('candidate')} && ${values.command}`)}`,
  ].join('\n')
}
