// Flags runs far from the others of their side. Flags only: removing them would double the false alarms.
import { median, medianAbsoluteDeviation } from 'simple-statistics'
import { NORMAL_MAD } from './robust-scale.ts'

const FAR = 5

/**
 * The indices of runs more than 5 robust standard deviations and more than `minimumDistance` from the median of
 * their side (log scale: 0.03 is about 3 %).
 */
export function outlierRuns(values: number[], minimumDistance = 0.03): number[] {
  if (values.length < 3) return []
  const centre = median(values)
  const scale = NORMAL_MAD * medianAbsoluteDeviation(values)
  const threshold = Math.max(FAR * scale, minimumDistance)
  return values.flatMap((value, i) => (Math.abs(value - centre) > threshold ? [i] : []))
}
