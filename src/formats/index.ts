// The registry: a new format is one file, one line here and one captured fixture.
import { InputError } from '../model/index.ts'
import { samplesFormat } from './documents/samples.ts'
import type { Format } from './format.ts'
import { goBench } from './go/bench.ts'
import { googleBenchmark } from './google-benchmark/read.ts'
import { hyperfine } from './hyperfine/read.ts'

export const formats: readonly Format[] = [samplesFormat, hyperfine, googleBenchmark, goBench]

/** The format called `name`. Throws an InputError that lists the known ones. */
export function formatNamed(name: string): Format {
  const format = formats.find(each => each.name === name)
  if (format) return format
  const known = formats.map(each => each.name).join(', ')
  throw new InputError(`there is no format '${name}'; known are ${known}`)
}

/** The one format that recognises `text`; null when none does, or more than one: it is not guessed then. */
export function recogniseFormat(text: string): Format | null {
  const [format, ...others] = formats.filter(each => each.recognises(text))
  return format && others.length === 0 ? format : null
}
