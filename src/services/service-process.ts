// One fresh process of a service, behind the wrappers of the benchmark: its figures, its output, its end.
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { type Bracketed, endOfStatus, notStartedIn } from '../measure/process/bracketed.ts'
import { collect, keptText, spawnPiped } from '../measure/process/child-process.ts'
import { readFigures, type ServiceFigures } from './figures.ts'
import { serviceKeeper } from './keeper-program.ts'

/** How a service ended by itself, and how many processes it left. */
export type ServiceEnd = Pick<Bracketed, 'exitCode' | 'signal'> & { left: number; notStarted?: string }

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

export type Where = { prefix: string[]; cwd: string; env: NodeJS.ProcessEnv }

const keptBytes = 256 * 1024
const shownLines = 15

const neverBegun = (notStarted: string): ServiceEnd => ({ exitCode: 127, signal: null, left: 0, notStarted })

function endIn(line: string): ServiceEnd | null {
  const [, status, left] = /^ended (\d+) (\d+) /.exec(line) ?? []
  if (status !== undefined) return { ...endOfStatus(Number(status)), left: Number(left) }
  const refused = notStartedIn(line)
  return refused && neverBegun(refused.notStarted)
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

/** Starts `argv`. Throws as `spawn` does; a program that is not there is an end. */
export function startService(argv: string[], { prefix, cwd, env }: Where): Service {
  const where = { cwd, env: { ...env, PWD: cwd } }
  const kept = [...prefix, ...serviceKeeper(argv)]
  const { child, streams: outputs } = spawnPiped(kept, where, { stdin: 'pipe' })
  const printed = outputs.map(stream => collect(stream, keptBytes, true, () => {}))
  // Rejects for a program that is not there.
  const exited = once(child, 'exit').catch(() => {})
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
    child.once('error', ({ message }) => endsWith(neverBegun(message)))
    eachLine(report, line => {
      const found = endIn(line)
      if (found !== null) endsWith(found)
      else if (line.startsWith('started ')) pid = Number(line.slice('started '.length))
      else asked.shift()?.(line)
    })
    exited.then(() => saidAll).then(() => endsWith({ exitCode: null, signal: 9, left: 0 }))
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
      printed
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
