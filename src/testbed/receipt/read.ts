// Reads the runner hooks' receipt, and accepts it only from root, for this boot and for this very job.
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { fileTree, type ProcessStat, processStat } from '../../kernel-files.ts'
import { assertTrusted, NotAccepted, readTrustedFile } from './read-trusted-file.ts'
import { type Receipt, receiptSchema } from './schema.ts'

/** Hooks, steps, shells and make do not nest deeper than this. */
const DEEPEST = 256

/** The ancestors of process `pid` that the kernel shows, its parent first. */
export function ancestorsOf(pid: number, root = '/'): ProcessStat[] {
  const tree = fileTree(root)
  const found: ProcessStat[] = []
  let next = processStat(tree, processStat(tree, pid)?.parent ?? 0)
  while (next !== null && found.length < DEEPEST) {
    found.push(next)
    next = processStat(tree, next.parent)
  }
  return found
}

/**
 * A valid receipt, or why there is none. `adoptable`: it is of the runner's service, and `stable-bench-host tune` takes it over.
 */
export type ReceiptReading =
  | { receipt: Receipt; refused?: never }
  | { receipt?: never; refused: string; adoptable: boolean }

/** The reading process, the user who must have written the receipt, and the time. Set by tests only. */
export type Reader = { pid?: number; trustedUid?: number; now?: number }

/** Ten times the receipt of a machine with thousands of interrupts. A larger file is no receipt. */
const MOST_BYTES = 16 * 2 ** 20

/** The reason when there is nothing to accept or refuse. */
export const noReceipt = 'the runner hooks did not tune it for this job'

const DIRECTORY = 'run/stable-bench'

function parsed(text: string): Receipt {
  const result = receiptSchema.safeParse(JSON.parse(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new NotAccepted(
    `it does not fit its schema: ${issue?.path.join('.') || 'the document'}: ${issue?.message}`,
  )
}

function assertBootAndLease(root: string, receipt: Receipt, now: number): void {
  const boot = fileTree(root).read('proc/sys/kernel/random/boot_id')
  if (receipt.boot_id !== boot) throw new NotAccepted('it is of another boot')
  if (now >= Date.parse(receipt.lease_until))
    throw new NotAccepted(`its lease ended at ${receipt.lease_until}`)
}

const notOurs =
  'it is for another job: its Runner.Worker is not an ancestor of this process (a job in a container sees none)'

/** The kinds of owners are those of runner-hooks/lib/engine/owner.sh; all but a worker have the process number 0. */
function refusalOfOwner({ owner }: Receipt, root: string, pid: number): string | null {
  const ancestors = ancestorsOf(pid, root)
  if (owner.kind === 'service') return "it is for the runner's service, and no job has taken it over"
  if (owner.kind === 'root') {
    // Root tuned the machine by hand for work by hand, so a job does not count as tuned.
    const inJob = ancestors.some(each => each.name === 'Runner.Worker')
    return inJob ? 'root tuned the machine by hand, not for this job' : null
  }
  const same = ancestors.some(each => each.pid === owner.pid && each.startTime === owner.start_time)
  return same ? null : notOurs
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON'
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ELOOP' ? 'it is a symbolic link' : message
}

/** Throws a NotAccepted or the system's error; ENOENT when there is no receipt. */
function readChecked(root: string, trustedUid: number): Receipt {
  const directory = join(root, DIRECTORY)
  const stat = lstatSync(directory)
  if (!stat.isDirectory()) throw new NotAccepted(`/${DIRECTORY} is not a directory`)
  assertTrusted(`/${DIRECTORY}`, stat, trustedUid)
  const file = join(directory, 'receipt.json')
  return parsed(readTrustedFile(file, { uid: trustedUid, mostBytes: MOST_BYTES }))
}

/** The receipt below `root`, or why it is not valid for this process. Never throws. */
export function readReceipt(root = '/', reader: Reader = {}): ReceiptReading {
  const { pid = process.pid, trustedUid = 0, now = Date.now() } = reader
  const refuse = (reason: string, adoptable = false): ReceiptReading => ({
    refused: `the receipt of the runner hooks was refused: ${reason}`,
    adoptable,
  })
  try {
    const receipt = readChecked(root, trustedUid)
    assertBootAndLease(root, receipt, now)
    const reason = refusalOfOwner(receipt, root, pid)
    return reason === null ? { receipt } : refuse(reason, receipt.owner.kind === 'service')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return refuse(reasonOf(error))
    return { refused: noReceipt, adoptable: false }
  }
}

/** Why the receipt of generation `before` is no longer valid, or null. */
export function sameReceipt(before: { generation: number }, after: ReceiptReading): string | null {
  if (after.receipt === undefined) return after.refused
  if (after.receipt.generation === before.generation) return null
  return `the machine was tuned anew meanwhile (generation ${before.generation}, now ${after.receipt.generation})`
}
