// What the legs of a run left, compared as one: read from their artifacts, held against what is stored, with the nights
// before beside their rows.
import { firstParentDistances, type Octokit } from '../../github/api/base-commits.ts'
import { leaving, leftAfter } from '../../github/api/budget.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { type ReadFiles, readLegs } from '../../github/artifacts/candidate.ts'
import type { Values } from '../../inputs/table.ts'
import type { Warning } from '../../model/index.ts'
import { hastyConnection } from '../nightly/recent-history.ts'
import type { Judged } from '../pull-request/judge.ts'
import { baselinesFrom } from '../pull-request/stored-baseline.ts'
import { compareLegs, needsBaseline, type Section } from './compare.ts'
import { judgeRun } from './judge.ts'
import { joinedLeg, type MeasuredLeg, readLeg } from './leg.ts'
import { withNights } from './nights.ts'
import { problemsOf } from './problems.ts'
import type { Source } from './source.ts'

/**
 * More requests for each leg that is compared with what is stored: four mostly, more where its testbed has left nothing.
 * A fork decides how many legs there are, so its run gets none: it must not use up the requests of everybody.
 */
const morePerBaseline = 10

/** The sections: what was measured, judged as `judged` says. */
async function compared(
  octokit: Octokit,
  { judged, source }: { judged: Judged; source: Source },
  { measured, doubts }: { measured: MeasuredLeg[]; doubts: Warning[] },
): Promise<Section[]> {
  const { context } = source
  const { base, policy, values, notes } = judged
  const { budget } = octokit
  if (source.fork === null) budget.left += morePerBaseline * measured.filter(needsBaseline).length
  let distances: Map<string, number> | null = null
  const sections = await compareLegs(measured, policy, async ({ suite, blocks }, waiting) => {
    distances ??= await needing('contents: read', firstParentDistances(octokit, context, base))
    const share = Math.floor((budget.left - leftAfter.baselines) / waiting)
    const testbed = blocks[0]?.candidate.testbed ?? null
    const request = { suite, testbed, branch: context.pullRequest.baseRef, distances, policy }
    return leaving(octokit, budget.left - share, () => baselinesFrom(octokit, context, request))
  })
  const noted = withNotes(sections, [...doubts, ...notes])
  return withNights(hastyConnection(values, { budget }), context, noted)
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

/** `problems` is what keeps the sections from being all. */
export type ComparedLegs = { judged: Judged; sections: Section[]; problems: string[] }

/** Throws when the legs cannot even be listed, or when the base commit's configuration is broken. */
export async function comparedLegs(octokit: Octokit, given: Values, source: Source): Promise<ComparedLegs> {
  const { context, fork } = source
  const request = {
    runId: context.runId,
    read: (...artifact: Parameters<ReadFiles<MeasuredLeg>>) => readLeg(...artifact, fork),
  }
  const found = await needing('actions: read', readLegs(octokit, context, request))
  const measured = found.legs.flatMap(leg => (leg.problem === null ? [joinedLeg(leg.reads)] : []))
  const problems = await problemsOf(octokit, context, { found, expected: given.legs })
  const doubts = [
    ...found.notes.map(message => ({ code: 'not-verified', message })),
    ...found.lost.map(each => ({
      code: 'attempts-lost',
      message: `an earlier attempt was not joined: ${each}`,
    })),
  ]
  const judged = await judgeRun(octokit, given, source, measured[0]?.commit ?? '')
  if (measured.length === 0) return { judged, sections: [], problems }
  const sections = await compared(octokit, { judged, source }, { measured, doubts })
  return { judged, sections, problems }
}
