// The doubts about a comparison as a whole that come from how its sessions were measured.
import type { Design, Session, Warning } from '../../model/index.ts'
import { differentInputs } from './different-inputs.ts'
import { notAlternated } from './not-alternated.ts'
import { unevenDoubts } from './uneven-doubts.ts'

/**
 * Runs that did not alternate, unevenly disturbed sides and different inputs. What one job was disturbed by, its
 * sessions say themselves.
 */
export function evidenceWarnings(baselines: Session[], candidates: Session[], design: Design): Warning[] {
  const uneven = unevenDoubts(baselines, candidates, design)
  const apart = design === 'interleaved' ? notAlternated(baselines, candidates) : null
  return [...[apart, uneven].filter(found => found !== null), ...differentInputs(baselines, candidates)]
}
