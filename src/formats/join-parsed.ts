// Joins the results of the parts of an output.
import type { Warning } from '../model/index.ts'
import type { Parsed } from './format.ts'

/** Each message once. */
export const uniqueWarnings = (warnings: Warning[]): Warning[] => [
  ...new Map(warnings.map(warning => [warning.message, warning])).values(),
]

/** All that the parts hold, in their order. The same name twice stays twice: `checkSamples` refuses it. */
export const joinParsed = (parts: Parsed[]): Parsed => ({
  samples: parts.flatMap(part => part.samples),
  failures: parts.flatMap(part => part.failures),
  warnings: uniqueWarnings(parts.flatMap(part => part.warnings)),
})
