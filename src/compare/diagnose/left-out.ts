// What was left out of the beginning of the runs of a row, and the runs that never got steady.
import type { Sample, Warning } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import type { RowInput } from '../sides/row-inputs.ts'

type Unit = NonNullable<Sample['warmUp']>['unit']

const amount = (unit: Unit, value: number): string =>
  unit === 's' ? `${value} s` : counted(value, 'measurement')

function span(unit: Unit, values: number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return least === most ? amount(unit, most) : `${least} to ${amount(unit, most)}`
}

/** Notes for a row that gates: what does not count of its runs, and which of them count although they never got steady. */
export function leftOut({
  gates,
  baselines,
  candidates,
}: Pick<RowInput, 'gates' | 'baselines' | 'candidates'>): Warning[] {
  const samples = [...baselines, ...candidates].filter(sample => sample !== null)
  const unit = samples.find(({ warmUp }) => warmUp)?.warmUp?.unit
  if (!gates || unit === undefined) return []
  const all = samples.flatMap(({ warmUp, runs }) => warmUp?.leftOut ?? runs.map(() => 0))
  const cut = all.filter((value): value is number => value !== null && value > 0)
  const never = all.filter(value => value === null).length
  const runs = counted(all.length, 'run')
  const found: Warning[] = []
  if (cut.length > 0) {
    const which = cut.length === all.length ? 'each run' : `${cut.length} of ${runs}`
    const message = `the first ${span(unit, cut)} of ${which} left out: the level was not steady yet`
    found.push({ code: 'warm-up-left-out', message })
  }
  if (never > 0) {
    const message = `${never} of ${runs} never got steady, and all of each counts: warm up longer, or make the runs longer`
    found.push({ code: 'never-steady', message })
  }
  return found
}
