// `stable-bench bisect` with its defaults on a public repository.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Bisection } from '../../../src/model/index.ts'
import type { Case } from './cases.ts'
import { env, type Found, timed } from './timed-run.ts'

const program = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

/** What it finds in the clone `cwd`, and how large it measures the change. */
export function own(cwd: string, { range, setup, command }: Case): Found & { ratio: number | null } {
  const read = ['--pattern', 'cpu (?<value>[\\d.]+)', '--pattern-unit', 's', '--cpus', 'none']
  const building = setup === '' ? [] : ['--setup', setup]
  const args = ['bisect', range, ...building, ...read, '--output', 'json']
  const ended = execFileSync(process.execPath, [program, ...args, '--', 'bash', '-c', timed(command)], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { steps, runs } = JSON.parse(ended) as Bisection
  const [step] = steps
  const single = step?.commits.length === 1 ? (step.commits[0]?.sha ?? null) : null
  return { sha: single, probability: step?.probability ?? null, ratio: step?.ratio ?? null, runs }
}
