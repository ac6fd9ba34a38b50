// perf(1), in user mode: for programs of machine code, and for all others where nothing fits better.
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPerfScript } from '../../explain/read/perf-script.ts'
import { tryCommand } from '../../measure/pin/wrappers.ts'
import { runChild } from '../../measure/process/child-process.ts'
import type { AroundService } from '../../measure/runs/start-command.ts'
import { added, NoProfile, OWN_PROFILER, type Profiler } from './profiler.ts'

const MAPS = '/tmp'

/** A JVM names its compiled methods for perf at its end, from JDK 17 on: src/hotspot/share/runtime/globals.hpp in OpenJDK. */
const OF_JVM =
  '-XX:+IgnoreUnrecognizedVMOptions -XX:+PreserveFramePointer -XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit'

/** The files with the names of its functions that a process leaves for perf, in the one place where perf looks. */
const mapsOfPerf = () => readdirSync(MAPS).filter(name => /^perf-\d+\.map$/.test(name))

function removeMaps(before: Set<string>): void {
  for (const name of mapsOfPerf()) {
    const [pid = ''] = /\d+/.exec(name) ?? []
    const isOurs =
      !before.has(name) && lstatSync(join(MAPS, name), { throwIfNoEntry: false })?.uid === process.getuid?.()
    if (isOurs && !existsSync(`/proc/${pid}`)) rmSync(join(MAPS, name), { force: true })
  }
}

// When samples count: perf-record(1), --control, in Linux 5.10 and later.
const PAUSE_MS = 5
const ANSWER_MS = 10_000

const pipesOf = (out: string) => [`${out}.asked`, `${out}.answered`] as const

/** The flags with which perf counts nothing until it is told to. Makes the pipes beside `out`, which perf opens. */
function controlFlags(out: string): string[] {
  const pipes = pipesOf(out)
  if (!existsSync(pipes[0])) execFileSync('mkfifo', pipes)
  return ['-D', '-1', `--control=fifo:${pipes.join(',')}`]
}

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
const whilePerfCounts =
  (out: string): AroundService['whileCounted'] =>
  async work => {
    await tell(out, 'enable')
    const result = await work()
    await tell(out, 'disable')
    return result
  }

function perfWith(event: string): Profiler {
  let before = new Set<string>()
  const startWith =
    (control: (out: string) => string[]): Profiler['start'] =>
    ({ argv, env }, { out, hertz }) => {
      before = new Set(mapsOfPerf())
      const flags = `-q -e ${event} -F ${hertz} -g --no-buildid --no-buildid-cache`.split(' ')
      return {
        argv: ['perf', 'record', ...flags, ...control(out), '-o', join(out, 'perf.data'), '--', ...argv],
        // Python 3.12 and later name their functions for perf.
        env: { ...added(env, 'JAVA_TOOL_OPTIONS', OF_JVM), PYTHONPERFSUPPORT: '1' },
      }
    }
  return {
    name: `perf record -e ${event}`,
    start: startWith(() => []),
    ofService: { start: startWith(controlFlags), whileCounted: whilePerfCounts },
    read: async (out, signal) => {
      const path = join(out, 'perf.data')
      if (!existsSync(path)) throw new NoProfile('perf wrote no profile')
      const argv = ['perf', 'script', '-f', '-i', path, '--no-inline', '-F', 'comm,period,ip,sym,dso']
      const child = await runChild({ argv, cwd: out, env: process.env, timeoutMs: 60_000, signal })
      if (child.stopped === 'output')
        throw new NoProfile('perf script prints more than can be read; make the benchmark shorter')
      if (child.exitCode !== 0 && !signal.aborted)
        throw new NoProfile(`perf script failed with exit code ${child.exitCode}; try perf script by hand`)
      return readPerfScript(child.stdout)
    },
    tidy: () => removeMaps(before),
  }
}

const REFUSED = /permission|not permitted|paranoid|access to performance/i

/** perf in user mode, which everyone may up to perf_event_paranoid 2. `cycles`: whether this machine counts them. */
export function perf(env: NodeJS.ProcessEnv, cycles: boolean): Profiler {
  // perf falls back to the clock by itself, but then with another frequency.
  const event = cycles ? 'cycles:u' : 'cpu-clock:u'
  const tried = tryCommand(['perf', 'record', '-q', '-e', event, '-o', '/dev/null', '--', 'true'], env)
  if (tried.ok) return perfWith(event)
  if (/not installed/.test(tried.why))
    throw new NoProfile(
      `perf is not installed: on Debian the package linux-perf, on Ubuntu linux-tools-generic; ${OWN_PROFILER}`,
    )
  if (REFUSED.test(tried.why))
    throw new NoProfile(
      'the kernel refuses profiles in user mode: set kernel.perf_event_paranoid to 2 or less; in a container allow ' +
        `perf_event_open, for example with CAP_PERFMON; ${OWN_PROFILER}`,
    )
  throw new NoProfile(`perf does not work here (${tried.why}); ${OWN_PROFILER}`)
}
