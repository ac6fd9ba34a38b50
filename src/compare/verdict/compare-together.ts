// Several comparisons that decide together, such as the suites and machines of a matrix. They are one family: chance has
// as many opportunities as all of them have rows, so Holm's correction covers all (Holm 1979, Scand. J. Stat. 6).
import type { FamilyMember } from '../../model/index.ts'
import { type Estimated, estimateSessions } from '../compare-sessions.ts'
import type { ComparisonRequest, TestedRow } from '../comparison-request.ts'
import { alphaShare, fewerRuns } from '../looks.ts'

function attempt<Result>(
  work: () => Result,
): { result: Result; problem: null } | { result: null; problem: string } {
  try {
    return { result: work(), problem: null }
  } catch (error) {
    return { result: null, problem: (error as Error).message }
  }
}

/** A member of a family, estimated once, and then concluded with the rows of the others. */
type Member = ReturnType<typeof attempt<Estimated>>

function concluded(member: Member, others: TestedRow[]): FamilyMember {
  if (member.result === null) return { comparison: null, problem: member.problem }
  const { result: conclude } = member
  const made = attempt(() => conclude(others))
  return made.result === null
    ? { comparison: null, problem: made.problem }
    : { comparison: made.result, problem: null }
}

/** The rows that were tested, with p-values that do not depend on the family. */
function testedIn({ comparison }: FamilyMember): TestedRow[] {
  if (comparison === null) return []
  return comparison.rows.flatMap(({ gates, p, scatter, runs }) => {
    const share = alphaShare(fewerRuns(runs), comparison.looks)
    const shared = (one: number | null) => (one === null ? null : one / share)
    const tested = { p: shared(p), scatterP: shared(scatter?.p ?? null) }
    return tested.p === null && tested.scatterP === null ? [] : [{ gates, ...tested }]
  })
}

/** All of `requests` as one family, in their order. A request that throws becomes a problem and affects no other. */
export function compareTogether(requests: ComparisonRequest[]): FamilyMember[] {
  const members = requests.map(request => attempt(() => estimateSessions(request)))
  const alone = members.map((member, i) => concluded(member, requests[i]?.others ?? []))
  if (alone.length < 2) return alone
  const tested = alone.map(testedIn)
  return members.map((member, i) => concluded(member, tested.filter((_, j) => j !== i).flat()))
}
