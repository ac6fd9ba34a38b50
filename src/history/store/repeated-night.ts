// An old run that somebody repeats measures the commit that it had then. As the newest night of its machine that commit would stand
// behind later ones, and widen the range of commits that a change is blamed on.
import type { Night } from '../../model/index.ts'

/** The address of all runs of a repository, the number of the run, where later runs have higher ones, and its attempt. */
function runOf({ url }: Night): { place: string; number: number; attempt: number } | null {
  const [, place, number, attempt = 1] =
    /^(.*\/actions\/runs\/)(\d+)(?:\/attempts\/(\d+))?/.exec(url ?? '') ?? []
  return place === undefined ? null : { place, number: Number(number), attempt: Number(attempt) }
}

/**
 * Whether `night` is of a later attempt of its run, and a night of a later run, with another commit, was measured before it on its
 * machine. Of two nights at once, the first may be measured last: that repeats nothing.
 */
export function isRepeated(night: Night, known: Night[]): boolean {
  const own = runOf(night)
  if (own === null || own.attempt === 1) return false
  return known.some(each => {
    if (each.machine !== night.machine || each.commit === night.commit || each.date >= night.date)
      return false
    const other = runOf(each)
    return other !== null && other.place === own.place && other.number > own.number
  })
}
