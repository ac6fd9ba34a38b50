// Whether an invalid run is worth making again. On a machine that is never quiet it is not: the job would only take
// twice as long.
import type { Judgement } from '../../model/index.ts'

/** Whatever the share, this many may be made again. */
const ALWAYS = 2
const SHARE = 0.25

/**
 * Whether the run just judged should be made again: once, and only while no more than a quarter of the `made` runs
 * of the job (this one included) have been.
 */
export function mayRepeat(
  judgement: Judgement,
  { repeated, made }: { repeated: number; made: number },
): boolean {
  return judgement.validity === 'invalid' && repeated < Math.max(ALWAYS, Math.floor(SHARE * made))
}
