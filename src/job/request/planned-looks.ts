// How many runs each side gets, and after how many of them both sides are compared.
import type { ValuesOf } from '../../inputs/values.ts'
import { ENOUGH_RUNS } from '../../model/index.ts'

type RunsInputs = ValuesOf<'run' | 'ab' | 'action'>

/** Runs of one side alone: nothing is decided on the way. */
const ALONE = 10
const LAST = 20
/** A duet has twice as many pairs in the same time, since both sides run at once. */
const PER_DUET = 2

/** A step that adds less than half of the runs is not worth what a look costs. */
const LEAST_STEP = 1.5

/** The runs of a side that is measured alone. */
export const runsAlone = ({ runs }: Pick<RunsInputs, 'runs'>): number => (runs === 'auto' ? ALONE : runs)

/** Runs a side at each look at both: each doubles the runs, until `max-runs` is near. If that is not more, one look. */
export function looksAtBoth({
  runs,
  'max-runs': asked,
  duet = false,
}: Pick<RunsInputs, 'runs'> & Pick<ValuesOf<'ab'>, 'max-runs'> & { duet?: boolean }): number[] {
  const times = duet ? PER_DUET : 1
  const most = asked === 'auto' ? LAST * times : asked
  const looks = [runs === 'auto' ? ENOUGH_RUNS * times : runs]
  for (let next = looks[0] as number; next < most; ) {
    next *= 2
    if (next * LEAST_STEP > most) next = most
    looks.push(next)
  }
  return looks
}
