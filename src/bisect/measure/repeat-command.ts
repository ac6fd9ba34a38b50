// The command that measures a step again: the same one, for its commits alone.

import type { Input } from '../../inputs/input.ts'
import { inputText } from '../../inputs/parse.ts'
import { flagOf, type InputName, inputsOf } from '../../inputs/values.ts'
import { shellWord } from '../../phrases.ts'
import type { Bisecting } from './bisecting.ts'

/** They say what comes out, and where to. */
const LEFT_OUT: InputName[] = [
  'range',
  'bisect-output',
  'out',
  'quiet',
  'all-steps',
  'bisect-benchmark',
  'suite',
]

/**
 * `stable-bench bisect RANGE …` with the flags that were given, and the benchmark that was searched for; '' where not everybody may
 * read the command.
 */
export function repeatCommand(
  { given, suite, shown, file }: Pick<Bisecting, 'given' | 'suite' | 'shown' | 'file'>,
  range: string,
): string {
  if (shown === null) return ''
  const flags = inputsOf('bisect').flatMap(([name, input]) => {
    const value = given[name] as Input['default'] | undefined
    if (value === undefined || LEFT_OUT.includes(name)) return []
    const texts = Array.isArray(value) ? value : [inputText(input, value)]
    return [`${flagOf(name, input)} ${texts.map(each => shellWord(String(each))).join(' ')}`]
  })
  const benchmark = file.kept.ends?.metric.benchmark
  const named = benchmark === undefined ? [] : [`--benchmark ${shellWord(benchmark)}`]
  const measured = suite === null ? ['--', shown] : [`--suite ${shellWord(suite)}`]
  return ['stable-bench bisect', range, ...flags, ...named, ...measured].join(' ')
}
