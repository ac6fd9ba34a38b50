// Compares a release with the previous tag and with budgets: the last check for what pull requests did not show.
import { resolve } from 'node:path'
import { baseNotMeasured } from '../../compare/verdict/conclude.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import type { Values } from '../../inputs/values.ts'
import { InputError, type Policy, type Warning } from '../../model/index.ts'
import { firstOf, shortSha } from '../../phrases.ts'
import { parseConfig } from '../../policy/config-file.ts'
import type { Config } from '../../policy/config-schema.ts'
import { effectiveValues, gatingPolicy } from '../../policy/make-policy.ts'
import { headAndParents } from '../../testbed/revision.ts'
import { type Joined, joinStored } from '../attempts/join.ts'
import { logText } from '../log.ts'
import type { Builds } from '../measure/builds.ts'
import { checkoutConfig, configPath } from '../measure/checkout-config.ts'
import { type JobSuite, testbedOfJob } from '../measure/job-request.ts'
import { measureCandidate, NoBase } from '../measure/measure-commits.ts'
import { eventCommit } from '../measure/measured-commit.ts'
import { benchmarkNotes } from '../pull-request/changed-files.ts'
import { againstBase, againstStored, instead } from '../pull-request/compare.ts'
import { fetchStoredBaseline } from '../pull-request/stored-baseline.ts'
import { previousTag, type TagBefore } from './previous-tag.ts'

/** The effective values, and the policy that they make; the configuration that they come from, and its path. */
export type JudgedRelease = {
  given: Values
  values: Values
  policy: Policy
  formerWorkflows: string[]
  path: string
  config: Config
}

/** The released commit's own file decides: only people who release can change it. Throws an InputError for mistakes. */
export function whatJudgesRelease(given: Values): JudgedRelease {
  const { path: place, text } = checkoutConfig(given)
  if (given.config !== '' && text === null) throw new InputError(`config: there is no ${place}`)
  const path = configPath(given)
  const config = parseConfig(text ?? '', path)
  const values = effectiveValues(given, config)
  const policy = gatingPolicy(values, config)
  return { given, values, policy, formerWorkflows: config['former-workflows'], path, config }
}

/** `unknown` says why the previous tag is not known; null where it is known, or where there is none. */
export type TagOrWhy = TagBefore & { unknown: string | null }

/** The tag that a release is compared with. Never throws. */
export async function tagBefore(
  values: Pick<Values, 'working-directory'>,
  context: ConnectedJob,
): Promise<TagOrWhy> {
  try {
    const cwd = resolve(values['working-directory'])
    return { ...(await previousTag(context, cwd)), unknown: null }
  } catch (error) {
    const why = explainRefusal(error, 'contents: read')
    const unknown = `which release came before this one is not known: ${why}`
    return { previous: null, passedOver: [], unknown }
  }
}

const choice = (message: string): Warning => ({ code: 'baseline-choice', message })

function notAncestors(tags: string[]): Warning[] {
  if (tags.length === 0) return []
  const none = `the released commit descends from none of the tags ${firstOf(tags, 3)}`
  return [choice(`${none}, so it was compared with none of them`)]
}

type AgainstTag = { base: string; policy: Policy; notes: Warning[]; builds: Builds }

/** Both commits interleaved; stored results only where the old one cannot be checked out or built. */
async function againstTag(suite: JobSuite, context: ConnectedJob, plan: AgainstTag): Promise<Joined> {
  const { values } = suite
  const { base, policy, builds } = plan
  const cwd = resolve(values['working-directory'])
  try {
    const head = (await headAndParents(cwd))?.head
    if (head !== context.sha) throw new NoBase('the released commit is not what is checked out')
    return await againstBase(suite, context, plan)
  } catch (error) {
    if (!(error instanceof NoBase)) throw error
    logText(error.message)
    const testbed = testbedOfJob(values, context)
    const stored = await fetchStoredBaseline(values, context, { base, policy, testbed })
    // There is a previous tag, so this one must not count as the first.
    const notes = [...plan.notes, { code: baseNotMeasured, message: error.published }]
    return instead(await againstStored(values, context, { stored, policy, notes, builds }))
  }
}

type Releasing = { policy: Policy; tag: TagOrWhy; builds: Builds }

/** Measures a suite beside the previous tag. Without one, only budgets count. Throws when measuring fails. */
export async function measureRelease(
  suite: JobSuite & { isNew: boolean },
  context: ConnectedJob,
  { policy, tag: { previous, passedOver, unknown }, builds }: Releasing,
): Promise<Joined> {
  const { values, isNew } = suite
  const doubts = await eventCommit(values, context)
  if (previous === null || isNew) {
    const notes = [...doubts, ...notAncestors(passedOver)]
    const candidate = await measureCandidate(values, context, { notes, builds })
    const request = { candidate, baselines: [], unreadable: unknown, policy, isNew }
    return joinStored(values, context, request)
  }
  const { tag, commit: base } = previous
  const changed = await benchmarkNotes(resolve(values['working-directory']), base, values['benchmark-paths'])
  const notes = [...doubts, ...changed, choice(`${tag} (${shortSha(base)}) is the previous tag`)]
  return againstTag(suite, context, { base, policy, notes, builds })
}
