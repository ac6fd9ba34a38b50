// A regular expression with the groups `value` and, if it has them, `name`, `unit` and `metric`. RE2 matches it in linear
// time, line by line: no output can keep it busy for ever.
import { RE2JS } from 're2js'
import { InputError } from '../../model/index.ts'
import { numberOf } from '../numbers.ts'
import { plainText } from '../plain-text.ts'
import type { Hit } from './hits.ts'

const GROUPS = ['name', 'value', 'unit', 'metric']

/** Throws an InputError that says what is wrong with the expression. */
function compiled(text: string): { regex: RE2JS; groups: string[] } {
  const regex = attempt(text)
  const groups = Object.keys(regex.namedGroups())
  const unknown = groups.find(group => !GROUPS.includes(group))
  if (unknown !== undefined)
    throw new InputError(`pattern: has a group '${unknown}'; known are ${GROUPS.join(', ')}`)
  if (!groups.includes('value'))
    throw new InputError(
      "pattern: has no group (?<value>…), which says where the number is, as in '(?<name>\\w+): (?<value>[\\d.]+) (?<unit>\\w+)'",
    )
  return { regex, groups }
}

function attempt(text: string): RE2JS {
  try {
    return RE2JS.compile(text)
  } catch (error) {
    const problem = (error as Error).message.replace(/^error parsing regexp: /, '')
    throw new InputError(`pattern: is not a regular expression that RE2 knows: ${problem}`)
  }
}

type HitFinder = { matches: (text: string) => boolean; find: (text: string, source: string) => Hit[] }

/** Finds every match in every line. Throws an InputError for a mistake in `text`, and where a match is no number. */
export function regexFinder(text: string): HitFinder {
  const { regex, groups } = compiled(text)
  const hitsIn = (line: string, where: string): Hit[] => {
    const hits: Hit[] = []
    for (const matcher = regex.matcher(line); matcher.find(); ) {
      const given = groups
        .map(group => [group, matcher.group(group)] as const)
        .filter(([, found]) => found !== null)
      const { value, ...rest } = Object.fromEntries(given) as Record<string, string>
      hits.push({ ...rest, values: [numberOf(value, where)], where })
    }
    return hits
  }
  const linesOf = (output: string) => plainText(output).split('\n')
  return {
    matches: output => linesOf(output).some(line => regex.matcher(line).find()),
    find: (output, source) => linesOf(output).flatMap((line, i) => hitsIn(line, `${source}, line ${i + 1}`)),
  }
}
