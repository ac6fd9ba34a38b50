// The profiles that a profiler wrote as files.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { joinProfiles, type Profile } from '../../explain/profile.ts'
import { MOST_BYTES, readProfile } from '../../explain/read/read.ts'
import { NoProfile } from './profiler.ts'

/** The files in a directory, in order. */
function readFiles(out: string): Profile {
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

/** Reads all files that a profiler wrote. */
export const fromFiles = async (out: string) => readFiles(out)

/** `env` with a value more in a variable that holds several. */
export const added = (env: NodeJS.ProcessEnv, name: string, value: string) => ({
  ...env,
  [name]: [env[name], value].filter(Boolean).join(' '),
})
