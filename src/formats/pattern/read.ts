// The reader for tools that have no format here: the configuration says with a pattern where name, number and unit are.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { shown } from '../json/shape.ts'
import { type Pattern, parsedHits } from './hits.ts'
import { hasJsonHits, jsonHits } from './json-hits.ts'
import { parsePath } from './json-path.ts'
import { regexFinder } from './regex.ts'

export type { Pattern } from './hits.ts'

type PatternInputs = { pattern: string; 'pattern-unit': string; 'pattern-better': Pattern['better'] }

/**
 * The field with the pattern that the inputs give; an empty object where they give none. Throws an InputError for inputs
 * that say how to read a pattern that is not there.
 */
export function patternOf(inputs: PatternInputs): { pattern?: Pattern } {
  const { pattern: text, 'pattern-unit': unit, 'pattern-better': better } = inputs
  if (text !== '') return { pattern: { text, unit, better } }
  const idle = better !== 'auto' ? 'pattern-better' : unit !== '' ? 'pattern-unit' : null
  if (idle === null) return {}
  throw new InputError(
    `${idle}: has no effect without pattern, since a known format says itself what its numbers are; give pattern as well, ` +
      `or set better for the rows in .stable-bench.yml`,
  )
}

/** A regular expression that begins with `$` would match nothing but an empty end of a line. */
const isPath = (text: string) => text.startsWith('$')

function finderOf(text: string): ReturnType<typeof regexFinder> {
  if (!isPath(text)) return regexFinder(text)
  const path = parsePath(text)
  return {
    matches: output => hasJsonHits(output, path),
    find: (output, source) => jsonHits(output, path, source),
  }
}

/** The format that reads with this pattern. Throws an InputError for a mistake in it. */
export function patternFormat(pattern: Pattern): Format {
  const { matches, find } = finderOf(pattern.text)
  return {
    name: 'pattern',
    title: 'the configured pattern',
    recognises: matches,
    parse: (text, source) => {
      const hits = find(text, source)
      if (hits.length > 0) return parsedHits(hits, pattern)
      const line = text.split('\n').find(each => each.trim() !== '')
      const found = line === undefined ? 'it is empty' : `it begins with ${shown(line.trim())}`
      throw new InputError(`${source}: nothing in it matches the pattern; ${found}`)
    },
  }
}
