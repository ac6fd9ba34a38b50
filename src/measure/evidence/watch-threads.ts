// What a run does, seen from outside while it goes on: how many of its threads are ready to run at the same time, and which
// programs work.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'

const EVERY_MS = 25

/** What was seen of runs. Grows. */
export type Seen = {
  /** How many threads were ready to run, one count per look. */
  runnable: number[]
  /**
   * The files of the programs, in how many looks they worked, and of the libraries and jars in those that are none of the system, by path.
   * `isNew`: whether they were written since stable-bench was started.
   */
  programs: Map<string, { looks: number; isNew: boolean; isLibrary?: boolean }>
}

const startedAt = Date.now() - process.uptime() * 1000

/**
 * Whether a thread is ready and has worked: for a tick of the clock at least, user and system time together. One that was
 * just started is ready until it gets the CPU, which takes long where other programs are busy. The fields are those of
 * `stat`, from the state on: proc_pid_stat(5).
 */
const works = ([state, ...fields]: string[]) => state === 'R' && Number(fields[10]) + Number(fields[11]) > 0

function note(path: string, programs: Seen['programs'], looks: number, isLibrary = false): void {
  const known = programs.get(path) ?? {
    looks: 0,
    isNew: statSync(path).mtimeMs >= startedAt,
    ...(isLibrary && { isLibrary }),
  }
  programs.set(path, { ...known, looks: known.looks + looks })
}

const OF_SYSTEM = /^\/(?:usr\/(?!local\/)|lib\w*\/)/
/** The place, the permissions, what else it is of, and the file: proc_pid_maps(5). */
const MAPPED_CODE = /^\S+ ..x. (?:\S+ +){3}(\/.*)(?<! \(deleted\))$/gm

/** The jars that a JVM reads from: it keeps them open. */
const jarsOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
    try {
      const path = readlinkSync(`/proc/${pid}/fd/${fd}`)
      return path.endsWith('.jar') ? [path] : []
    } catch {
      // Closed meanwhile.
      return []
    }
  })

/** Notes the program of process `pid`, and its libraries where it works; nothing where that cannot be seen. */
function noteProgram(pid: number, programs: Seen['programs'], isAtWork: boolean): void {
  try {
    const program = readlinkSync(`/proc/${pid}/exe`)
    note(program, programs, isAtWork ? 1 : 0)
    if (!isAtWork) return
    const mapped = [...readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(MAPPED_CODE)]
    const jars = basename(program) === 'java' ? jarsOf(pid) : []
    for (const path of new Set([...mapped.map(([, path = '']) => path), ...jars]))
      if (path !== program && !OF_SYSTEM.test(path)) note(path, programs, 1, true)
  } catch {}
}

/** The threads of process `pid` and of all that it started that are ready and have worked; 0 for one that has ended. */
function ready(pid: number, programs: Seen['programs']): number {
  let [own, below] = [0, 0]
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const path = `/proc/${pid}/task/${thread}`
      const stat = readFileSync(`${path}/stat`, 'utf8')
      // The name before it is in parentheses, and may hold some itself.
      if (works(stat.slice(stat.lastIndexOf(')') + 2).split(' '))) own++
      const children = readFileSync(`${path}/children`, 'utf8').trim()
      if (children !== '') for (const child of children.split(' ')) below += ready(Number(child), programs)
    }
  } catch {
    return 0
  }
  noteProgram(pid, programs, own > 0)
  return own + below
}

/**
 * Adds to `seen`, forty times a second, what `pid` and its descendants do, until the returned function is called. Nothing where the
 * kernel lists no children (CONFIG_PROC_CHILDREN).
 */
export function watchThreads(pid: number, { runnable, programs }: Seen): () => void {
  const timer = setInterval(() => runnable.push(ready(pid, programs)), EVERY_MS)
  return () => clearInterval(timer)
}
