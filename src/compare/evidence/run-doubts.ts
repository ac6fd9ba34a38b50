// Which runs of a sample were disturbed, and by what.
import type { RunEvidence, Session } from '../../model/index.ts'

const codesOf = ({ judgement }: RunEvidence) => (judgement?.reasons ?? []).map(reason => reason.code)

/**
 * The codes of what disturbed each run of the benchmark `name`, in run order; null where the session's evidence
 * cannot be told apart by run. A run of several processes (n and 2n of a delta) has the doubts of all of them.
 */
export function runDoubts({ evidence }: Session, name: string, runs: number): string[][] | null {
  const own = evidence.filter(each => each.benchmark === undefined || each.benchmark === name)
  const each = own.length / runs
  if (own.length === 0 || !Number.isInteger(each)) return null
  if (own.every(process => process.judgement === undefined)) return null
  return Array.from({ length: runs }, (_, i) => [
    ...new Set(own.slice(i * each, (i + 1) * each).flatMap(codesOf)),
  ])
}
