// Whether one side was disturbed, or made again, more often than the other. What disturbs a run from outside meets
// both alike where they alternate; what does not may be a consequence of the change itself: it swaps, it heats up.
import type { Design, RunEvidence, Session, Warning } from '../../model/index.ts'
import { fisherExactP } from '../../stats/tests/proportions.ts'
import { commonest, doubtName } from './doubt-names.ts'

const LEVEL = 0.01

const isDoubtful = ({ judgement, repeated }: RunEvidence) =>
  repeated !== undefined || (judgement !== undefined && judgement.validity !== 'valid')

function counted(sessions: Session[]) {
  const judged = sessions
    .flatMap(session => session.evidence)
    .filter(run => run.judgement !== undefined || run.repeated !== undefined)
  const doubtful = judged.filter(isDoubtful)
  const codes = doubtful.flatMap(run => (run.judgement?.reasons ?? []).map(reason => reason.code))
  return { hits: doubtful.length, total: judged.length, codes }
}

function advice(more: boolean, design: Design): string {
  if (design === 'stored') return 'measure again while the machine is quiet'
  return more
    ? 'see whether the change itself brings that about'
    : 'the baseline may look worse than it is, so measure again'
}

/** A warning when the shares of disturbed or repeated runs differ between the sides with p < 0.01, else null. */
export function unevenDoubts(baselines: Session[], candidates: Session[], design: Design): Warning | null {
  const [baseline, candidate] = [counted(baselines), counted(candidates)]
  if (baseline.total === 0 || candidate.total === 0) return null
  if (fisherExactP(baseline, candidate) >= LEVEL) return null
  const more = candidate.hits / candidate.total > baseline.hits / baseline.total
  const codes = commonest((more ? candidate : baseline).codes).slice(0, 3)
  const names = codes.length === 0 ? '' : ` (${codes.map(doubtName).join(', ')})`
  const message =
    `${candidate.hits} of ${candidate.total} candidate runs were disturbed or made again, but ${baseline.hits} of ` +
    `${baseline.total} baseline runs${names}: ${advice(more, design)}`
  return { code: 'uneven-doubts', message }
}
