// Runs the user's setup command before measuring, with its output in the log, and keeps builds for other jobs.

import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../../make-directory.ts'
import { whyNotStarted } from '../process/bracket.ts'
import type { NotStarted } from '../process/bracketed.ts'
import { supervise } from '../process/child-process.ts'
import { scrubbedEnvironment, withheldNote, withheldVariables } from '../process/environment.ts'
import { startKept } from '../process/keeper.ts'
import { shareOutput } from '../process/pipes.ts'
import { throughBash } from '../runs/command-line.ts'
import { Interrupted, MeasureError } from '../runs/errors.ts'
import type { Side } from '../runs/schedule.ts'

export type Setup = {
  cwd: string
  side: Side
  env: NodeJS.ProcessEnv
  timeoutMs: number
  signal: AbortSignal
  /** A directory for builds that other jobs with the same commit can use; null for none. */
  cache: string | null
  /** The descriptor that the command's output goes to. */
  output: 1 | 2
  /** What stands for `{layout}` in the builds that it has to make; empty where it makes one. */
  layouts?: number[]
}

function environmentOf({ env, side, cache, layouts = [] }: Setup): NodeJS.ProcessEnv {
  const own = {
    STABLE_BENCH_SIDE: side,
    ...(cache === null ? {} : { STABLE_BENCH_CACHE: cache }),
    ...(layouts.length === 0 ? {} : { STABLE_BENCH_LAYOUTS: layouts.join(' ') }),
  }
  return { ...scrubbedEnvironment(env), ...own }
}

/** What the command leaves running goes on until `end`. If the command is stopped, all of it is ended. */
async function runToEnd(command: string, setup: Setup) {
  const shared = shareOutput(setup.output)
  const where = { cwd: setup.cwd, env: environmentOf(setup), output: shared.descriptor }
  const { child, ended, end } = startKept(throughBash(command), where)
  shared.handedOver()
  const { release, killGroup } = supervise(child, setup)
  try {
    const { code, left } = await ended
    return { code, left, end, stopped: release() }
  } finally {
    if (release() !== null) killGroup()
    shared.ended()
  }
}

/** The command lines of what a setup command left running, and what ends it. */
export type KeptSetup = { left: string[]; end: () => Promise<void> }

/**
 * Runs `command` in bash. What it leaves running goes on until `end` of the result is called, or this process ends. Throws a
 * MeasureError when it cannot be started, fails or takes too long, Interrupted when `signal` fires; then nothing stays.
 */
export async function runSetup(command: string, setup: Setup): Promise<KeptSetup> {
  if (setup.signal.aborted) throw new Interrupted('stopped before the setup command')
  const { code, stopped, left, end } = await runToEnd(command, setup).catch((failure: NotStarted) => {
    if (!('notStarted' in failure)) throw failure
    const why = existsSync(setup.cwd) ? whyNotStarted(['bash'], failure) : `there is no ${setup.cwd}`
    throw new MeasureError(`the setup command could not be started: ${why}`, setup.side)
  })
  if (stopped === 'aborted') throw new Interrupted('stopped during the setup command')
  const failed = (problem: string) => {
    const message = `the setup command ${problem}`
    return new MeasureError(`${message}: ${command}`, setup.side, `${message}; the log has its output`)
  }
  if (stopped === 'timeout')
    throw failed(`took longer than ${setup.timeoutMs / 1000} s (setup-timeout) and was stopped`)
  if (code !== 0) {
    await end()
    throw failed(`failed with exit code ${code}${withheldNote(withheldVariables(setup.env))}`)
  }
  return { left, end }
}

/** How many builds to keep: one for the tip of the base branch, the others for the pull requests of a day. */
const KEPT = 10

const isCommit = (name: string) => /^[0-9a-f]{40,64}$/.test(name)

function prune(parent: string): void {
  const used = readdirSync(parent)
    .filter(isCommit)
    .map(name => ({ path: join(parent, name), at: statSync(join(parent, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { path } of used.slice(KEPT)) rmSync(path, { recursive: true, force: true })
}

/**
 * The directory of `commit` below `parent`, made if needed, for its build. Every job of this user can write to it, so it is as
 * trustworthy as the machine is. Throws as mkdir does.
 */
export function setupCache(parent: string, commit: string): string {
  const directory = join(parent, commit)
  makeDirectory(directory)
  const now = new Date()
  utimesSync(directory, now, now)
  prune(parent)
  return directory
}

/** Why a command may fail in the checkout of a commit; `setup` is how the setup command is given. */
export const freshCheckout = (setup: string): string =>
  `it ran in a fresh checkout, without files that git ignores; build what it needs with ${setup}`
