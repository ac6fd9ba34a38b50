// The processes above this one, as the kernel lists them. See proc(5), /proc/PID/stat.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `startTime` in clock ticks since boot: together with the number it names one process for good. */
export type Process = { pid: number; name: string; startTime: number }

/** Hooks, steps, shells and make do not nest deeper. */
const DEEPEST = 256

function readStat(root: string, pid: number): (Process & { parent: number }) | null {
  try {
    const text = readFileSync(join(root, 'proc', String(pid), 'stat'), 'utf8')
    // A name may hold blanks, brackets and line breaks: the last bracket ends it.
    const end = text.lastIndexOf(')')
    const [, parent, ...fields] = text.slice(end + 2).split(' ')
    const startTime = Number(fields[17])
    const name = text.slice(text.indexOf('(') + 1, end)
    return end > 0 && Number.isInteger(startTime) ? { pid, name, startTime, parent: Number(parent) } : null
  } catch {
    return null // it has ended, or belongs to somebody whose processes are hidden
  }
}

/** The ancestors of process `pid`, its parent first; ends where the kernel does not show any more. */
export function ancestorsOf(pid: number, root = '/'): Process[] {
  const found: Process[] = []
  let next = readStat(root, pid)?.parent ?? 0
  while (next > 0 && found.length < DEEPEST) {
    const stat = readStat(root, next)
    if (stat === null) break
    const { parent, ...process } = stat
    found.push(process)
    next = parent
  }
  return found
}
