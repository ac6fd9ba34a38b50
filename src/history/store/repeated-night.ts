// An old run that somebody repeats measures the commit that it had then. As the newest night of its machine that commit would stand
// behind later ones, and widen the range of commits that a change is blamed on.
import type { Night } from '../../model/index.ts'

/** The address of all runs of a repository, and the number of the run: later runs have higher ones. */
function runOf({ url }: Night): { place: string; number: number } | null {
  const [, place, number] = /^(.*\/actions\/runs\/)(\d+)/.exec(url ?? '') ?? []
  return place === undefined ? null : { place, number: Number(number) }
}

/** Whether a night of a later run, with another commit, was measured before `night` on its machine. */
export function isRepeated(night: Night, known: Night[]): boolean {
  const own = runOf(night)
  if (own === null) return false
  return known.some(each => {
    if (each.machine !== night.machine || each.commit === night.commit || each.date >= night.date)
      return false
    const other = runOf(each)
    return other !== null && other.place === own.place && other.number > own.number
  })
}
