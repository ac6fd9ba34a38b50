// Whether both sides are one measurement: a file that was not measured anew, or a copy of it. "No change" would say nothing.
import type { Sample, Session, Warning } from '../../model/index.ts'
import { isClocked } from '../../units.ts'

const hasSameNumbers = (one: Sample, other: Sample | undefined): boolean =>
  one.name === other?.name &&
  one.metric === other.metric &&
  one.runs.length === other.runs.length &&
  one.runs.every((run, i) => run.join() === other.runs[i]?.join())

/** What is counted may come out the same, measurement by measurement. Times that vary do not come in the same order again. */
const varies = ({ unit, runs }: Sample): boolean => isClocked(unit) && new Set(runs.flat()).size > 2

const areSame = (one: Session, other: Session): boolean =>
  one.benchmarks.length === other.benchmarks.length &&
  one.benchmarks.every((sample, i) => hasSameNumbers(sample, other.benchmarks[i])) &&
  one.benchmarks.some(varies)

/** A warning for the first candidate that has the numbers of a baseline, all in the same order; else null. */
export function sameMeasurements(baselines: Session[], candidates: Session[]): Warning | null {
  for (const candidate of candidates) {
    const baseline = baselines.find(each => areSame(each, candidate))
    if (baseline === undefined) continue
    const message =
      `every number of ${candidate.source} is in ${baseline.source}, too, in the same order: one seems to be a copy of the ` +
      'other, and then nothing was compared; measure the candidate anew'
    return { code: 'same-measurements', message }
  }
  return null
}
