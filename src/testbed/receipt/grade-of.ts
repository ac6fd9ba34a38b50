// Grades a machine by the receipt and by the targets that this process read again. The grade goes into the result.

import { kitProgram } from '../../kit-place.ts'
import type { Grade, KnobResult, Testbed, TuningProof } from '../../model/index.ts'
import { counted, firstOf } from '../../phrases.ts'
import type { DriftedTarget, Findings } from './find-drift.ts'
import { type Ended, type Lack, lacksOf, VIRTUAL } from './lacks.ts'
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
    .map(({ knob, status, required, target, reason: why, readback }) => {
      const reason = status === 'drifted' ? `${why}, is ${readback || 'unreadable'}` : why
      return { knob, status, required, target, reason }
    })
  return [...seen, ...published]
}

/** `turbo denied on 4 targets (/sys/…/boost: the firmware has locked turbo (EPERM))` */
function sentence({ knob, status, targets, target, reason }: KnobResult): string {
  // No target: the sentence is about the knob as a whole.
  if (target === '') return `${knob} ${status} (${reason})`
  return `${knob} ${status} on ${counted(targets, 'target')} (${target}: ${reason})`
}

const sentences = (results: KnobResult[]): string => firstOf(results.map(sentence), MOST_NAMED, '; ')

/** A target lowers the grade by itself if it drifted, or if it is required and could not be set. */
const spoils = ({ status, required }: KnobResult) =>
  status === 'drifted' || (required && (status === 'denied' || status === 'failed'))

/** The targets as the hooks published them, but those drifted that were found to have done so since. */
function nowOf({ knobs }: Receipt, drifted: DriftedTarget[]): Ended[] {
  const since = new Map(drifted.map(({ target, reason }) => [target, reason]))
  return knobs.map(each => {
    const reason = since.get(each.target)
    return reason === undefined ? each : { ...each, status: 'drifted', reason }
  })
}

/** Why the machine is degraded: first the targets that went wrong, then what else keeps it from being tuned. */
function reasonsOf(spoiling: KnobResult[], lacks: Lack[], receipt: Receipt): string {
  const named = new Set(spoiling.map(each => each.knob))
  const others = lacks.filter(({ knob }) => !named.has(knob)).map(({ sentence }) => sentence)
  const reasons = [...spoiling.map(sentence), ...others]
  return firstOf(reasons.length > 0 ? reasons : (receipt.lacks ?? []), MOST_NAMED, '; ')
}

/** The grade of this job's machine, the reason, and a summary of the receipt. A virtual machine is never tuned. */
export function gradeOf(reading: ReceiptReading, { drifted, checked }: Findings, isVirtual = false): Graded {
  const { receipt } = reading
  if (receipt === undefined) return { grade: 'untuned', gradeReason: reading.refused }
  const unset = together(endings(receipt, drifted))
  const set = receipt.knobs.filter(each => each.status === 'applied' || each.status === 'already').length
  const tuning = {
    kit: receipt.kit,
    generation: receipt.generation,
    benchmarkCpus: receipt.cpus.benchmark,
    ...(receipt.cpus.load && { loadCpus: receipt.cpus.load }),
    set: set - drifted.length,
    checked,
    unset,
  }
  const lacks = lacksOf(nowOf(receipt, drifted), isVirtual)
  if (lacks.length > 0 || receipt.grade === 'degraded') {
    const gradeReason =
      reasonsOf(unset.filter(spoils), lacks, receipt) || 'the runner hooks call the machine degraded'
    return { grade: 'degraded', gradeReason, tuning }
  }
  const failed = unset.filter(({ status }) => status !== 'unsupported')
  const lacking = failed.length === 0 ? '' : `; not required: ${sentences(failed)}`
  const gradeReason = `runner hooks ${receipt.kit}: ${set} targets set, ${checked} of them checked here${lacking}`
  return { grade: 'tuned', gradeReason, tuning }
}

function adviceFor({ grade, gradeReason }: Pick<Testbed, 'grade' | 'gradeReason'>): string {
  if (gradeReason.startsWith(VIRTUAL)) return 'only bare metal is ever tuned: measure there'
  if (grade === 'degraded')
    return 'look at /etc/stable-bench/stable-bench.conf and at what else sets this on the machine'
  return gradeReason === noReceipt
    ? 'install the runner hooks on this machine (runner-hooks/README.md of stable-bench) and restart its runner'
    : `ask \`sudo -n ${kitProgram()} status\` on this machine who holds it`
}

/** Why `require-tuned` refuses this testbed, and what to do about it; null if it does not. */
export function requireTuned(testbed: Pick<Testbed, 'grade' | 'gradeReason'>): string | null {
  const { grade, gradeReason } = testbed
  if (grade === 'tuned') return null
  const advice = adviceFor(testbed)
  return `require-tuned: this machine is ${grade}: ${gradeReason}; ${advice}, or set require-tuned to false`
}
