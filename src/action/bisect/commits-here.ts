// Whether a checkout has the commits between two nights, and why it never will.
import { gitAnswer, gitSucceeds } from '../../git.ts'
import { deepenUntil, hasCommit, isShallow } from '../../measure/checkout/commits.ts'
import { shortSha } from '../../phrases.ts'
import type { SuspectRange } from '../nightly/suspect-range.ts'

/** `isForGood`: no other checkout of the branch has them either. */
type Missing = { why: string; isForGood: boolean }

/** Why the commits after `old` up to `last` are not here and cannot be fetched; null where they are here. */
export async function whyNoCommits(cwd: string, { old, last }: SuspectRange): Promise<Missing | null> {
  const isHere = () => gitSucceeds(cwd, ['merge-base', '--is-ancestor', old, last])
  if ((await isHere()) || (await deepenUntil(cwd, isHere))) return null
  const range = `${shortSha(old)}..${shortSha(last)}`
  if (await isShallow(cwd))
    return {
      why: `this checkout has no history of ${range}; set fetch-depth: 0 in actions/checkout`,
      isForGood: false,
    }
  for (const commit of [old, last])
    if (!(await hasCommit(cwd, commit)))
      return {
        why: `the history has no commit ${shortSha(commit)} any more: it was rewritten since`,
        isForGood: true,
      }
  const isReversed = (await gitAnswer(cwd, ['merge-base', old, last])) === last
  const why = isReversed
    ? `the nights measured ${shortSha(last)} after ${shortSha(old)}, which came later`
    : `${shortSha(old)} does not lead to ${shortSha(last)}: the history was rewritten between the nights`
  return { why, isForGood: true }
}
