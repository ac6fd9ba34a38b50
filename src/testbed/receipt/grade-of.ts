// Grades a machine by the receipt and by the targets that this process read again. The grade goes into the result.

import type { Grade, KnobResult, Testbed, TuningProof } from '../../model/index.ts'
import { counted, firstOf } from '../../phrases.ts'
import type { DriftedTarget, Findings } from './find-drift.ts'
import { noReceipt, type ReceiptReading } from './read.ts'
import type { Receipt } from './schema.ts'

export type Graded = { grade: Grade; gradeReason: string; tuning?: TuningProof }

const MOST_NAMED = 5

type Ending = Omit<KnobResult, 'targets'>

/** One entry for all targets of a knob that have the same status and reason. */
function together(endings: Ending[]): KnobResult[] {
  const groups = new Map<string, KnobResult>()
  for (const each of endings) {
    const key = JSON.stringify([each.knob, each.status, each.reason])
    const known = groups.get(key)
    groups.set(key, { ...(known ?? each), targets: (known?.targets ?? 0) + 1 })
  }
  return [...groups.values()]
}

function endings({ knobs }: Receipt, drifted: DriftedTarget[]): Ending[] {
  const seen = drifted.map(each => ({ ...each, status: 'drifted' }))
  const published = knobs
    .filter(({ status }) => status !== 'applied' && status !== 'already')
    .map(({ knob, status, required, target, reason, readback }) => ({
      knob,
      status,
      required,
      target,
      reason: status === 'drifted' ? `${reason}, is ${readback || 'unreadable'}` : reason,
    }))
  return [...seen, ...published]
}

/** `turbo denied on 4 targets (/sys/…/boost: the firmware has locked turbo (EPERM))` */
function sentence({ knob, status, targets, target, reason }: KnobResult): string {
  // No target: the sentence is about the knob as a whole.
  if (target === '') return `${knob} ${status} (${reason})`
  return `${knob} ${status} on ${counted(targets, 'target')} (${target}: ${reason})`
}

const sentences = (results: KnobResult[]): string => firstOf(results.map(sentence), MOST_NAMED, '; ')

/** A target lowers the grade if it drifted, or if it is required and could not be set. */
const spoils = ({ status, required }: KnobResult) =>
  status === 'drifted' || (required && (status === 'denied' || status === 'failed'))

/** The grade of this job's machine, the reason, and a summary of the receipt. */
export function gradeOf(reading: ReceiptReading, { drifted, checked }: Findings): Graded {
  const { receipt } = reading
  if (receipt === undefined) return { grade: 'untuned', gradeReason: reading.refused }
  const unset = together(endings(receipt, drifted))
  const set = receipt.knobs.filter(each => each.status === 'applied' || each.status === 'already').length
  const tuning = {
    kit: receipt.kit,
    generation: receipt.generation,
    benchmarkCpus: receipt.cpus.benchmark,
    set: set - drifted.length,
    checked,
    unset,
  }
  const spoiling = unset.filter(spoils)
  if (spoiling.length > 0) return { grade: 'degraded', gradeReason: sentences(spoiling), tuning }
  if (receipt.grade === 'degraded')
    return { grade: 'degraded', gradeReason: 'the runner hooks call the machine degraded', tuning }
  const failed = unset.filter(({ status }) => status !== 'unsupported')
  const lacking = failed.length === 0 ? '' : `; not required: ${sentences(failed)}`
  const gradeReason = `runner hooks ${receipt.kit}: ${set} targets set, ${checked} of them checked here${lacking}`
  return { grade: 'tuned', gradeReason, tuning }
}

function adviceFor({ grade, gradeReason }: Pick<Testbed, 'grade' | 'gradeReason'>): string {
  if (grade === 'degraded')
    return 'look at /etc/stable-bench/stable-bench.conf and at what else sets this on the machine'
  return gradeReason === noReceipt
    ? 'install the runner hooks on this machine (runner-hooks/README.md) and restart its runner'
    : 'ask `sudo -n /usr/lib/stable-bench/stable-bench-host status` on this machine who holds it'
}

/** Why `require-tuned` refuses this testbed, and what to do about it; null if it does not. */
export function requireTuned(testbed: Pick<Testbed, 'grade' | 'gradeReason'>): string | null {
  const { grade, gradeReason } = testbed
  if (grade === 'tuned') return null
  const advice = adviceFor(testbed)
  return `require-tuned: this machine is ${grade}: ${gradeReason}; ${advice}, or set require-tuned to false`
}
