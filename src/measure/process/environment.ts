// The environment of a benchmark: the caller's, without the runner's credentials and command files. This is hygiene and
// no security boundary: a process of the same user can read the caller's memory. job/prepare-measuring.ts puts it together.

/** The runner's own variables. No workflow sets these for its programs. */
const RUNNERS = [/^ACTIONS_/, /^INPUT_/, /^STATE_/, /^GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$/]
const SECRET = /TOKEN$/

const isRunners = (name: string) => RUNNERS.some(pattern => pattern.test(name))

const PADDING = 'STABLE_BENCH_PADDING'
const pageBytes = 4096

/** A copy of `env` without the runner's variables and tokens. Sorted, so that both sides get the same. */
export function scrubbedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !isRunners(name) && !SECRET.test(name))
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The withheld variables of `env` that look like credentials. A program that fails may have needed one of them. */
export function withheldVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter(name => SECRET.test(name) && !isRunners(name))
    .sort()
}

/** The note about withheld variables in the message about a failure; empty for none. */
export function withheldNote(names: string[]): string {
  return names.length === 0 ? '' : ` (it gets no credentials: ${names.join(', ')} withheld)`
}

/** The bytes that `env` takes on a new process's stack: each `NAME=value` with its end, and the pointer to it. */
export function environmentBytes(env: NodeJS.ProcessEnv): number {
  const sizes = Object.entries(env).map(([name, value]) => Buffer.byteLength(`${name}=${value}`) + 1 + 8)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * `env` with one more variable that fills it up to whole pages. The environment lies above the stack, so the length of
 * a branch name would move every stack address (Mytkowicz et al. 2009, ASPLOS). Padded, the addresses have the same
 * position within a page in every session.
 */
export function paddedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const padded = { ...env, [PADDING]: '' }
  const missing = pageBytes - (environmentBytes(padded) % pageBytes)
  return { ...padded, [PADDING]: 'x'.repeat(missing % pageBytes) }
}

/** The padded `env`, longer by `bytes`: the stack of its process lies as much lower. */
export const lengthenedEnvironment = (env: NodeJS.ProcessEnv, bytes: number): NodeJS.ProcessEnv => ({
  ...env,
  [PADDING]: `${env[PADDING] ?? ''}${'x'.repeat(bytes)}`,
})
