// The ways of measuring that are held side by side. All but hyperfine are timed by the same clock, the bracket of
// stable-bench, so that they differ in isolation alone; hyperfine is timed by itself.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { availableClock } from '../../src/measure/process/bracket.ts'
import { scrubbedEnvironment } from '../../src/measure/process/environment.ts'
import { type Running, runProcess } from '../../src/measure/process/run-process.ts'
import type { RunEvidence, Session } from '../../src/model/index.ts'
import { type Made, madeOf } from './made.ts'
import { runCli } from './run-cli.ts'

export type Method = {
  name: 'idle' | 'plain' | 'hyperfine' | 'taskset' | 'isolated'
  /** Where the background load runs meanwhile, or that it rests. */
  background: 'rests' | 'everywhere' | 'confined'
  measure: (command: string[], runs: number) => Promise<Made>
}

export type Place = { folder: string; cpus: string; signal: AbortSignal }

function runningWith(prefix: string[], { signal }: Place): Running {
  const env = scrubbedEnvironment(process.env)
  const clock = availableClock(env)
  return { prefix, clock, env, timeoutMs: 60_000, signal }
}

/** One warm-up run and `runs` more of `command` behind `prefix`, by the modules of stable-bench alone. */
async function measureBehind(prefix: string[], command: string[], runs: number, place: Place): Promise<Made> {
  const running = runningWith(prefix, place)
  const evidence: RunEvidence[] = []
  for (let number = -1; number < runs; number++) {
    const kind = number < 0 ? 'warmup' : 'measured'
    const planned = { side: 'candidate', kind, number: Math.max(0, number) } as const
    const done = await runProcess(command, { cwd: place.folder, planned, running })
    if (kind === 'measured') evidence.push(done.evidence)
  }
  return madeOf(evidence)
}

/** The counts are those of hyperfine itself and its warm-up run as well, spread over the runs. */
async function measureByHyperfine(command: string[], runs: number, place: Place): Promise<Made> {
  const out = join(place.folder, 'hyperfine.json')
  const options = ['-N', '--style', 'none', '--warmup', '1', '--runs', String(runs), '--export-json', out]
  const running = runningWith([], place)
  const planned = { side: 'candidate', kind: 'measured', number: 0 } as const
  const argv = ['hyperfine', ...options, command.join(' ')]
  const { evidence } = await runProcess(argv, { cwd: place.folder, planned, running })
  const { times } = JSON.parse(readFileSync(out, 'utf8')).results[0] as { times: number[] }
  const milliseconds = times.map(seconds => seconds * 1e3)
  const { migrations, voluntary, involuntary, repeated } = madeOf([evidence])
  const share = (count: number | null) => (count === null ? null : (count * runs) / (runs + 1))
  return {
    milliseconds,
    repeated,
    migrations: share(migrations),
    voluntary: share(voluntary),
    involuntary: share(involuntary),
  }
}

async function measureIsolated(command: string[], runs: number, place: Place): Promise<Made> {
  const session: Session = await runCli(['--runs', String(runs), '--', ...command], place)
  if (session.plan?.cpus !== place.cpus) {
    throw new Error(`stable-bench pinned to CPUs ${session.plan?.cpus}, not ${place.cpus} as expected`)
  }
  return madeOf(session.evidence)
}

/** All methods that can be tried here, and why others cannot. */
export function methodsAt(place: Place): { methods: Method[]; left: string[] } {
  const behind = (prefix: string[]) => (command: string[], runs: number) =>
    measureBehind(prefix, command, runs, place)
  const hyperfine = spawnSync('hyperfine', ['--version'], { encoding: 'utf8' })
  const methods: Method[] = [
    { name: 'idle', background: 'rests', measure: behind([]) },
    { name: 'plain', background: 'everywhere', measure: behind([]) },
    { name: 'hyperfine', background: 'everywhere', measure: (...of) => measureByHyperfine(...of, place) },
    { name: 'taskset', background: 'everywhere', measure: behind(['taskset', '-c', place.cpus]) },
    { name: 'isolated', background: 'confined', measure: (...of) => measureIsolated(...of, place) },
  ]
  const installed = hyperfine.status === 0
  return {
    methods: methods.filter(({ name }) => name !== 'hyperfine' || installed),
    left: installed ? [] : ['hyperfine: it is not installed (apt-get install hyperfine)'],
  }
}
