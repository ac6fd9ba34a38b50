// Builds of one program print the same names. Where they do not, no run can be compared with any other.
import { MeasureError } from '../../measure/runs/errors.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import type { ParsedRun } from '../record.ts'
import type { Job } from '../start.ts'

const namesOf = ({ parsed }: ParsedRun): string[] => parsed.samples.map(({ name }) => name)

function assertOf(side: Side, runs: ParsedRun[]): void {
  const [first, ...others] = runs.map(namesOf).filter(names => names.length > 0)
  const other = others.at(-1)?.[0]
  if (first === undefined || other === undefined) return
  if (first.some(name => others.every(names => names.includes(name)))) return
  // The names may hold secrets.
  const what = 'layouts: no benchmark has the same name in all builds'
  const advice = 'let the command print names in which nothing of the build stands'
  throw new MeasureError(`${what}: ${first[0]}, ${other}; ${advice}`, side, `${what}; ${advice}`)
}

/** Throws a MeasureError where the builds of a side have no name of a benchmark in common. */
export function assertSameNames({ request, record, schedule }: Job): void {
  if (request.layouts.length < 2) return
  for (const side of schedule.sides)
    for (const benchmark of new Set(record.runs.map(({ planned }) => planned.benchmark)))
      assertOf(
        side,
        record.runs.filter(({ planned }) => planned.side === side && planned.benchmark === benchmark),
      )
}
