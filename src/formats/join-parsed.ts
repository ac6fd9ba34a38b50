// Joins the results of the parts of an output.
import type { Warning } from '../model/index.ts'
import type { Parsed } from './format.ts'

/** Each message once. */
export const uniqueWarnings = (warnings: Warning[]): Warning[] => [
  ...new Map(warnings.map(warning => [warning.message, warning])).values(),
]

/** Nothing where no part counts its requests. */
function requestsOf(parts: Parsed[]): Pick<Parsed, 'requests'> {
  const counts = parts.flatMap(({ requests }) => requests ?? [])
  return counts.length === 0 ? {} : { requests: counts.reduce((sum, count) => sum + count, 0) }
}

/** All that the parts hold, in their order. The same name twice stays twice: `checkSamples` refuses it. */
export const joinParsed = (parts: Parsed[]): Parsed => ({
  samples: parts.flatMap(part => part.samples),
  failures: parts.flatMap(part => part.failures),
  warnings: uniqueWarnings(parts.flatMap(part => part.warnings)),
  ...requestsOf(parts),
})
