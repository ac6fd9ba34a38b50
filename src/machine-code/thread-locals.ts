// Thread-locals: what an offset from the thread pointer is of, and what it begins with in a new thread.
import { isUndefinedThreadLocal, lastBefore, type Named, sectionAt } from './elf.ts'
import { functionName } from './function-names.ts'
import type { Program } from './functions.ts'

function threadLocalOf({ elf }: Program, offset: number): Named | null {
  const found = lastBefore(elf.threadLocals, offset)
  return found !== null && offset < found.address + Math.max(1, found.size) ? found : null
}

/** The thread-local at an offset among them, and how far in it; null for none. */
export function threadLocalAt(program: Program, offset: number): string | null {
  if (isUndefinedThreadLocal(program.elf, offset)) return 'undefined'
  const found = threadLocalOf(program, offset)
  return found && `${functionName(found.name)} ${offset - found.address}`
}

/** Where the first value of a thread-local stands; null for one that begins as zeros. */
function firstValue(program: Program, offset: number): { address: number; size: number } | null {
  const { elf } = program
  const found = isUndefinedThreadLocal(elf, offset) ? null : threadLocalOf(program, offset)
  const address = elf.threadAddress + (found?.address ?? 0)
  return found !== null && sectionAt(elf, address)?.name.startsWith('.tdata')
    ? { address, size: found.size }
    : null
}

/** Whether two offsets from the thread pointer are of the same thread-local; null where one of them is of none. */
export function sameThreadLocal(a: Program, b: Program, [x, y]: [number, number]): boolean | null {
  const [one, other] = [threadLocalAt(a, x + a.elf.threadOffset), threadLocalAt(b, y + b.elf.threadOffset)]
  return one === null || other === null ? null : one === other
}

/** Whether the thread-locals at two offsets from the thread pointer begin with the same, by `isSame` of where that stands. */
export function sameFirstValue(
  a: Program,
  b: Program,
  [x, y]: [number, number],
  isSame: (a: number, b: number, size: number) => boolean,
): boolean {
  const [one, other] = [firstValue(a, x + a.elf.threadOffset), firstValue(b, y + b.elf.threadOffset)]
  if (one === null || other === null) return one === other
  return one.size === other.size && isSame(one.address, other.address, one.size)
}
