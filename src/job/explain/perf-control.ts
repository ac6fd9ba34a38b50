// Tells perf record when samples count: perf-record(1), --control, in Linux 5.10 and later.
import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AroundService } from '../../measure/runs/start-command.ts'
import { NoProfile } from './profiler.ts'

const PAUSE_MS = 5
const ANSWER_MS = 10_000

const pipesOf = (out: string) => [`${out}.asked`, `${out}.answered`] as const

/** The flags with which perf counts nothing until it is told to. Makes the pipes beside `out`, which perf opens. */
export function controlFlags(out: string): string[] {
  const pipes = pipesOf(out)
  if (!existsSync(pipes[0])) execFileSync('mkfifo', pipes)
  return ['-D', '-1', `--control=fifo:${pipes.join(',')}`]
}

/** Whether something is in a pipe. */
function hasAnswer(pipe: number): boolean {
  try {
    return readSync(pipe, Buffer.alloc(64)) > 0
  } catch {
    return false
  }
}

async function tell(out: string, word: 'enable' | 'disable'): Promise<void> {
  const [asked, answered] = pipesOf(out).map(path => openSync(path, constants.O_RDWR | constants.O_NONBLOCK))
  if (asked === undefined || answered === undefined) return
  try {
    writeSync(asked, `${word}\n`)
    const until = performance.now() + ANSWER_MS
    while (!hasAnswer(answered)) {
      if (performance.now() > until) throw new NoProfile(`perf record does not ${word} its events`)
      await sleep(PAUSE_MS)
    }
  } finally {
    closeSync(asked)
    closeSync(answered)
  }
}

/** Lets perf count while `work` goes on. Throws NoProfile where it does not answer. */
export const whilePerfCounts =
  (out: string): AroundService['whileCounted'] =>
  async work => {
    await tell(out, 'enable')
    const result = await work()
    await tell(out, 'disable')
    return result
  }
