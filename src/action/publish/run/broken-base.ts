// Reports on a run that nothing can judge, since the configuration of the base commit is broken. Without a check run the pull
// request that mends it would wait for one for ever.

import type { Values } from '../../../inputs/values.ts'
import { acceptedLabel } from '../../../model/index.ts'
import { codeBlock, escapeMarkdown } from '../../../report/markdown/escape.ts'
import { attemptRecord } from '../../attempts/attempt-record.ts'
import { checkName } from '../../attempts/posted-records.ts'
import { BrokenBase } from '../../pull-request/base-policy.ts'
import { setOutcome, warnOfNoCheck, writeCheck, writeSummary } from '../outlets.ts'
import { acceptanceOf } from './acceptance-label.ts'
import type { Source } from './reported-run.ts'

const title = 'Nothing was judged: the configuration of the base commit is broken'

const mendFirst = 'Mend it in a pull request of its own, then bring this branch up to date.'

/** What to do: only a pull request that mends the file can be accepted. */
const wayOut = (isMended: boolean) =>
  isMended
    ? `This pull request mends it. Somebody with write access sets the label '${acceptedLabel}', which lets it pass without a measurement.`
    : mendFirst

/** The same for a job that may be without a publish workflow, which alone reads the label; null where `error` is another one. */
export function wayOutAlone(error: unknown): string | null {
  if (!(error instanceof BrokenBase)) return null
  return error.isMended
    ? `This pull request mends it. Where a publish workflow reports on it, the label '${acceptedLabel}' lets it pass. Else ` +
        'somebody who may bypass the branch rule has to merge it.'
    : mendFirst
}

/**
 * What `work` finds. Where the configuration of the base commit is broken, sets the check run on the head instead: null where
 * somebody accepted that for a pull request that mends it. Throws the error otherwise, and any other one.
 */
export async function orBrokenBase<Found>(
  values: Values,
  source: Source,
  work: () => Promise<Found>,
): Promise<Found | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BrokenBase) || source.ended === null) throw error
    const { context } = source
    const { accepted } = error.isMended ? await acceptanceOf(source, checkName(values)) : { accepted: null }
    const next = accepted === null ? wayOut(error.isMended) : escapeMarkdown(`It was ${accepted}.`)
    const summary = [`${title}.`, codeBlock(error.message), next, context.runUrl].join('\n\n')
    const conclusion = accepted === null ? 'action_required' : 'neutral'
    const record = { ...attemptRecord(context, { machine: null }), conclusion } as const
    await writeCheck(context, values, { title, summary, annotations: [], record }).catch(warnOfNoCheck)
    if (accepted === null) throw error
    setOutcome('not-established')
    await writeSummary(summary)
    return null
  }
}
