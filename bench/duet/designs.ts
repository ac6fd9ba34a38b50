// The designs that are compared, each with about the same machine time. Each measures one command against itself, and
// gives the p-value that it would have if the candidate took longer by a factor.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { MeasuredBlock } from '../../src/compare/sides/rounds/measured-block.ts'
import { areRounds, baselineFirst } from '../../src/compare/sides/rounds/rounds.ts'
import type { Session } from '../../src/model/index.ts'
import { welch } from '../../src/stats/inference/t-tests.ts'
import { cli } from '../isolation/run-cli.ts'
import { ours, type PofEffect, slower } from './smallest-found.ts'

/** Runs a side of a design that makes them one after the other. */
export const RUNS = 10

export type Measured = MeasuredBlock & { seconds: number }

export type Design = {
  name: string
  measure: (command: string[], folder: string) => Measured
  pOf: PofEffect
}

const logs = (values: number[]) => values.map(Math.log)
const byWelch: PofEffect = (block, effect) => {
  const { baseline, candidate } = slower(block, effect)
  return welch(logs(baseline), logs(candidate)).p
}

function checked({ status, stderr }: ReturnType<typeof spawnSync>, what: string): void {
  if (status !== 0) throw new Error(`${what}: exit code ${status}\n${stderr}`)
}

function timed(measure: () => MeasuredBlock): Measured {
  const begun = performance.now()
  return { ...measure(), seconds: (performance.now() - begun) / 1000 }
}

/** Both sides by `stable-bench ab`, with one look after `runs` runs a side. */
function byAb(flags: string[], runs: number) {
  return (command: string[], folder: string) =>
    timed(() => {
      const save = mkdtempSync(join(folder, 'ab-'))
      const text = command.join(' ')
      const counts = ['--runs', String(runs), '--max-runs', String(runs), '--fail-on', 'never']
      const args = [cli, 'ab', text, text, '--quiet', '--save', save, ...counts, ...flags]
      checked(spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }), 'stable-bench ab')
      const [before, after] = ['baseline', 'candidate'].map(
        (side): Session => JSON.parse(gunzipSync(readFileSync(join(save, `${side}.json.gz`))).toString()),
      ) as [Session, Session]
      const values = (session: Session) => session.benchmarks[0]?.runs.map(([value]) => value as number) ?? []
      const first = baselineFirst(before, after, runs)
      return {
        baseline: values(before),
        candidate: values(after),
        ...(first === null ? {} : { baselineFirst: first }),
        ...(areRounds(before, after, { before: runs, after: runs }) ? { inRounds: true as const } : {}),
      }
    })
}

/** First all runs of one side, then all of the other. */
function byHyperfine(prefix: string[]) {
  return (command: string[], folder: string) =>
    timed(() => {
      const out = join(folder, 'hyperfine.json')
      const text = command.join(' ')
      const options = ['-N', '--style', 'none', '--warmup', '1', '--runs', String(RUNS), '--export-json', out]
      const [file = '', ...args] = [...prefix, 'hyperfine', ...options, text, text]
      checked(spawnSync(file, args, { encoding: 'utf8' }), 'hyperfine')
      const { results } = JSON.parse(readFileSync(out, 'utf8')) as { results: { times: number[] }[] }
      return { baseline: results[0]?.times ?? [], candidate: results[1]?.times ?? [] }
    })
}

/** The designs that can be tried here. The last CPU is the one that stable-bench would choose. */
export function designsHere(lastCpu: number): Design[] {
  const installed = spawnSync('hyperfine', ['--version']).status === 0
  const others: Design[] = [
    { name: 'hyperfine', measure: byHyperfine([]), pOf: byWelch },
    {
      name: 'hyperfine behind taskset',
      measure: byHyperfine(['taskset', '-c', String(lastCpu)]),
      pOf: byWelch,
    },
  ]
  return [
    ...(installed ? others : []),
    { name: '`ab`, interleaved', measure: byAb(['--duet', 'false'], RUNS), pOf: ours },
    { name: '`ab --duet`', measure: byAb(['--duet'], 2 * RUNS), pOf: ours },
  ]
}
