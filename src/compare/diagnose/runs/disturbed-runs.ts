// Whether the runs that something disturbed stand out in this row: Student's t for their mean distance from the
// others of their side. A disturbance that did not change this row gives no warning here; the job's
// warnings name it.

import { codeCounts, doubtName, type Warning } from '../../../model/index.ts'
import { counted, listText } from '../../../phrases.ts'
import { pooledSd } from '../../../stats/describe/spread.ts'
import { mean } from '../../../stats/describe/summary.ts'
import { tTwoSidedP } from '../../../stats/distributions/continuous.ts'
import { changeSizeText } from '../../message-words.ts'
import { type NoisyRow, type NoisySide, namedSides, SMALLEST_EFFECT } from '../row-noise.ts'

const LEVEL = 0.001
/** Fewer undisturbed runs than this do not show their spread. */
const FEWEST_DEGREES = 4

/** The logs of a side's disturbed runs and of the others, and by what; null where there are not both. */
type Split = { disturbed: number[]; calm: number[]; codes: string[] }

function split(side: NoisySide): Split | null {
  const { values, doubts } = side
  if (doubts == null || doubts.length !== values.length) return null
  const logs = (wanted: boolean) =>
    values.filter((_, i) => (doubts[i]?.length ?? 0) > 0 === wanted).map(Math.log)
  const parts = { disturbed: logs(true), calm: logs(false), codes: doubts.flat() }
  return parts.disturbed.length > 0 && parts.calm.length > 1 ? parts : null
}

/** How far disturbed runs are from the calm ones of their side, and the p-value of that. */
function distanceOf(splits: Split[]): { distance: number; p: number } {
  const total = splits.reduce((sum, { disturbed }) => sum + disturbed.length, 0)
  const df = splits.reduce((sum, { calm }) => sum + calm.length - 1, 0)
  let [distance, variance] = [0, 0]
  for (const { disturbed, calm } of splits) {
    const weight = disturbed.length / total
    distance += weight * (mean(disturbed) - mean(calm))
    variance += weight ** 2 * (1 / disturbed.length + 1 / calm.length)
  }
  const standardError = pooledSd(splits.map(({ calm }) => calm)) * Math.sqrt(variance)
  if (standardError === 0 || df < FEWEST_DEGREES) return { distance, p: df < FEWEST_DEGREES ? 1 : 0 }
  return { distance, p: tTwoSidedP(distance / standardError, df) }
}

/** Disturbed runs that are at least 1 % off the others with p < 0.001, or null. Every run stays in. */
export function disturbedRuns(row: NoisyRow): Warning | null {
  const sides = namedSides(row)
  if (sides.some(side => side.values.some(value => value <= 0))) return null
  const splits = sides.map(split).filter(parts => parts !== null)
  if (splits.length === 0) return null
  const { distance, p } = distanceOf(splits)
  if (p >= LEVEL || Math.abs(distance) < SMALLEST_EFFECT) return null
  const count = splits.reduce((sum, { disturbed }) => sum + disturbed.length, 0)
  const names = codeCounts(splits.flatMap(({ codes }) => codes))
    .slice(0, 3)
    .map(([code]) => doubtName(code))
  const message =
    `${counted(count, 'run')} with ${listText(names)} ${count === 1 ? 'is' : 'are'} ` +
    `${changeSizeText(distance)} ${distance > 0 ? 'above' : 'below'} the others: nothing is removed, so measure more runs ` +
    'or on a quieter machine'
  return { code: 'disturbed-runs', message }
}
