// Finds and ends the processes of a workflow run by a directory name in their environment, as GitHub's runner does by
// RUNNER_TRACKING_ID: a process group would not do, since every step has a session of its own. Linux only.
import { readdirSync, readFileSync } from 'node:fs'

export type LeftoverProcess = { pid: number; command: string }

/** All processes, other than this one, whose environment has `mark` in it. */
export function findProcesses(mark: string): LeftoverProcess[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
  const marked = pids.filter(pid => read(pid, 'environ').includes(mark))
  return marked.map(pid => ({ pid: Number(pid), command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }))
}

/** Kills them until there are none, and returns those that were there at first. */
export function endProcesses(mark: string): LeftoverProcess[] {
  const first = findProcesses(mark)
  for (let round = 0, left = first; left.length > 0 && round < 100; round++, left = findProcesses(mark)) {
    for (const { pid } of left) kill(pid)
  }
  return first
}

/** Empty when the process has ended or belongs to someone else. */
function read(pid: string, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
