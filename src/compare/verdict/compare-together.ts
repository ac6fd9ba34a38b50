// Several comparisons that decide together, such as the suites and machines of a matrix. They are one family: chance has
// as many opportunities as all of them have rows, so Holm's correction covers all (Holm 1979, Scand. J. Stat. 6).
import type { FamilyMember } from '../../model/index.ts'
import { compareSessions } from '../compare-sessions.ts'
import type { ComparisonRequest, TestedRow } from '../comparison-request.ts'
import { alphaShare, fewerRuns } from '../looks.ts'

function attempt(request: ComparisonRequest): FamilyMember {
  try {
    return { comparison: compareSessions(request), problem: null }
  } catch (error) {
    return { comparison: null, problem: (error as Error).message }
  }
}

/** The rows that were tested, with a p that does not depend on the family. */
function testedIn({ comparison }: FamilyMember): TestedRow[] {
  if (comparison === null) return []
  return comparison.rows.flatMap(({ gates, p, runs }) => {
    const share = alphaShare(fewerRuns(runs), comparison.looks)
    return p === null ? [] : [{ gates, p: p / share }]
  })
}

/** All of `requests` as one family, in their order. A request that throws becomes a problem and affects no other. */
export function compareTogether(requests: ComparisonRequest[]): FamilyMember[] {
  const alone = requests.map(attempt)
  if (alone.length < 2) return alone
  const tested = alone.map(testedIn)
  return alone.map((member, i) => {
    if (member.comparison === null) return member
    return attempt({ ...(requests[i] as ComparisonRequest), others: tested.filter((_, j) => j !== i).flat() })
  })
}
