// Reports on a run that nothing can judge: the configuration of the base commit is broken, or what the run left cannot be read.
// Without a check run the pull request would wait for one for ever, or keep that of an earlier run.
import type { Values } from '../../../inputs/values.ts'
import { acceptedLabel } from '../../../model/index.ts'
import { codeBlock, escapeMarkdown } from '../../../report/markdown/escape.ts'
import { attemptRecord, withoutAccount } from '../../attempts/attempt-record.ts'
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

/** Sets the check run of a pull request that only the broken base keeps from being judged; whether somebody accepted that. */
async function reportBroken(values: Values, source: Source, error: BrokenBase): Promise<boolean> {
  const { context } = source
  const { accepted } = error.isMended ? await acceptanceOf(source, checkName(values)) : { accepted: null }
  const next = accepted === null ? wayOut(error.isMended) : escapeMarkdown(`It was ${accepted}.`)
  const summary = [`${title}.`, codeBlock(error.message), next, context.runUrl].join('\n\n')
  const conclusion = accepted === null ? 'action_required' : 'neutral'
  const record = { ...attemptRecord(context, { machine: null }), conclusion } as const
  await writeCheck(context, values, { title, summary, record }).catch(warnOfNoCheck)
  if (accepted === null) return false
  setOutcome('not-established')
  await writeSummary(summary)
  return true
}

/** Sets the check run where the job that reports fails. What the run found is not known, so the record accounts for nothing. */
async function reportFailed(values: Values, { context, publisher }: Source, error: Error): Promise<void> {
  const [reason = ''] = error.message.split('\n', 1)
  const summary = `${codeBlock(reason)}\n\nThe log has more: ${publisher?.runUrl}\n\nRun that job again, once its cause is gone.`
  const record = withoutAccount(attemptRecord(context, { machine: null }))
  const own = { title: 'Not established: the job that reports on this failed', summary, record }
  await writeCheck(context, values, own).catch(warnOfNoCheck)
}

/**
 * What `work` finds. Where it throws, sets the check run on the head instead, if the run has ended: null where the configuration of
 * the base commit is broken, and somebody accepted that for a pull request that mends it. Throws the error otherwise.
 */
export async function orFailedCheck<Found>(
  values: Values,
  source: Source,
  work: () => Promise<Found>,
): Promise<Found | null> {
  try {
    return await work()
  } catch (error) {
    if (source.ended === null) throw error
    if (!(error instanceof BrokenBase)) await reportFailed(values, source, error as Error)
    else if (await reportBroken(values, source, error)) return null
    throw error
  }
}
