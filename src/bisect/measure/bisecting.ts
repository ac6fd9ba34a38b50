// A bisection that is under way: what was asked for, what it works with, and what it keeps.
import type { ValuesOf } from '../../inputs/values.ts'
import type { MeasureRequest } from '../../job/request/request.ts'
import type { KnownRange } from '../../measure/checkout/commit-range.ts'
import type { CommitTrees } from '../../measure/checkout/commit-trees.ts'
import type { Setups } from '../../measure/checkout/setups.ts'
import type { Policy, Warning } from '../../model/index.ts'
import type { KeptFile } from './kept.ts'

/** What was asked for. */
export type Asked = {
  values: ValuesOf<'bisect'>
  policy: Policy
  /** As in a MeasureRequest. */
  command: string | string[]
  /** The command as everybody may read it; null where it may hold secrets. */
  shown: string | null
  range: KnownRange
}

/** The words of the command. */
export const wordsOf = ({ command }: Pick<Asked, 'command'>): string[] =>
  typeof command === 'string' ? command.split(/\s+/) : command

export type Bisecting = Asked & {
  /** The directory of the user's checkout in which the command would run. */
  cwd: string
  /** How each job measures, but for its directories and looks. */
  request: MeasureRequest
  file: KeptFile
  trees: CommitTrees
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
