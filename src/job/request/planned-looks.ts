// How many runs each side gets, and after how many of them both sides are compared.
import type { ValuesOf } from '../../inputs/values.ts'
import { ENOUGH_RUNS } from '../../model/index.ts'
import type { MeasureRequest } from './request.ts'

type RunsInputs = ValuesOf<'run' | 'ab' | 'action'>
type LookInputs = Pick<RunsInputs, 'runs'> & Pick<ValuesOf<'ab'>, 'max-runs'> & { duet?: boolean | 'auto' }

/** Runs of one side alone: nothing is decided on the way. */
const ALONE = 10
const LAST = 20
/** A duet has twice as many pairs in the same time, since both sides run at once. */
const PER_DUET = 2

/** Two looks for each doubling of the runs: 5, 7, 10, 14, 20. */
const STEP = Math.SQRT2
/** A step that adds less than a fifth of the runs is not worth what a look costs. */
const LEAST_STEP = 1.2

/** The runs of a side that is measured alone. */
export const runsAlone = ({ runs }: Pick<RunsInputs, 'runs'>): number => (runs === 'auto' ? ALONE : runs)

/** Runs a side at each look at both: every two looks double the runs, until `max-runs` is near. If that is not more, one look. */
export function looksAtBoth({ runs, 'max-runs': asked, duet = false }: LookInputs): number[] {
  const times = duet === true ? PER_DUET : 1
  const most = asked === 'auto' ? LAST * times : asked
  const first = runs === 'auto' ? Math.min(ENOUGH_RUNS, most / times) : runs / times
  const looks = [first * times]
  for (let steps = 1; (looks.at(-1) as number) < most; steps++) {
    const next = times * Math.round(first * STEP ** steps)
    looks.push(next * LEAST_STEP > most ? most : next)
  }
  return looks
}

/** The looks of a duet, where `ab` chooses the design: neither that nor CPUs are set, nor the seed of an order to be repeated. */
export const looksIfChosen = (
  values: Pick<ValuesOf<'ab'>, 'runs' | 'max-runs' | 'duet' | 'cpus'> & { seed?: number },
): Pick<MeasureRequest, 'duetLooks'> =>
  values.duet === 'auto' && values.cpus === 'auto' && (values.seed ?? 0) === 0
    ? { duetLooks: looksAtBoth({ ...values, duet: true }) }
    : {}
