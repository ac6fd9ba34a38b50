// Whether a regression fails the comparison: not when it is smaller than configured, nor when it was accepted.
import type { Verdict, Waiver } from '../model.ts'
import { matchesPattern, percentText } from './row-settings.ts'

/** `reason` is what to say on the row, null where there is nothing to explain. */
export type Failing = { fails: boolean; reason: string | null }

/** The waiver of a row; of several that match, the last one counts, as for rules. */
export function waiverFor(waivers: Waiver[], benchmark: string, metric: string): Waiver | null {
  const matching = waivers.filter(
    waiver => matchesPattern(waiver.benchmark, benchmark) && matchesPattern(waiver.metric, metric),
  )
  return matching.at(-1) ?? null
}

/**
 * Threshold and ceiling are held against the change that the report shows: −9.5 % of a throughput is 9.5 %, whatever
 * its inverse. Growth from nothing has no size, and no waiver covers it.
 */
export function failureOf(
  verdict: Verdict,
  ratio: number | null,
  { threshold }: { threshold: number },
  waiver: Waiver | null,
): Failing {
  if (verdict !== 'regression') return { fails: false, reason: null }
  if (ratio !== null && ratio < 1 + threshold && ratio > 1 - threshold)
    return { fails: false, reason: 'real, but smaller than what is configured to fail' }
  if (waiver === null) return { fails: true, reason: null }
  const { ceiling, expires, reason } = waiver
  if (waiver.expired) return { fails: true, reason: `what accepted it expired on ${expires} (${reason})` }
  if (ratio === null || ratio > 1 + ceiling || ratio < 1 - ceiling) {
    return { fails: true, reason: `worse than the ${percentText(ceiling)} that were accepted (${reason})` }
  }
  return { fails: false, reason: `accepted up to ${percentText(ceiling)} until ${expires}: ${reason}` }
}
