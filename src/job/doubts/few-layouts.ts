// Builds whose code the linker put elsewhere, too few to find a small change where the place matters, or only one.
import type { Warning } from '../../model/index.ts'
import type { MeasureRequest } from '../request/request.ts'

/** From this many builds a side on, changes of a few percent are found where placement moves a benchmark by 2 %. */
const ENOUGH = 10

const ONE_BUILD =
  '"no change" of a row with one build a side speaks of these two builds, and not of the code; layouts: 20 speaks of the code'

/** What few builds can find, and what one build cannot say of the rows that it does not call. */
export function fewLayouts({
  layouts,
  calledLayouts,
}: Pick<MeasureRequest, 'layouts' | 'calledLayouts'>): Warning[] {
  if (calledLayouts.length > 0) return [{ code: 'one-build', message: ONE_BUILD }]
  if (layouts.length < 2 || layouts.length >= ENOUGH) return []
  const message =
    `with ${layouts.length} builds a side, only changes of 10 % and more are found where the place of the code matters: ` +
    'give more layouts, 20 if the link is cheap'
  return [{ code: 'few-layouts', message }]
}
