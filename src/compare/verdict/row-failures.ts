// Whether a row fails the comparison. A regression does not fail when it is smaller than configured, or when a waiver
// covers it. A missing row does not fail when a waiver covers it, and no row once somebody accepted this run, by a label or in
// the workflow.

import { isAcceptable, type Policy, type Row, type Verdict, type Waiver } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { matchesPattern } from '../sides/row-settings.ts'
import { writtenDigits } from './judge.ts'

/** `reason` is what to say on the row, null where there is nothing to explain. */
type Failing = { fails: boolean; reason: string | null }

/** The waiver of a row for its regression, or for its being missing. As with rules, the last that matches counts. */
export function waiverFor(
  waivers: Waiver[],
  what: 'regression' | 'missing',
  { benchmark, metric }: { benchmark: string; metric: string },
): Waiver | null {
  const matching = waivers.filter(
    waiver =>
      (what === 'missing' ? waiver.missing : waiver.ceiling !== null) &&
      matchesPattern(waiver.benchmark, benchmark) &&
      matchesPattern(waiver.metric, metric),
  )
  return matching.at(-1) ?? null
}

const expiredText = ({ expires, reason }: Waiver) => `its waiver expired on ${expires} (${reason})`

const toleratedText = (threshold: number, band: number) =>
  threshold === band
    ? `a real change, but its estimate lies within the band of ±${formatShare(band)}, so it does not fail`
    : 'a real change, but smaller than the configured threshold'

/**
 * Whether a row fails. Threshold and ceiling are compared with the change that the report shows: −9.5 % of a throughput
 * counts as 9.5 %, not as its inverse. Growth from nothing has no size, and no waiver covers it.
 */
export function failureOf(
  verdict: Verdict,
  ratio: number | null,
  { threshold, band }: { threshold: number; band: number },
  waiver: Waiver | null,
): Failing {
  // No ceiling says how much noise is accepted.
  if (verdict === 'scattered') return { fails: true, reason: null }
  if (verdict !== 'regression') return { fails: false, reason: null }
  const change = ratio === null ? Number.POSITIVE_INFINITY : writtenDigits(Math.abs(ratio - 1))
  if (change < threshold) return { fails: false, reason: toleratedText(threshold, band) }
  if (waiver === null || waiver.ceiling === null) return { fails: true, reason: null }
  const { ceiling, expires, reason } = waiver
  if (waiver.expired) return { fails: true, reason: expiredText(waiver) }
  if (change > ceiling) {
    return {
      fails: true,
      reason: `worse than the ${formatShare(ceiling)} that its waiver accepts (${reason})`,
    }
  }
  return { fails: false, reason: `accepted up to ${formatShare(ceiling)} until ${expires}: ${reason}` }
}

/** Whether a row that is missing fails; `why` says what became of it. */
export function missingFailureOf(why: string, waiver: Waiver | null): Failing {
  if (waiver === null) return { fails: true, reason: `${why}; if that is intended, accept it with a waiver` }
  if (waiver.expired) return { fails: true, reason: `${why}; ${expiredText(waiver)}` }
  return { fails: false, reason: `${why}; accepted until ${waiver.expires}: ${waiver.reason}` }
}

type Accepted = Pick<Policy, 'accepted'>

/** The rows as they count once somebody accepted them: none fails, and each names that person. */
export function acceptedRows(rows: Row[], { accepted }: Accepted): Row[] {
  if (accepted === null || !isAcceptable(rows)) return rows
  return rows.map(row => {
    if (!row.fails) return row
    const reason = row.reason === null ? accepted : `${row.reason}; ${accepted}`
    return { ...row, fails: false, reason }
  })
}

/** Whether the row would fail had nobody accepted it. */
export const isAccepted = ({ reason }: Row, { accepted }: Accepted): boolean =>
  accepted !== null && reason?.endsWith(accepted) === true
