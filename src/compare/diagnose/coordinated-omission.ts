// Times of requests from a closed loop: while the server stalls nothing is sent, so the wait of those requests is missing.
import type { Warning } from '../../model/index.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import type { RowInput } from '../sides/row-inputs.ts'

const REMEDY = '(coordinated omission): '

/** A note for a row that gates on a time of requests which waited for each other; null for others. */
export function coordinatedOmission(
  { gates, entry }: Pick<RowInput, 'gates' | 'entry'>,
  { baselines, candidates }: Pick<ComparisonRequest, 'baselines' | 'candidates'>,
): Warning | null {
  const measured = [...candidates, ...baselines].filter(({ tool }) => tool !== 'process')
  const loop = measured.flatMap(({ warnings }) => warnings).find(({ code }) => code === 'closed-loop')
  if (loop === undefined || !gates || entry.unit !== 'ns') return null
  const [, remedy = ''] = loop.message.split(REMEDY)
  const message = `coordinated omission: waiting is not in these numbers${remedy === '' ? '' : `; ${remedy}`}`
  return { code: 'coordinated-omission', message }
}
