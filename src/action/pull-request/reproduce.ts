// The shell commands that repeat a comparison on another machine.
import { join, relative, resolve } from 'node:path'
import type { JobContext } from '../../github/api/context.ts'
import type { Input } from '../../inputs/input.ts'
import { inputText } from '../../inputs/parse.ts'
import { inputs, repeatedInputs, type Values } from '../../inputs/values.ts'
import { simpleWords, throughBash } from '../../measure/runs/command-line.ts'
import type { Comparison } from '../../model/index.ts'
import { shellWord } from '../../phrases.ts'

type RepeatedValues = Pick<
  Values,
  'command' | 'setup' | 'working-directory' | 'results' | (typeof repeatedInputs)[number]
>

function flags(values: RepeatedValues): string[] {
  return repeatedInputs.flatMap(name => {
    const [input, value] = [inputs[name] as Input, values[name]]
    const words = Array.isArray(value) ? value : [inputText(input, value)]
    const isDefault = inputText(input, value) === inputText(input, input.default)
    return isDefault ? [] : [`--${name} ${words.map(shellWord).join(' ')}`]
  })
}

const flag = (name: string, text: string): string[] => (text === '' ? [] : [`--${name} ${shellWord(text)}`])

/** For a checkout; undefined where a commit is not known. The baseline is an ancestor, so the commit that `ab` takes. */
export function reproduceText(
  values: RepeatedValues,
  { pullRequest }: Pick<JobContext, 'pullRequest'>,
  { baseline, candidate }: Pick<Comparison, 'baseline' | 'candidate'>,
): string | undefined {
  const [base, head] = [baseline.revision?.commit, candidate.revision?.commit]
  if (!base || !head) return undefined
  const within = relative(process.cwd(), resolve(values['working-directory']))
  const { command, setup, results } = values
  const isEvaluated = [command, setup, values.prepare].every(text => !text.includes('${{'))
  return [
    ...(isEvaluated ? [] : ['# first put the values of the job in place of the expressions']),
    ...(pullRequest ? [`git fetch origin ${base} refs/pull/${pullRequest.number}/merge`] : []),
    `git worktree add --detach ../candidate ${head}`,
    `cd ${shellWord(join('../candidate', within))}`,
    [
      `stable-bench ab --base-ref ${base}`,
      ...flag('setup', setup),
      ...flag('results', results),
      // It would choose a design where none is given, as no job does.
      ...flags({ ...values, duet: values.duet === true }),
      // As the job starts it.
      `-- ${(simpleWords(command) ?? throughBash(command)).map(shellWord).join(' ')}`,
    ].join(' \\\n  '),
  ].join('\n')
}
