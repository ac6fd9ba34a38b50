// The real git_bayesect, from PyPI.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Case } from './cases.ts'
import { endsOf, runsUntilNow, writeTest } from './rivals.ts'
import { env, type Found } from './timed-run.ts'

const PACKAGES = ['git-bayesect==1.2', 'numpy==2.4.6', 'scipy==1.17.1']
const CONFIDENCE = 0.99
const MOST_RUNS = 200

/** Installs it in a virtual environment, and returns its program. */
export function installBayesect(folder: string): string {
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' })
  const pip = ['install', '--quiet', '--disable-pip-version-check', ...PACKAGES]
  execFileSync(join(folder, 'bin', 'pip'), pip, { stdio: 'inherit' })
  return join(folder, 'bin', 'git-bayesect')
}

/** git_bayesect until a commit has 99 %, or after so many runs with none. */
export function bayesect(program: string, cwd: string, one: Case): Found {
  // It knows no limit, and takes every exit code for an answer. Interrupted, it keeps its state.
  const script = writeTest(cwd, one, { runs: 1, stop: 'kill -INT $PPID; exit', limit: MOST_RUNS })
  const { old, last } = endsOf(cwd, one)
  const ask = (...args: string[]) => execFileSync(program, args, { cwd, env, encoding: 'utf8' })
  ask('start', '--old', old, '--new', last)
  const run = ['run', '--confidence', `${CONFIDENCE}`, 'bash', script]
  const { status, signal, error } = spawnSync(program, run, {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const runs = runsUntilNow(cwd)
  const isSure = status === 0
  if (!isSure && runs < MOST_RUNS) throw new Error(`git_bayesect ended early: ${error ?? signal ?? status}`)
  const [best] = [...ask('status').matchAll(/([0-9a-f]{10}) likelihood ([\d.]+)%/g)]
    .map(([, sha = '', percent]) => ({ sha, probability: Number(percent) / 100 }))
    .sort((a, b) => b.probability - a.probability)
  return { sha: isSure ? (best?.sha ?? null) : null, probability: best?.probability ?? null, runs }
}
