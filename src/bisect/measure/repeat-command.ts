// The command that measures a step again: the same one, for its commits alone.

import type { Input } from '../../inputs/input.ts'
import { inputText } from '../../inputs/parse.ts'
import { flagOf, type InputName, inputs, inputsOf } from '../../inputs/values.ts'
import { shellWord } from '../../phrases.ts'
import type { Bisecting } from './bisecting.ts'

/** They say what comes out, and where to. */
const LEFT_OUT: InputName[] = ['range', 'bisect-output', 'out', 'quiet', 'all-steps', 'bisect-benchmark']

/**
 * `stable-bench bisect RANGE …` with the flags of this command that are not its defaults, and the benchmark that was
 * searched for; '' where not everybody may read the command.
 */
export function repeatCommand(
  { values, shown, file }: Pick<Bisecting, 'values' | 'shown' | 'file'>,
  range: string,
): string {
  if (shown === null) return ''
  const given = inputsOf('bisect').flatMap(([name, declared]) => {
    const [input, value] = [declared as Input, values[name] as Input['default']]
    if (LEFT_OUT.includes(name) || inputText(input, value) === inputText(input, input.default)) return []
    const texts = Array.isArray(value) ? value : [inputText(input, value)]
    return [`${flagOf(name, inputs[name] as Input)} ${texts.map(each => shellWord(String(each))).join(' ')}`]
  })
  const benchmark = file.kept.ends?.metric.benchmark
  const named = benchmark === undefined ? [] : [`--benchmark ${shellWord(benchmark)}`]
  return ['stable-bench bisect', range, ...given, ...named, '--', shown].join(' ')
}
