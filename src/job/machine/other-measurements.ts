// Other commands of this program that measure now: with `cpus: auto` they choose the same CPUs.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'

const MEASURING = ['run', 'ab', 'explain', 'bisect', 'calibrate', 'demo', 'doctor']

/** What `read` finds of a process; null where it has ended, or belongs to somebody else. */
function ofProcess<Found>(read: () => Found): Found | null {
  try {
    return read()
  } catch {
    return null
  }
}

const argvOf = (pid: string) =>
  ofProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')) ?? []

function programOf(pid: string): string | null {
  const [, script = ''] = argvOf(pid)
  return ofProcess(() => realpathSync(resolve(realpathSync(`/proc/${pid}/cwd`), script)))
}

/** The process and all that it descends from: a benchmark may be this program itself. */
function lineage(pid: string): string[] {
  const status = ofProcess(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? ''
  const parent = /^PPid:\s*(\d+)/m.exec(status)?.[1] ?? '0'
  return parent === '0' ? [pid] : [pid, ...lineage(parent)]
}

/** The ids of the other processes of this user that run this program, and measure. None outside of the command line. */
export function otherMeasurements(): number[] {
  const own = String(process.pid)
  if (!MEASURING.includes(argvOf(own)[2] ?? '')) return []
  const program = programOf(own)
  const known = lineage(own)
  return readdirSync('/proc')
    .filter(pid => /^\d+$/.test(pid) && !known.includes(pid))
    .filter(pid => MEASURING.includes(argvOf(pid)[2] ?? '') && programOf(pid) === program)
    .map(Number)
}
