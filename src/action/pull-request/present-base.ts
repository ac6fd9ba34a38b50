// Holds a result against the base branch of now: one that was measured against another branch says nothing about it.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { PullRequest } from '../../github/api/context.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { branchHas, withPresentBase } from '../../github/pull-request/base-commits.ts'
import type { Comparison } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import type { OwnResult } from '../publish/own-report.ts'

/** Why results that were measured against the commit `base` do not count for a pull request into `branch`. */
export const otherBase = (base: string, branch: string): string =>
  `the pull request goes into ${branch}, which does not have ${shortSha(base)}, the base that was measured`

/** The comparison where it does not count: nothing in it fails by itself, and nobody can accept it. */
export const withOtherBase = (comparison: Comparison, explanation: string): Comparison => ({
  ...comparison,
  outcome: 'not-established',
  reason: 'base-changed',
  explanation,
  rows: comparison.rows.map(row => ({ ...row, fails: false })),
})

async function whyOtherBase(context: ConnectedJob, base: string, now: PullRequest) {
  const { baseRef: branch, baseSha } = now
  if (base === baseSha) return null
  const has = branchHas(context, { commit: base, branch })
  return (await needing('contents: read', has)) ? null : otherBase(base, branch)
}

/** The results as they are where they do not count. */
const refused = (results: OwnResult[], why: string): OwnResult[] =>
  results.map(each =>
    each.result?.comparison
      ? { ...each, result: { ...each.result, comparison: withOtherBase(each.result.comparison, why) } }
      : each,
  )

/**
 * What a job that measured against `base` reports: the context with the base branch of now, and the results unless
 * that lacks the commit. Where the server does not say, only a first attempt counts. Never throws.
 */
export async function atPresentBase(
  context: ConnectedJob,
  { base, results }: { base: string; results: OwnResult[] },
): Promise<{ context: ConnectedJob; results: OwnResult[] }> {
  const { pullRequest } = context
  if (pullRequest === null) return { context, results }
  try {
    const asked = withPresentBase(context, pullRequest)
    const now = await needing('pull-requests: read', asked)
    const why = await whyOtherBase(context, base, now)
    return {
      context: { ...context, pullRequest: now },
      results: why === null ? results : refused(results, why),
    }
  } catch (error) {
    const why = `whether the pull request still goes into ${pullRequest.baseRef} is not known: ${(error as Error).message}`
    core.info(why)
    const isOld = context.runAttempt > 1
    return { context, results: isOld ? refused(results, why) : results }
  }
}
