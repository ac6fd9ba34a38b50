// What a profiler is here, and why there may be none.
import type { Profile } from '../../explain/profile.ts'
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
