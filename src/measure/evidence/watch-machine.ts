// Looks at the machine before and after each process, and judges it by what happened in between.
import type { RunEvidence } from '../../model/index.ts'
import { judgeRun } from './judge-run.ts'
import type { EvidenceLimits } from './limits.ts'
import { machineEvidence } from './machine-evidence.ts'
import { readEvidence } from './read.ts'
import type { EvidenceSources } from './sources.ts'

/**
 * What to call right before a process; what that returns is to be called right after its end, with its evidence, and
 * gives it back with `machine` and `judgement`.
 */
export function watchMachine(
  sources: EvidenceSources,
  limits: EvidenceLimits,
): () => (evidence: RunEvidence) => RunEvidence {
  // The first reading of a process is slow: the code that does it is not compiled yet.
  readEvidence(sources)
  return () => {
    const before = readEvidence(sources)
    return evidence => {
      const seen = { ...evidence, machine: machineEvidence(before, readEvidence(sources), evidence) }
      return { ...seen, judgement: judgeRun(seen, limits) }
    }
  }
}
