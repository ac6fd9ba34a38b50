// Several comparisons that decide together, such as the suites and machines of a matrix. They are one family: chance has
// as many opportunities as all of them have rows, so Holm's correction covers all (Holm 1979, Scand. J. Stat. 6).
import type { FamilyMember } from '../../model/index.ts'
import { type Estimated, estimateSessions } from '../compare-sessions.ts'
import type { ComparisonRequest, TestedRow } from '../comparison-request.ts'
import { alphaShare, fewerRuns } from '../looks.ts'

/** A member of a family: estimated once, and then concluded with the rows of the others. */
function estimated(request: ComparisonRequest): Estimated {
  try {
    return estimateSessions(request)
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function concluded(conclude: Estimated, others: TestedRow[]): FamilyMember {
  try {
    return { comparison: conclude(others), problem: null }
  } catch (error) {
    return { comparison: null, problem: (error as Error).message }
  }
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
  const members = requests.map(estimated)
  const alone = members.map((member, i) => concluded(member, requests[i]?.others ?? []))
  if (alone.length < 2) return alone
  const tested = alone.map(testedIn)
  return members.map((member, i) => concluded(member, tested.filter((_, j) => j !== i).flat()))
}
