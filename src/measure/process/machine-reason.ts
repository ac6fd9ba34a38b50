// Which failures are the machine's and not the command's. Narrow on purpose: whatever the command may have brought
// about itself (an exit code, a crash, SIGKILL without the kernel's out-of-memory killer, a time limit) is its own.
import { constants } from 'node:os'
import type { Bracketed, NotStarted } from './bracket.ts'

const { errno, signals } = constants

/** What fork(2) and execve(2) report when the machine is short of something, or a file is still being written. */
const TRANSIENT: Record<number, string> = {
  [errno.EAGAIN]: 'no more processes could be started',
  [errno.ENOMEM]: 'no memory for a new process',
  [errno.ENFILE]: 'too many open files in the system',
  [errno.EMFILE]: 'too many open files',
  [errno.ETXTBSY]: 'the program was still open for writing',
}

/** In words why the failure `seen` is the machine's, null for any other end and for none. */
export function machineReason(seen: Bracketed | NotStarted | null, outOfMemory: boolean): string | null {
  if (seen === null) return null
  if ('notStarted' in seen) return TRANSIENT[seen.errno] ?? null
  return seen.signal === signals.SIGKILL && outOfMemory ? 'the kernel ran out of memory' : null
}
