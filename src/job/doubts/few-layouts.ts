// Builds whose code the linker put elsewhere, too few to find a small change where the place matters.
import type { Warning } from '../../model/index.ts'
import type { Job } from '../start.ts'

/** From this many builds a side on, changes of a few percent are found where placement moves a benchmark by 2 %. */
const ENOUGH = 10

/** What few builds can find. */
export function fewLayouts({ request, record: { layouts } }: Pick<Job, 'request' | 'record'>): Warning[] {
  if (layouts.length < 2 || layouts.length >= ENOUGH) return []
  const asked = request.layouts.length
  const advice =
    layouts.length < asked
      ? `the others of ${asked} are the same files again; give the linker more to put elsewhere`
      : 'give more layouts, 20 if the link is cheap'
  const message = `with ${layouts.length} builds a side, only changes of 10 % and more are found where the place of the code matters: ${advice}`
  return [{ code: 'few-layouts', message }]
}
