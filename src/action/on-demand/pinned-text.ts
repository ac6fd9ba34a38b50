// A pull request at one commit, as one job hands it to the next: `12@COMMIT`. It is also part of the name of the job that
// measures it, where the job that publishes finds it: GitHub makes the name before that job starts, and no code that runs
// in it can change it.
import type { PullRequest } from '../../github/api/context.ts'

type PinnedHead = Pick<PullRequest, 'number' | 'headSha'>

export const pinnedText = ({ number, headSha }: PinnedHead): string => `${number}@${headSha}`

const pattern = '([1-9][0-9]{0,9})@([0-9a-f]{40}|[0-9a-f]{64})'
const whole = RegExp(`^${pattern}$`)
const lastWord = RegExp(`(?:^|\\s)${pattern}$`)

function pinnedIn(found: RegExpExecArray | null): PinnedHead | null {
  const [, number, headSha] = found ?? []
  return number === undefined || headSha === undefined ? null : { number: Number(number), headSha }
}

/** Null for any other text. */
export const readPinned = (text: string): PinnedHead | null => pinnedIn(whole.exec(text))

/** The pull request that names of jobs end with; null where none does, or where they differ. */
export function pinnedInNames(names: string[]): PinnedHead | null {
  const [first, ...others] = names.flatMap(name => pinnedIn(lastWord.exec(name)) ?? [])
  const differs = others.some(other => pinnedText(other) !== pinnedText(first as PinnedHead))
  return first === undefined || differs ? null : first
}
