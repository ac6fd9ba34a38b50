// The doubts about a comparison as a whole that come from how its sessions were measured.
import type { Design, Session, Warning } from '../../model.ts'
import { differentInputs } from './different-inputs.ts'
import { unevenDoubts } from './uneven-doubts.ts'

/** Unevenly disturbed sides and different inputs. What one job was disturbed by, its sessions say themselves. */
export function evidenceWarnings(baselines: Session[], candidates: Session[], design: Design): Warning[] {
  const uneven = unevenDoubts(baselines, candidates, design)
  return [...(uneven ? [uneven] : []), ...differentInputs(baselines, candidates)]
}
