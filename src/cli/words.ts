// The words of a command line that belong to no flag: two sides, a range, or none at all.
import type { Command } from '../inputs/input.ts'
import type { InputName } from '../inputs/values.ts'

type Given = Map<InputName, string[]>

/** What is wrong with the words, and how to write them. */
type Misplaced = { problem: string; how: string }

const quoted = (words: string[]) => words.map(word => `'${word}'`).join(' ')

/** The two words that `ab` and `compare` take instead of --baseline and --candidate. */
function placeSides(command: Command, words: string[], given: Given): Misplaced | null {
  const names: readonly InputName[] =
    command === 'compare' ? ['baseline', 'candidate'] : ['baseline-command', 'candidate-command']
  const isGiven = names.some(name => given.has(name))
  if (words.length !== 2 || isGiven)
    return {
      problem:
        `${command}: takes the baseline and the candidate, got ${quoted(words)}` +
        `${isGiven ? ' besides --baseline or --candidate' : ''}`,
      how:
        command === 'compare'
          ? 'give both: compare OLD NEW, or several as --baseline FILE… --candidate FILE…'
          : `give both: ${command} './old' './new'; quote a command of several words`,
    }
  for (const [i, name] of names.entries()) given.set(name, [words[i] as string])
  return null
}

/** The range that `bisect` takes as a word. */
function placeRange(words: string[], given: Given): Misplaced | null {
  const ranges = [...(given.get('range') ?? []), ...words]
  if (ranges.length > 1)
    return {
      problem: `bisect: takes one range, got ${quoted(ranges)}`,
      how: 'write bisect v1.2..main, and put the command after --',
    }
  given.set('range', ranges)
  return null
}

function noWords(command: Command, [stray]: string[]): Misplaced {
  const isMeasured = ['run', 'calibrate', 'init'].includes(command)
  return {
    problem: `unexpected argument '${stray}' for '${command}'`,
    how: isMeasured ? 'put the command after --' : `it takes flags only (stable-bench ${command} --help)`,
  }
}

/**
 * Puts the words that belong to no flag among the `given` values. Returns what is wrong with them, or null. `mistaken` is what would be
 * wrong with the first word that may be meant as the value of the flag before it.
 */
export function placeWords(
  command: Command,
  words: string[],
  { given, mistaken }: { given: Given; mistaken: string | null },
): string | null {
  if (words.length === 0) return null
  const misplaced = ['ab', 'explain', 'compare'].includes(command)
    ? placeSides(command, words, given)
    : command === 'bisect'
      ? placeRange(words, given)
      : noWords(command, words)
  return misplaced && [misplaced.problem, misplaced.how, ...(mistaken ? [mistaken] : [])].join('; ')
}
