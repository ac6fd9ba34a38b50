// What the legs of a run left, compared as one: read from their artifacts, held against what is stored, with the nights
// before beside their rows.
import { baseOfMeasured, firstParentDistances, type Octokit } from '../github/base-commits.ts'
import { type ReadFiles, readLegs } from '../github/candidate-artifacts.ts'
import { needing } from '../github/explain-refusal.ts'
import { repositoryFile } from '../github/repository-file.ts'
import type { Values } from '../inputs.ts'
import type { Policy, Warning } from '../model.ts'
import { type BasePolicy, basePolicy } from './base-policy.ts'
import { compareLegs, type Section } from './publish-compare.ts'
import { joinedLeg, type MeasuredLeg, readLeg } from './publish-leg.ts'
import { withNights } from './publish-nights.ts'
import { problemsOf } from './publish-problems.ts'
import type { Source } from './publish-source.ts'
import { hastyConnection } from './recent-history.ts'
import { baselinesFrom } from './stored-baseline.ts'

/** Of the sixty requests that a job may make, those to list and read legs, for their baselines, and last the nights before. */
const callsForResults = 43

async function policyAt(octokit: Octokit, values: Values, source: Source, base: string): Promise<BasePolicy> {
  const { context } = source
  const commit = context.pullRequest.headSha
  const proposed = (path: string) => repositoryFile(octokit, context, { path, commit })
  return basePolicy(octokit, context, { values, baseCommit: base, proposed })
}

/** The sections, and the policy that decides for all of them. */
async function compared(
  octokit: Octokit,
  values: Values,
  source: Source,
  { measured, doubts, calls }: { measured: MeasuredLeg[]; doubts: Warning[]; calls: number },
) {
  const { context } = source
  const pull = context.pullRequest
  const commit = source.ended ? (measured[0]?.commit ?? '') : context.sha
  const base = await needing('contents: read', baseOfMeasured(octokit, context, { measured: commit, pull }))
  const { policy, notes } = await policyAt(octokit, values, source, base)
  let left = callsForResults - calls
  let distances: Map<string, number> | null = null
  const sections = await compareLegs(measured, policy, async ({ suite, blocks }, waiting) => {
    distances ??= await needing('contents: read', firstParentDistances(octokit, context, base))
    const share = Math.floor(left / waiting)
    const calls = { left: share }
    const testbed = blocks[0]?.candidate.testbed ?? null
    const request = { suite, testbed, branch: pull.baseRef, distances, calls }
    const stored = await baselinesFrom(octokit, context, request)
    left -= share - calls.left
    return stored
  })
  const noted = withNotes(sections, [...doubts, ...notes])
  const request = { sections: noted, calls: { left } }
  return { policy, sections: await withNights(hastyConnection(values), context, request) }
}

/** What there is to say of all of them is said once, on the first section that has a report. */
function withNotes(sections: Section[], notes: Warning[]): Section[] {
  const first = sections.findIndex(section => section.comparison !== null)
  return sections.map((section, i) =>
    section.comparison === null || i !== first
      ? section
      : {
          ...section,
          comparison: { ...section.comparison, warnings: [...notes, ...section.comparison.warnings] },
        },
  )
}

/** `policy` decides for all sections, and is null where there are none; `problems` is what keeps them from being all. */
export type ComparedLegs = { sections: Section[]; policy: Policy | null; problems: string[] }

/** Throws when the legs cannot even be listed, or when the base commit's configuration is broken. */
export async function comparedLegs(octokit: Octokit, values: Values, source: Source): Promise<ComparedLegs> {
  const { context, fork } = source
  const { runId } = context
  const request = {
    runId,
    read: (...artifact: Parameters<ReadFiles<MeasuredLeg>>) => readLeg(...artifact, fork),
  }
  const found = await needing('actions: read', readLegs(octokit, context, request))
  const measured = found.legs.flatMap(leg => (leg.problem === null ? [joinedLeg(leg.reads)] : []))
  const problems = await problemsOf(octokit, context, { found, expected: values.legs })
  const doubts = [
    ...found.notes.map(message => ({ code: 'not-verified', message })),
    ...found.lost.map(each => ({
      code: 'attempts-lost',
      message: `an earlier attempt was not joined: ${each}`,
    })),
  ]
  if (measured.length === 0) return { sections: [], policy: null, problems }
  return { ...(await compared(octokit, values, source, { measured, doubts, calls: found.calls })), problems }
}
