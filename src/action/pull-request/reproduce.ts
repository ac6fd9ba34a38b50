// The shell commands that repeat a comparison on another machine.
import { join, relative, resolve } from 'node:path'
import type { JobContext } from '../../github/api/context.ts'
import { inputText } from '../../inputs/parse.ts'
import { type Input, inputs, repeatedInputs, type Values } from '../../inputs/values.ts'
import type { Comparison } from '../../model/index.ts'

const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

type Wanted = Pick<
  Values,
  'command' | 'setup' | 'working-directory' | 'results' | (typeof repeatedInputs)[number]
>

/** The flags of inputs that differ from their defaults. */
function flags(values: Wanted): string[] {
  return repeatedInputs.flatMap(name => {
    const [input, value] = [inputs[name] as Input, values[name]]
    const words = Array.isArray(value) ? value : [inputText(input, value)]
    const isDefault = inputText(input, value) === inputText(input, input.default)
    return isDefault ? [] : [`--${name} ${words.map(quoted).join(' ')}`]
  })
}

/** For a checkout of the repository; undefined where the commit of a side is not known. */
export function reproduceText(
  values: Wanted,
  { pullRequest }: Pick<JobContext, 'pullRequest'>,
  { baseline, candidate }: Pick<Comparison, 'baseline' | 'candidate'>,
): string | undefined {
  const [base, head] = [baseline.revision?.commit, candidate.revision?.commit]
  if (!base || !head) return undefined
  const sides = ['baseline', 'candidate'] as const
  const within = relative(process.cwd(), resolve(values['working-directory']))
  const place = (side: string) => join(side, within)
  const command = (side: string) => quoted(`cd ${quoted(place(side))} && ${values.command}`)
  const results =
    values.results === '' ? [] : [`--results ${quoted(join(place('{baseline,candidate}'), values.results))}`]
  return [
    ...(pullRequest ? [`git fetch origin ${base} refs/pull/${pullRequest.number}/merge`] : []),
    `git worktree add --detach ../baseline ${base}`,
    `git worktree add --detach ../candidate ${head}`,
    ...(values.setup === ''
      ? []
      : sides.map(side => `(cd ${quoted(place(`../${side}`))} && ${values.setup})`)),
    [
      `stable-bench ab --working-directory .. --base ${command('baseline')}`,
      `--head ${command('candidate')}`,
      ...results,
      ...flags(values),
    ].join(' \\\n  '),
  ].join('\n')
}
