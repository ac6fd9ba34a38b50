// A badge for a README, in the form that shields.io reads from an address.
// https://shields.io/badges/endpoint-badge
import type { Statement } from './statement.ts'

const COLOURS = { bad: 'orange', unsure: 'lightgrey', good: 'brightgreen', calm: 'brightgreen' } as const

/** The JSON of a badge; `label` is what stands at its left. */
export const badgeJson = (label: string, { tone, text }: Statement): string =>
  `${JSON.stringify({ schemaVersion: 1, label, message: text, color: COLOURS[tone] })}\n`
