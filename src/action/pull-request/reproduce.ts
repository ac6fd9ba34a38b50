// The shell commands that repeat a comparison on another machine.

import { join, relative, resolve } from 'node:path'
import type { JobContext } from '../../github/api/context.ts'
import type { Input } from '../../inputs/input.ts'
import { inputText } from '../../inputs/parse.ts'
import { inputs, repeatedInputs, type Values } from '../../inputs/values.ts'
import type { Comparison } from '../../model/index.ts'
import { shellWord } from '../../phrases.ts'

type RepeatedValues = Pick<
  Values,
  'command' | 'setup' | 'working-directory' | 'results' | (typeof repeatedInputs)[number]
>

/** The flags of inputs that differ from their defaults. */
function flags(values: RepeatedValues): string[] {
  return repeatedInputs.flatMap(name => {
    const [input, value] = [inputs[name] as Input, values[name]]
    const words = Array.isArray(value) ? value : [inputText(input, value)]
    const isDefault = inputText(input, value) === inputText(input, input.default)
    return isDefault ? [] : [`--${name} ${words.map(shellWord).join(' ')}`]
  })
}

/** The values for `ab` above both checkouts. It runs prepare there, and chooses a design where none is given, as no job does. */
const above = (values: RepeatedValues, within: string): RepeatedValues => ({
  ...values,
  duet: values.duet === true,
  prepare:
    values.prepare &&
    `cd "$STABLE_BENCH_SIDE"${within && `/${shellWord(within)}`} || exit; ${values.prepare}`,
})

/** For a checkout of the repository; undefined where the commit of a side is not known. */
export function reproduceText(
  values: RepeatedValues,
  { pullRequest }: Pick<JobContext, 'pullRequest'>,
  { baseline, candidate }: Pick<Comparison, 'baseline' | 'candidate'>,
): string | undefined {
  const [base, head] = [baseline.revision?.commit, candidate.revision?.commit]
  if (!base || !head) return undefined
  const sides = ['baseline', 'candidate'] as const
  const within = relative(process.cwd(), resolve(values['working-directory']))
  const place = (side: string) => join(side, within)
  const command = (side: string) => shellWord(`cd ${shellWord(place(side))} && ${values.command}`)
  const results =
    values.results === ''
      ? []
      : [`--results ${shellWord(join(place('{baseline,candidate}'), values.results))}`]
  const isEvaluated = [values.command, values.setup, values.prepare].every(text => !text.includes('${{'))
  return [
    ...(isEvaluated ? [] : ['# first put the values of the job in place of the expressions']),
    ...(pullRequest ? [`git fetch origin ${base} refs/pull/${pullRequest.number}/merge`] : []),
    `git worktree add --detach ../baseline ${base}`,
    `git worktree add --detach ../candidate ${head}`,
    ...(values.setup === ''
      ? []
      : sides.map(side => `(cd ${shellWord(place(`../${side}`))} && ${values.setup})`)),
    [
      `stable-bench ab --working-directory .. --baseline ${command('baseline')}`,
      `--candidate ${command('candidate')}`,
      ...results,
      ...flags(above(values, within)),
    ].join(' \\\n  '),
  ].join('\n')
}
