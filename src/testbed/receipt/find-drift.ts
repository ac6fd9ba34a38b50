// Compares what the hooks read back after tuning with what is there now, as far as this user may look. The comparators
// are those of the knobs in runner-hooks/knobs: CPU lists, masks, and files that list all values.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sameCpus, sameMask } from '../facts/cpu-numbers.ts'
import type { Receipt, ReceiptTarget } from './schema.ts'

/** A target that no longer holds what the hooks read back. */
export type DriftedTarget = { knob: string; required: boolean; target: string; reason: string }

export type Findings = { drifted: DriftedTarget[]; checked: number }

/** A kernel file's first line as the hooks write it down (`one_line` in runner-hooks/lib/log.sh). */
function asWritten(text: string): string {
  const [first = ''] = text.split('\n')
  return first
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/:(?=:)/g, ': ')
    .replaceAll('##[', '## [')
    .slice(0, 400)
    .replaceAll('|', ' ')
    .trim()
}

/** Huge page files list all values and mark the one in force. */
const inForce = (target: string, text: string) =>
  target.includes('/transparent_hugepage/') ? (/\[([^\]]*)\]/.exec(text)?.[1] ?? text) : text

/** Whether two values of a target are the same, as its knob sees it. */
function sameValue(target: string, one: string, other: string): boolean {
  if (one === other) return true
  if (/\/(default_smp_affinity|cpumask)$/.test(target)) return sameMask(one, other)
  return target.endsWith('/smp_affinity_list') && sameCpus(one, other)
}

const isKernelFile = ({ target }: ReceiptTarget) => /^\/(sys|proc)\//.test(target) && !target.includes('..')

const wasSet = ({ status }: ReceiptTarget) => status === 'applied' || status === 'already'

/** The CPUs that the knob smt took offline: their files are gone, or answer with an error. */
function offline({ knobs }: Receipt): Set<string> {
  const numbers = knobs.flatMap(({ knob, target, readback }) => {
    const cpu = /\/cpu(\d+)\/online$/.exec(target)?.[1]
    return knob === 'smt' && readback === '0' && cpu !== undefined ? [cpu] : []
  })
  return new Set(numbers)
}

/** Undefined where this user may not look; null where all is well. */
function driftOf(each: ReceiptTarget, root: string, taken: Set<string>): string | null | undefined {
  const { target, readback } = each
  try {
    const present = inForce(target, asWritten(readFileSync(join(root, target), 'utf8')))
    return sameValue(target, present, readback.trim()) ? null : `was ${readback}, is ${present}`
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    if (code === 'EACCES' || code === 'EPERM') return undefined
    if (taken.has(/\/(?:cpu|policy)(\d+)\//.exec(target)?.[1] ?? '')) return null
    // Interrupts come and go with their devices.
    return code === 'ENOENT' && target.startsWith('/proc/irq/')
      ? null
      : `was ${readback}, cannot be read (${code})`
  }
}

/** What is not as the hooks left it, and how many targets could be looked at. */
export function findDrift(receipt: Receipt, root = '/'): Findings {
  const taken = offline(receipt)
  const looked = receipt.knobs
    .filter(each => wasSet(each) && isKernelFile(each))
    .flatMap(each => {
      const reason = driftOf(each, root, taken)
      return reason === undefined
        ? []
        : [{ knob: each.knob, required: each.required, target: each.target, reason }]
    })
  const drifted = looked.filter((each): each is DriftedTarget => each.reason !== null)
  return { drifted, checked: looked.length }
}
