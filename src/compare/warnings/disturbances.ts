// Which runs were disturbed and by what, and whether one side was more often than the other.
import {
  codeCounts,
  type Design,
  doubtCodes,
  doubtName,
  type RunEvidence,
  type Session,
  type Warning,
} from '../../model/index.ts'
import { fisherExactP } from '../../stats/inference/proportions.ts'

/**
 * The codes of the disturbances of each run of the benchmark `name`, in run order. Null where the session's evidence
 * cannot be assigned to runs. A run of several processes (n and 2n of a delta) has the doubts of all of them.
 */
export function runDoubts({ evidence }: Session, name: string, runs: number): string[][] | null {
  const own = evidence.filter(each => each.benchmark === undefined || each.benchmark === name)
  const each = own.length / runs
  if (own.length === 0 || !Number.isInteger(each)) return null
  if (own.every(process => process.judgement === undefined)) return null
  return Array.from({ length: runs }, (_, i) => [
    ...new Set(own.slice(i * each, (i + 1) * each).flatMap(doubtCodes)),
  ])
}

const LEVEL = 0.01

const isDoubtful = ({ judgement, repeated }: RunEvidence) =>
  repeated !== undefined || (judgement !== undefined && judgement.validity !== 'valid')

function counted(sessions: Session[]) {
  const judged = sessions
    .flatMap(session => session.evidence)
    .filter(run => run.judgement !== undefined || run.repeated !== undefined)
  const doubtful = judged.filter(isDoubtful)
  return { hits: doubtful.length, total: judged.length, codes: codeCounts(doubtful.flatMap(doubtCodes)) }
}

function advice(more: boolean, design: Design): string {
  if (design === 'stored') return 'measure again while the machine is quiet'
  return more
    ? 'check whether the change itself causes this'
    : 'the baseline may look worse than it is, so measure again'
}

/** A warning when the shares of disturbed or repeated runs differ between the sides with p < 0.01, else null. */
export function unevenDoubts(baselines: Session[], candidates: Session[], design: Design): Warning | null {
  const [baseline, candidate] = [counted(baselines), counted(candidates)]
  if (baseline.total === 0 || candidate.total === 0) return null
  if (fisherExactP(baseline, candidate) >= LEVEL) return null
  const more = candidate.hits / candidate.total > baseline.hits / baseline.total
  const codes = (more ? candidate : baseline).codes.slice(0, 3)
  const names = codes.length === 0 ? '' : ` (${codes.map(([code]) => doubtName(code)).join(', ')})`
  const message =
    `${candidate.hits} of ${candidate.total} candidate runs were disturbed or repeated, but ${baseline.hits} of ` +
    `${baseline.total} baseline runs${names}: ${advice(more, design)}`
  return { code: 'uneven-doubts', message }
}
