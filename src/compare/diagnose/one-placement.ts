// A change of machine code that was linked once a side: where the linker put it may be the whole cause.
import type { Warning } from '../../model/index.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import { buildsOf } from '../sides/builds.ts'

/**
 * What a row that was called does not rule out; null for several builds a side, and for programs that no linker placed here. Both
 * sides are compared as two binaries then, which do differ.
 */
export function onePlacement({ baselines, candidates }: ComparisonRequest): Warning | null {
  const isPlaced = [...baselines, ...candidates].some(({ plan }) => plan?.ownBinary === true)
  if (!isPlaced || candidates.some(each => buildsOf(each) !== null)) return null
  return {
    code: 'one-placement',
    message:
      'placement was not ruled out: each side is one build, and where the linker put the code alone can do this; ' +
      'layouts tell (docs/placement.md)',
  }
}
