// Whether a verdict rests on one run that is far from all others of its side. Nothing is removed from a test: this only
// says what one run does to it.
import type { Verdict, Warning } from '../../model/index.ts'
import { outlierRuns } from '../../stats/describe/spread.ts'
import { median } from '../../stats/describe/summary.ts'
import type { LookedAt } from '../comparison-request.ts'
import { type EstimatedRow, estimateRow } from '../estimate/estimate-row.ts'
import type { RowInput, RowValues } from '../sides/row-inputs.ts'

/** The verdicts that decide, in words. */
const DECIDED: Partial<Record<Verdict, string>> = {
  regression: 'a regression',
  improvement: 'an improvement',
  'no-change': 'no change',
}

const SIDES = [
  ['baselines', 'baseline'],
  ['candidates', 'candidate'],
] as const

type OtherValues = { run: string; values: RowValues }

/** Of each run far from its side: the values of the row with the median of the side's other runs in its place. */
function withoutEach({ values }: RowInput): OtherValues[] {
  return SIDES.flatMap(([key, name]) =>
    values[key].flatMap((side, i) => {
      const levels = side?.every(value => value > 0) ? side.map(Math.log) : (side ?? [])
      return outlierRuns(levels).map(run => {
        const instead = median((side ?? []).toSpliced(run, 1))
        const changed = values[key].with(i, (side ?? []).with(run, instead))
        return { run: `run ${run + 1} of the ${name}`, values: { ...values, [key]: changed } }
      })
    }),
  )
}

/** Names the run that decides a row; or null. `verdictOf` judges the row with other values in its family. */
export function oneRunNote(
  row: EstimatedRow,
  verdict: Verdict,
  { request, verdictOf }: { request: LookedAt; verdictOf: (row: EstimatedRow) => Verdict },
): Warning | null {
  const isStray = row.warnings.some(({ code }) => code === 'outlier-runs')
  if (!isStray || DECIDED[verdict] === undefined) return null
  for (const { run, values } of withoutEach(row.input)) {
    const changed = estimateRow({ ...row.input, values }, request)
    const other = verdictOf({ ...row, values, estimate: changed.estimate })
    if (other !== verdict)
      return {
        code: 'on-one-run',
        message: `the verdict rests on ${run}: were that run like the others, it would be ${DECIDED[other] ?? 'inconclusive'}`,
      }
  }
  return null
}
