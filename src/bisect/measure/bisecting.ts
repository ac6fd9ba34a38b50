// A bisection that is under way: what was asked for, what it works with, and what it keeps.
import type { ValuesOf } from '../../inputs/values.ts'
import type { MeasureRequest } from '../../job/request/request.ts'
import type { KnownCommit, KnownRange } from '../../measure/checkout/commit-range.ts'
import type { CommitTrees } from '../../measure/checkout/commit-trees.ts'
import type { Setups } from '../../measure/checkout/setups.ts'
import type { OwnCheckout } from '../../measure/checkout/shared/own-checkout.ts'
import type { Policy, Warning } from '../../model/index.ts'
import type { KeptFile } from './kept.ts'

/** How a commit is set up, and measured in turn with the old end. */
export type CommitPlan = {
  setup: string
  /** Where the setup and the command run, below the checkout. */
  directory: string
  /** The old end is the baseline; without directories and looks. */
  request: MeasureRequest
}

/** What was asked for. */
export type Asked = {
  values: ValuesOf<'bisect'>
  policy: Policy
  /** The command as everybody may read it; null where it may hold secrets. */
  shown: string | null
  /** The suite of the configuration that is measured; null for a command. */
  suite: string | null
  /** The flags that were given. */
  given: Partial<ValuesOf<'bisect'>>
  range: KnownRange
  /** Throws a MeasureError where the commit cannot be measured as the others are. */
  planOf: (commit: string) => Promise<CommitPlan>
}

/** The new end of the range. */
export const newEnd = ({ commits }: KnownRange): KnownCommit => commits.at(-1) as KnownCommit

/** The plan where one command measures all commits. */
export const samePlan =
  (request: MeasureRequest, setup: string): Asked['planOf'] =>
  async () => ({ setup, directory: '.', request })

export type Bisecting = Asked & {
  /** The directory of the user's checkout in which the command would run. */
  cwd: string
  file: KeptFile
  trees: CommitTrees
  /** The user's, with what differs between the ends. */
  ownCheckout: OwnCheckout
  setups: Setups
  /** Where setup commands may keep the builds of commits. */
  cache: string
  signal: AbortSignal
  /** Is told what happens, a line at a time. */
  tell: (line: string) => void
  /** When this start of the command has to stop, by `performance.now()`; infinite without --max-time. Setups move it on. */
  deadline: number
}

/** Adds warnings of a job that are not known yet, each kind once. */
export function keepWarnings({ file }: Pick<Bisecting, 'file'>, warnings: Warning[]): void {
  const known = new Set(file.kept.warnings.map(({ code }) => code))
  for (const warning of warnings) {
    if (known.has(warning.code)) continue
    known.add(warning.code)
    file.kept.warnings.push(warning)
  }
}
