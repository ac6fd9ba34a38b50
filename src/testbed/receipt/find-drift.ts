// Compares the values that the hooks read back after tuning with the values that are there now, in every file that this
// user may read. The kernel prints an unchanged value in the same text, so comparing text is enough.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipt, ReceiptTarget } from './schema.ts'

/** A target that no longer holds what the hooks read back. */
export type DriftedTarget = { knob: string; required: boolean; target: string; reason: string }

export type Findings = { drifted: DriftedTarget[]; checked: number }

/**
 * The first line of a kernel file as the hooks write it into the receipt (`one_line` in runner-hooks/lib/log.sh);
 * tests/examples/receipt-values.txt holds both to the same results.
 */
function asWritten(text: string): string {
  const [first = ''] = text.split('\n')
  return first
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/:(?=:)/g, ': ')
    .replaceAll('##[', '## [')
    .replaceAll('|', ' ')
    .trim()
}

/** Some files list all values and mark the one in force, which is all that the hooks write down. */
const inForce = (text: string) => /\[([^\]]*)\]/.exec(text)?.[1] ?? text

/** For a reader: a list of CPUs may be long. */
const brief = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text)

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
    const text = asWritten(readFileSync(join(root, target), 'utf8'))
    const same = [text, inForce(text)].includes(readback.trim())
    return same ? null : `was ${brief(readback)}, is ${brief(inForce(text))}`
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    if (code === 'EACCES' || code === 'EPERM') return undefined
    if (taken.has(/\/(?:cpu|policy)(\d+)\//.exec(target)?.[1] ?? '')) return null
    // Interrupts come and go with their devices.
    return code === 'ENOENT' && target.startsWith('/proc/irq/')
      ? null
      : `was ${brief(readback)}, cannot be read (${code})`
  }
}

/** Finds the targets that are not as the hooks left them, and counts those that could be looked at. */
export function findDrift(receipt: Receipt, root = '/'): Findings {
  const taken = offline(receipt)
  const looked = receipt.knobs
    .filter(each => wasSet(each) && isKernelFile(each))
    .flatMap(each => {
      const { knob, required, target } = each
      const reason = driftOf(each, root, taken)
      return reason === undefined ? [] : [{ knob, required, target, reason }]
    })
  const drifted = looked.filter((each): each is DriftedTarget => each.reason !== null)
  return { drifted, checked: looked.length }
}
