// Compares a release with the previous tag and with absolute budgets. This is the last check for changes that pull
// requests did not show.

import { resolve } from 'node:path'
import { baseNotMeasured } from '../../compare/verdict/conclude.ts'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import type { Values } from '../../inputs/values.ts'
import { InputError, type Policy, type Warning, withWarnings } from '../../model/index.ts'
import { firstOf, shortSha } from '../../phrases.ts'
import { parseConfig } from '../../policy/config-file.ts'
import { effectiveValues, gatingPolicy, utcDay } from '../../policy/make-policy.ts'
import { unmatchedEntries } from '../../policy/unmatched-entries.ts'
import { headAndParents } from '../../testbed/revision.ts'
import { compareStoredAttempts, type JoinedResult } from '../attempts/join.ts'
import { logText } from '../log.ts'
import { checkoutConfig, configPath } from '../measure/checkout-config.ts'
import { eventCommit } from '../measure/event-commit.ts'
import { measureCandidate, NoBase } from '../measure/measure-commits.ts'
import { benchmarkNotes } from '../pull-request/changed-files.ts'
import { againstBase, againstStored, instead, storedResults } from '../pull-request/compare.ts'
import { previousTag, type TagBefore } from './previous-tag.ts'

/** The effective values, and the policy that they make. */
type JudgedRelease = { values: Values; policy: Policy; formerWorkflows: string[] }

/**
 * The released commit's own file decides, since only people who release can change it. Throws an InputError for
 * mistakes in it.
 */
export function whatJudgesRelease(values: Values): JudgedRelease {
  const { path, text } = checkoutConfig(values)
  if (values.config !== '' && text === null) throw new InputError(`config: there is no ${path}`)
  const config = parseConfig(text ?? '', configPath(values))
  const effective = effectiveValues(values, config)
  const policy = gatingPolicy(effective, config, { today: utcDay() })
  return { values: effective, policy, formerWorkflows: config['former-workflows'] }
}

/** `unknown` says why the previous tag is not known; null where it is known, or where there is none. */
type TagOrWhy = TagBefore & { unknown: string | null }

async function tagBefore(
  values: Pick<Values, 'token' | 'working-directory'>,
  context: JobContext,
): Promise<TagOrWhy> {
  try {
    const cwd = resolve(values['working-directory'])
    return { ...(await previousTag(connect(values.token), context, cwd)), unknown: null }
  } catch (error) {
    const why = explainRefusal(error, 'contents: read')
    return {
      previous: null,
      passedOver: [],
      unknown: `which release came before this one is not known: ${why}`,
    }
  }
}

const choice = (message: string): Warning => ({ code: 'baseline-choice', message })

function notAncestors(tags: string[]): Warning[] {
  if (tags.length === 0) return []
  const names = firstOf(tags, 3)
  return [
    choice(
      `the released commit descends from none of the tags ${names}, so it was compared with none of them`,
    ),
  ]
}

type AgainstTag = { base: string; policy: Policy; notes: Warning[] }

/** Both commits interleaved; stored results only where the old one cannot be checked out or built. */
async function againstTag(values: Values, context: JobContext, plan: AgainstTag): Promise<JoinedResult> {
  const { base, policy } = plan
  const cwd = resolve(values['working-directory'])
  try {
    const head = (await headAndParents(cwd))?.head
    if (head !== context.sha) throw new NoBase('the released commit is not what is checked out')
    return await againstBase(values, context, plan)
  } catch (error) {
    if (!(error instanceof NoBase)) throw error
    logText(error.message)
    const stored = await storedResults(values, context, { base, policy })
    // There is a previous tag, so this one must not count as the first.
    const notes = [...plan.notes, { code: baseNotMeasured, message: error.published }]
    return instead(await againstStored(values, context, { stored, policy, notes }))
  }
}

/**
 * Measures the released commit beside the previous tag, and compares both together with the earlier attempts of this
 * job. Without a previous tag, only budgets count. Throws when measuring fails.
 */
export async function compareRelease(
  values: Values,
  context: JobContext,
  policy: Policy,
): Promise<JoinedResult> {
  const joined = await compareWithTag(values, context, policy)
  const { comparison } = joined
  return { ...joined, comparison: withWarnings(comparison, unmatchedEntries(comparison)) }
}

async function compareWithTag(values: Values, context: JobContext, policy: Policy): Promise<JoinedResult> {
  const doubts = await eventCommit(values, context)
  const { previous, passedOver, unknown } = await tagBefore(values, context)
  if (previous === null) {
    const candidate = await measureCandidate(values, context, [...doubts, ...notAncestors(passedOver)])
    return compareStoredAttempts(values, context, { candidate, baselines: [], unreadable: unknown, policy })
  }
  const { tag, commit: base } = previous
  const changed = await benchmarkNotes(resolve(values['working-directory']), base, values['benchmark-paths'])
  const notes = [...doubts, ...changed, choice(`${tag} (${shortSha(base)}) is the previous tag`)]
  return againstTag(values, context, { base, policy, notes })
}
