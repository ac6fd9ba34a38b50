// What a job builds: each side of each setup command once, and both commits checked out once, for all suites that need them.
import { resolve } from 'node:path'
import * as core from '@actions/core'
import type { Values } from '../../inputs/values.ts'
import { onceEach, type SuiteSetup } from '../../job/suites/set-up.ts'
import { untilStopped } from '../../job/until-stopped.ts'
import { setupCache } from '../../measure/checkout/setup.ts'
import { type Setups, withSetups } from '../../measure/checkout/setups.ts'
import { checkOutBoth, type Worktrees } from '../../measure/checkout/worktrees.ts'
import { InputError } from '../../model/index.ts'
import { headAndParents } from '../../testbed/revision.ts'
import { withoutCommands } from '../log.ts'
import { workDirectory } from '../work-file.ts'

type SetupInputs = Pick<Values, 'setup' | 'setup-timeout'>

export type Builds = Pick<Setups, 'watch' | 'left' | 'assertOwnPrograms'> & {
  signal: AbortSignal
  setUpMs: () => number
  /** Runs the setup command of one side in `cwd`, in a log group of its own, unless that was done. Throws a MeasureError. */
  setUp: (values: SetupInputs, place: Pick<SuiteSetup, 'side' | 'cwd' | 'layouts'>) => Promise<void>
  /** The checkouts of the commit `base` and of the one at `cwd`. Throws git's reason. */
  checkOut: (cwd: string, base: string) => Promise<Worktrees>
}

function openedCache(directory: string, commit: string): string {
  try {
    return setupCache(resolve(directory), commit)
  } catch (error) {
    throw new InputError(
      `setup-cache: ${directory} cannot be used: ${(error as Error).message}; choose another directory`,
    )
  }
}

async function build(
  setup: SuiteSetup,
  setups: Setups,
  { cacheDirectory, signal }: { cacheDirectory: string; signal: AbortSignal },
): Promise<void> {
  const { side, cwd, command, timeoutMs, layouts } = setup
  const commit = cacheDirectory === '' ? null : ((await headAndParents(cwd))?.head ?? null)
  const cache = commit === null ? null : openedCache(cacheDirectory, commit)
  await core.group(`stable-bench setup of the ${side}`, () =>
    withoutCommands(() =>
      setups.run(command, { cwd, side, env: process.env, timeoutMs, signal, cache, output: 1, layouts }),
    ),
  )
}

/** Calls `work` with the builds of a job, and removes the checkouts when it has ended. Throws Stopped as `untilStopped`. */
export function withBuilds<Result>(
  given: Pick<Values, 'setup-cache'>,
  work: (builds: Builds) => Promise<Result>,
): Promise<Result> {
  return untilStopped(signal =>
    withSetups(async setups => {
      let setUpMs = 0
      const once = onceEach(async setup => {
        const begun = performance.now()
        await build(setup, setups, { cacheDirectory: given['setup-cache'], signal }).finally(() => {
          setUpMs += performance.now() - begun
        })
      })
      const trees = new Map<string, Promise<Worktrees>>()
      try {
        return await work({
          signal,
          setUpMs: () => setUpMs,
          left: setups.left,
          watch: setups.watch,
          assertOwnPrograms: setups.assertOwnPrograms,
          setUp: (values, place) =>
            once({ ...place, command: values.setup, timeoutMs: values['setup-timeout'] * 1000 }),
          checkOut: (cwd, base) => {
            const known = trees.get(base) ?? checkOutBoth(cwd, base, workDirectory())
            trees.set(base, known)
            return known
          },
        })
      } finally {
        for (const each of trees.values()) await each.then(({ remove }) => remove()).catch(() => {})
      }
    }),
  )
}
