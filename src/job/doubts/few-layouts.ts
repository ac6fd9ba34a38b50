// Builds whose code the linker put elsewhere, too few to find a small change where the place matters.
import type { Warning } from '../../model/index.ts'
import type { MeasureRequest } from '../request/request.ts'

/** From this many builds a side on, changes of a few percent are found where placement moves a benchmark by 2 %. */
const ENOUGH = 10

/** What few builds can find. */
export function fewLayouts({ layouts }: Pick<MeasureRequest, 'layouts'>): Warning[] {
  if (layouts.length < 2 || layouts.length >= ENOUGH) return []
  const message =
    `with ${layouts.length} builds a side, only changes of 10 % and more are found where the place of the code matters: ` +
    'give more layouts, 20 if the link is cheap'
  return [{ code: 'few-layouts', message }]
}
