// Finds out which sessions are the two sides of one job that alternated them. Documents say it: the seed of the order, the
// position of each run in it, and when each process started.
import type { Session } from '../../model/index.ts'

const startsOf = ({ evidence }: Session) => evidence.map(({ startedAt }) => startedAt).sort()

/** Whether each of the two began before the other had started its last run: two jobs with one seed do not. */
function overlap(one: Session, other: Session): boolean {
  const [a, b] = [startsOf(one), startsOf(other)]
  const [firstA, firstB, lastA, lastB] = [a[0], b[0], a.at(-1), b.at(-1)]
  if (!firstA || !firstB || !lastA || !lastB) return false
  return firstA < lastB && firstB < lastA
}

function areOfOneJob(baseline: Session, candidate: Session): boolean {
  const { seed } = baseline.plan ?? {}
  const [before, after] = [baseline.order, candidate.order]
  if (seed === undefined || seed !== candidate.plan?.seed || before === null || after === null) return false
  const machines = [baseline, candidate].map(({ testbed }) => testbed?.facts.machine)
  return (
    machines[0] === machines[1] &&
    !before.some(place => after.includes(place)) &&
    overlap(baseline, candidate)
  )
}

/** The candidates in the order of the baselines with which they alternated; null where a session has no partner. */
export function alternatedWith(baselines: Session[], candidates: Session[]): Session[] | null {
  const partners = baselines.flatMap(baseline =>
    candidates.filter(candidate => areOfOneJob(baseline, candidate)),
  )
  const areAll = partners.length === baselines.length && new Set(partners).size === candidates.length
  return areAll ? partners : null
}
