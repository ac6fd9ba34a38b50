// A program that setup wrote outside of both checkouts, and that both sides ran: if it is built from the code, they ran the same code.
import { foreignPrograms } from '../../measure/runs/own-binary.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import type { Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { directoryOfSide } from '../prepare-measuring.ts'
import type { Job } from '../start.ts'

const MOST_NAMED = 3

/** What was seen in the warm-up runs, whatever started it. A command that names such a program is refused before. */
export function sharedPrograms({ request, record }: Pick<Job, 'request' | 'record'>): Warning[] {
  if (request.cwds === undefined) return []
  const of = (side: Side) => foreignPrograms(record.programs[side], directoryOfSide(request, side))
  const ofCandidate = of('candidate')
  const shared = of('baseline').filter(path => ofCandidate.includes(path))
  if (shared.length === 0) return []
  const message =
    `both sides ran ${firstOf(shared, MOST_NAMED)}, written during this job outside of both checkouts. What is built from the code has to be ` +
    'below the directory of each side: both may have run the same build.'
  return [{ code: 'shared-program', message }]
}
