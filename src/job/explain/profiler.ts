// What a profiler is here, why there may be none, and how the profiles are read that it wrote as files.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { joinProfiles, type Profile } from '../../explain/profile.ts'
import { MOST_BYTES, readProfile } from '../../explain/read/read.ts'
import type { AroundService, Taken } from '../../measure/runs/start-command.ts'

type Start = (taken: Taken, how: { out: string; hertz: number }) => Taken

export type Profiler = {
  name: string
  /** The command under the profiler, which writes into the directory `out`, with so many samples a second. */
  start: Start
  /** Reads what was written into `out`. Throws an Error. */
  read: (out: string, signal: AbortSignal) => Promise<Profile>
  /** The same for the command of a service, of which the load that counts is profiled alone; without, all of it is, by `start`. */
  ofService?: { start: Start; whileCounted: (out: string, hertz: number) => AroundService['whileCounted'] }
  /** Removes what a run left elsewhere, whatever became of it. */
  tidy?: () => void
}

/** Why no profile can be taken, with the way out. */
export class NoProfile extends Error {
  override name = 'NoProfile'
}

/** The way out where no profiler that is known here works. */
export const OWN_PROFILER =
  "or give a profiler of your own: profile: 'CMD' with {profile} for the file that it writes (docs/explain.md)"

/** Reads all files that a profiler wrote into the directory `out`, in order. */
export async function fromFiles(out: string): Promise<Profile> {
  const profiles = readdirSync(out)
    .sort()
    .map(name => {
      const { size } = statSync(join(out, name))
      if (size > MOST_BYTES)
        throw new NoProfile(
          `the profile has ${size} bytes, which is more than can be read; make the benchmark shorter`,
        )
      try {
        return readProfile(readFileSync(join(out, name)))
      } catch (error) {
        throw new NoProfile(`what the profiler wrote ${(error as Error).message}`)
      }
    })
  if (profiles.length === 0)
    throw new NoProfile(
      'the profiler wrote no profile; check that it ends by itself, and writes to {profile}',
    )
  return joinProfiles(profiles)
}

/** `env` with a value more in a variable that holds several. */
export const added = (env: NodeJS.ProcessEnv, name: string, value: string) => ({
  ...env,
  [name]: [env[name], value].filter(Boolean).join(' '),
})
