// One fresh process of a service, behind the wrappers of the benchmark: its figures, its output, its end.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { collect, keptText } from '../measure/process/child-process.ts'
import { readPipe, takePipes } from '../measure/process/pipes.ts'
import { readFigures, type ServiceFigures } from './figures.ts'
import { serviceKeeper } from './keeper-program.ts'

/** How a service ended by itself: exit code or signal, and how many processes it left. */
export type ServiceEnd = { code: number | null; signal: number; left: number; notStarted?: string }

export type Service = {
  /** The id of the service's own process; 0 until it is started. */
  pid: () => number
  /** Resolves when the service's own process has ended. */
  ended: Promise<ServiceEnd>
  /** The same, null as long as it runs. */
  end: () => ServiceEnd | null
  figures: () => Promise<ServiceFigures>
  /** The same without peak memory and context switches: quick enough to be read under load. */
  quickFigures: () => Promise<ServiceFigures>
  /** The peak of memory counts from here on. */
  forgetPeaks: () => Promise<void>
  /** The names of the programs that its processes run now, of fifteen bytes at most. */
  programs: () => Promise<string[]>
  /** The last lines of its output. */
  lastLines: () => string
  /** Calls `onLine` for each line that it prints from now on, and for one that it has begun. */
  onLine: (onLine: (line: string) => void) => void
  /** Ends all of its processes. */
  stop: () => Promise<void>
}

type Where = { prefix: string[]; cwd: string; env: NodeJS.ProcessEnv }

const keptBytes = 256 * 1024
const shownLines = 15

function endIn(line: string): ServiceEnd | null {
  const refused = /^(?:exec|fork) \d+ (.*)$/.exec(line)
  if (refused) return { code: 127, signal: 0, left: 0, notStarted: refused[1] ?? '' }
  const [, status, left] = /^ended (\d+) (\d+) /.exec(line) ?? []
  if (status === undefined) return null
  const signal = Number(status) & 127
  return { code: signal === 0 ? Number(status) >> 8 : null, signal, left: Number(left) }
}

/** Calls `onLine` with each whole line of a stream, and `onBegun` with what there is of another one. */
function eachLine(stream: Readable, onLine: (line: string) => void, onBegun = (_: string) => {}): void {
  let rest = ''
  stream.on('error', () => {})
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = (lines.pop() ?? '').slice(-keptBytes)
    for (const line of lines) onLine(line)
    if (rest !== '') onBegun(rest)
  })
}

type Spawned = { child: ChildProcess; outputs: Readable[] }

function spawnKeeper(argv: string[], { prefix, cwd, env }: Where): Spawned {
  const [file = '', ...args] = [...prefix, ...serviceKeeper(argv)]
  const pipes = takePipes(2)
  try {
    const stdio = ['pipe', ...pipes.map(pipe => pipe.write), 'pipe'] as const
    const child = spawn(file, args, { cwd, env: { ...env, PWD: cwd }, detached: true, stdio: [...stdio] })
    return { child, outputs: pipes.map(readPipe) }
  } catch (error) {
    for (const { read } of pipes) closeSync(read)
    throw error
  } finally {
    for (const { write } of pipes) closeSync(write)
  }
}

/** Starts `argv`. Throws as `spawn` does; a program that is not there is an end. */
export function startService(argv: string[], where: Where): Service {
  const { child, outputs } = spawnKeeper(argv, where)
  const kept = outputs.map(stream => collect(stream, keptBytes, true, () => {}))
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const report = child.stdio[3] as Readable
  // What the keeper has said may still be in the pipe when it is known to have exited.
  const saidAll = new Promise(over => report.once('close', over))
  const asked: ((line: string) => void)[] = []
  let end: ServiceEnd | null = null
  let pid = 0
  const ended = new Promise<ServiceEnd>(resolve => {
    const endsWith = (found: ServiceEnd) => {
      end ??= found
      resolve(end)
    }
    child.once('error', ({ message }) => endsWith({ code: 127, signal: 0, left: 0, notStarted: message }))
    eachLine(report, line => {
      const found = endIn(line)
      if (found !== null) endsWith(found)
      else if (line.startsWith('started ')) pid = Number(line.slice('started '.length))
      else asked.shift()?.(line)
    })
    exited.then(() => saidAll).then(() => endsWith({ code: null, signal: 9, left: 0 }))
  })
  // What it is asked when it has ended is answered by nobody.
  const ask = (letter: string) =>
    Promise.race([
      new Promise<string>(resolve => {
        asked.push(resolve)
        ;(child.stdin as Writable).write(letter)
      }),
      exited.then(() => ''),
    ])
  const figures = async (letter: string) => {
    const found = readFigures(await ask(letter))
    if (found === null) throw new Error('the process that keeps the service has ended')
    return found
  }
  child.stdin?.on('error', () => {})
  return {
    pid: () => pid,
    ended,
    end: () => end,
    figures: () => figures('f'),
    quickFigures: () => figures('q'),
    forgetPeaks: async () => void (await ask('p')),
    programs: async () => (await ask('n')).split(' ').slice(1),
    lastLines: () =>
      kept
        .map(each => keptText(each).trimEnd().split('\n').slice(-shownLines).join('\n'))
        .filter(Boolean)
        .join('\n'),
    onLine: onLine => {
      for (const stream of outputs) eachLine(stream, onLine, onLine)
    },
    stop: async () => {
      child.stdin?.end()
      await exited
      for (const stream of outputs) stream.destroy()
    },
  }
}
