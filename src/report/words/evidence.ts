// The evidence of the runs in plain text: one line about the runs that the machine disturbed, and figures for experts.
import type { Comparison, EvidenceFigure, EvidenceSummary } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { counted, formatCount, formatValue, NOTHING } from './numbers.ts'

const doubtful = ({ suspect, invalid }: EvidenceSummary) => suspect + invalid

/** `3 of 20 candidate runs disturbed, 1 repeated`; null for a side without any of that. */
function sideText(side: string, evidence: EvidenceSummary | null | undefined): string | null {
  if (!evidence || (doubtful(evidence) === 0 && evidence.repeated === 0)) return null
  const repeated = evidence.repeated > 0 ? `, ${formatCount(evidence.repeated)} repeated` : ''
  return `${formatCount(doubtful(evidence))} of ${counted(evidence.runs, `${side} run`)} disturbed${repeated}`
}

/** Which runs were disturbed or repeated, on one line; null where none were. */
export function evidenceLine({ baseline, candidate }: Comparison): string | null {
  const sides = [sideText('baseline', baseline.evidence), sideText('candidate', candidate.evidence)]
  return sides.filter(side => side !== null).join('; ') || null
}

function figureValue(value: number, unit: EvidenceFigure['unit']): string {
  if (unit === 'share') return formatShare(value, 2)
  if (unit === 'Hz') return `${(value / 1e9).toFixed(2)} GHz`
  if (unit === '°C') return `${Math.round(value)} °C`
  return `${formatValue(value, '')}${unit}`
}

/** The median, and from the lowest to the highest run where these differ: `0.1 % (0 % to 2.3 %)`. */
function figureText(figure: EvidenceFigure | undefined): string {
  if (figure === undefined) return NOTHING
  const { unit } = figure
  const [lowest, middle, highest] = [figure.lowest, figure.median, figure.highest].map(value =>
    figureValue(value, unit),
  )
  return lowest === highest ? `${middle}` : `${middle} (${lowest} to ${highest})`
}

type EvidenceLine = { name: string; baseline: string; candidate: string }

/** A line per figure that either side has, in the order of the side that has more; empty without evidence. */
export function evidenceTable({ baseline, candidate }: Comparison): EvidenceLine[] {
  const [before, after] = [baseline.evidence?.figures ?? [], candidate.evidence?.figures ?? []]
  const names = [...new Set([...after, ...before].map(figure => figure.name))]
  const text = (figures: EvidenceFigure[], name: string) =>
    figureText(figures.find(each => each.name === name))
  return names.map(name => ({ name, baseline: text(before, name), candidate: text(after, name) }))
}
