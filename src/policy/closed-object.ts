// The schemas of names in the configuration, and of keys and values that take no other keys.
import * as z from 'zod'
import { nearest } from '../inputs/nearest.ts'

/** A file of mistakes alone, which may be a fork's, is not worth more. */
export const mostMistakes = 20

/** A name of a suite, a benchmark or a metric. */
export const name = z
  .string('must be text')
  .min(1, 'must not be empty')
  .max(1000, 'must have at most 1000 characters')

/** What to say of each unknown key, a line each: the key that was probably meant, or all that there are. */
const hints = (unknown: string[], known: string[]) =>
  unknown
    .slice(0, mostMistakes + 1)
    .map(key => {
      const meant = nearest(key, known)
      return meant === null ? `known are ${known.join(', ')}` : `did you mean ${meant}?`
    })
    .join('\n')

/** An object that refuses unknown keys and says which were meant. */
export function closed<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: issue =>
      issue.code === 'unrecognized_keys' ? hints(issue.keys, Object.keys(shape)) : 'must be keys and values',
  })
}
