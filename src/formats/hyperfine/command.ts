// One benchmarked command, as both of hyperfine's JSON layouts describe it, and its name as a benchmark.
import { type Parameters, withParameters } from '../format.ts'
import { asText, isObject, type JsonObject, objectOf } from '../json/shape.ts'

/** What an error advises where a file is not what hyperfine writes. */
export const EXPORT_JSON = 'run hyperfine with --export-json FILE and give FILE as the results'

/** A value of each metric and an exit code per run; the first metric is the primary one. */
export type HyperfineCommand = {
  label: string
  parameters: Parameters
  exitCodes: unknown[]
  metrics: { metric: string; unit: string; values: number[] }[]
}

/**
 * The parameters of a result: texts in hyperfine 1, objects with a `value` in hyperfine 2. Sorted by name: the
 * order of the -L options must not turn one benchmark into two.
 */
export function parametersOf({ parameters }: JsonObject): Parameters {
  const named = Object.entries(objectOf(parameters)).map(([name, parameter]): [string, string] => [
    name,
    asText(isObject(parameter) ? parameter.value : parameter),
  ])
  return named.sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * The command, or the name given with -n, followed by the parameters whose value it does not show as a whole
 * word: `make -j 4`, but `make (threads=4)`. Depends on nothing else in the file, so that both sides agree.
 */
export function commandName({ label, parameters }: Pick<HyperfineCommand, 'label' | 'parameters'>): string {
  const hidden = parameters.filter(([, value]) => !showsWord(label, value))
  return withParameters(label, hidden)
}

function showsWord(text: string, word: string): boolean {
  if (word === '') return false
  const isInside = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character)
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isInside(text[at - 1]) && !isInside(text[at + word.length])) return true
  }
  return false
}
