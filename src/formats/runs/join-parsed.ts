// Joins the results of the parts of an output, and the forms in which a tool writes them.
import { uniqueWarnings } from '../../model/index.ts'
import { canonicalUnit } from '../../units.ts'
import type { Format, Parsed, ParsedSample } from '../format.ts'

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

const keyOf = ({ name, place, metric }: ParsedSample) => JSON.stringify([place, name, metric])
const firstValue = ({ unit, runs }: ParsedSample) => (runs[0]?.[0] ?? 0) * canonicalUnit(unit).factor

/** What `text` holds beyond `exact`; null where they are of two runs. Forms for people round, some values by much. */
function beyond(exact: Parsed, text: Parsed): Parsed | null {
  const known = new Map(exact.samples.map(sample => [keyOf(sample), firstValue(sample)]))
  const shared = text.samples.filter(sample => known.has(keyOf(sample)))
  const agreesWithin = (share: number) => (sample: ParsedSample) => {
    const value = known.get(keyOf(sample)) as number
    return Math.abs(firstValue(sample) - value) <= share * Math.abs(value)
  }
  if (2 * shared.filter(agreesWithin(0.01)).length <= shared.length) return null
  if (!shared.every(agreesWithin(0.25))) return null
  const failed = new Set(exact.failures.map(({ name }) => name))
  return {
    samples: text.samples.filter(sample => !known.has(keyOf(sample))),
    failures: text.failures.filter(({ name }) => !failed.has(name)),
    warnings: text.warnings,
  }
}

/** The other form in which a tool writes its results. */
export type OtherForm = Pick<Format, 'recognises' | 'parse'>

/**
 * Both forms of a tool, the exact one first. Where an output holds both, both are read; what a tool prints in both counts
 * once.
 */
export const eitherOf = (one: Format, other: OtherForm): Format => ({
  ...one,
  recognises: text => one.recognises(text) || other.recognises(text),
  parse: (text, source) => {
    if (!other.recognises(text)) return one.parse(text, source)
    if (!one.recognises(text)) return other.parse(text, source)
    const [exact, more] = [one.parse(text, source), other.parse(text, source)]
    return joinParsed([exact, beyond(exact, more) ?? more])
  },
})
