// After the last run: whether the machine is still the one that was read before the first, and still tuned for this job.
import { isSetting, mustMatch, type Testbed, type Warning } from '../model/index.ts'
import { readFacts } from './facts/read.ts'
import { gradeMachine, testbedOf } from './read-testbed.ts'
import type { Graded } from './receipt/grade-of.ts'
import { type Reader, readReceipt, sameReceipt } from './receipt/read.ts'

function gradeNow(before: Testbed, root: string, reader: Reader): Graded {
  const { tuning } = before
  if (tuning === undefined) return { grade: before.grade, gradeReason: before.gradeReason }
  const reading = readReceipt(root, reader)
  const lost = sameReceipt(tuning, reading)
  if (lost !== null)
    return { grade: 'untuned', gradeReason: `tuned before the first run, not after the last: ${lost}` }
  const now = gradeMachine(reading, root)
  // What was amiss before does not become right by being so afterwards.
  if (now.grade !== 'tuned' || before.grade === 'tuned') return now
  return { grade: before.grade, gradeReason: before.gradeReason, tuning }
}

/** What the job itself says, or the receipt. */
const isGiven = (name: string) => ['machine', 'grade', 'shell'].includes(name) || isSetting(name)

/** Both values, which match nothing that was measured on a machine that stood still. */
function movedFacts(before: Testbed, root: string): [string, string][] {
  const pinned = before.facts['pinned-cpus'] ?? 'none'
  const now = readFacts(root, pinned === 'none' ? null : pinned)
  return mustMatch.flatMap(name => {
    if (isGiven(name)) return []
    const [was, is] = [before.facts[name] ?? 'unknown', now[name] ?? 'unknown']
    return was === is ? [] : [[name, `${was} → ${is}`]]
  })
}

/**
 * The testbed that belongs to all runs of a job, from the one read before the first run; call it after the last. Facts
 * that moved in between hold both values; a receipt that does not hold any more makes the machine untuned. `before` is
 * always the testbed that was read first, also at a second look.
 */
export function confirmTestbed(
  before: Testbed,
  root = '/',
  reader: Reader = {},
): { testbed: Testbed; warnings: Warning[] } {
  const moved = movedFacts(before, root)
  const graded = gradeNow(before, root, reader)
  const warnings = moved.map(([name, values]) => ({
    code: 'testbed-moved',
    message: `the machine changed while it was measured: ${name} ${values}`,
  }))
  if (graded.grade !== before.grade) {
    const message = `${before.grade} before the first run, ${graded.grade} after the last: ${graded.gradeReason}`
    warnings.push({ code: 'tuning-lost', message })
  }
  return { testbed: testbedOf({ ...before.facts, ...Object.fromEntries(moved) }, graded), warnings }
}
