// What a job is to do: what its input says, or else what the event is about.
import { type JobContext, proposalOf } from '../github/api/context.ts'
import type { Values } from '../inputs/table.ts'

/** What `mode: auto` means for this event. */
export function modeOf({ mode }: Pick<Values, 'mode'>, context: JobContext) {
  if (mode !== 'auto') return mode
  if (context.endedRun) return 'publish'
  return proposalOf(context) || context.tag ? 'compare' : 'measure'
}
