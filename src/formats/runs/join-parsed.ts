// Joins the results of the parts of an output, and the forms in which a tool writes them.
import { uniqueWarnings } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'

/** The sum of what was counted; nothing where nobody counts requests. */
export function summedRequests(all: (number | undefined)[]): Pick<Parsed, 'requests'> {
  const counts = all.filter(count => count !== undefined)
  return counts.length === 0 ? {} : { requests: counts.reduce((sum, count) => sum + count, 0) }
}

/** All that the parts hold, in their order. The same name twice stays twice: `checkSamples` refuses it. */
export const joinParsed = (parts: Parsed[]): Parsed => ({
  samples: parts.flatMap(part => part.samples),
  failures: parts.flatMap(part => part.failures),
  warnings: uniqueWarnings(parts.flatMap(part => part.warnings)),
  ...summedRequests(parts.map(({ requests }) => requests)),
  // Several loads have no beginning in common.
  ...(parts.length === 1 && parts[0]?.load && { load: parts[0].load }),
})

/** Both forms of a tool. Where an output holds both, both are read. */
export const eitherOf = (one: Format, other: Format): Format => ({
  ...one,
  recognises: text => one.recognises(text) || other.recognises(text),
  parse: (text, source) => {
    const found = [one, other].filter(form => form.recognises(text))
    return joinParsed((found.length === 0 ? [one] : found).map(form => form.parse(text, source)))
  },
})
