// What a profiler is here, and why there may be none.
import type { Profile } from '../../explain/profile.ts'

export type Taken = { argv: string[]; env: NodeJS.ProcessEnv }

export type Profiler = {
  name: string
  /** The command under the profiler, which writes into the directory `out`, with so many samples a second. */
  start: (taken: Taken, how: { out: string; hertz: number }) => Taken
  /** Reads what was written into `out`. Throws an Error. */
  read: (out: string, signal: AbortSignal) => Promise<Profile>
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
