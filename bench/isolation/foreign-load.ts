// Finds out whether this script had the machine to itself, from the CPU time of other processes and of other guests.
import { median } from '../../src/stats/describe/summary.ts'
import type { BlockUse } from './cpu-use.ts'

/** CPUs that others used on average: the middle and the highest of all blocks of runs, and the middle of each kind. */
export type ForeignLoad = {
  others: { median: number; highest: number }
  steal: { median: number; highest: number }
  during: Record<string, number>
  disturbed: boolean
}

/** A limit in CPUs. An idle Debian by itself stays well below it. */
const LIMIT = 0.05

/** Sums up the CPUs that others used in all blocks. */
export function foreignLoadOf(inUse: BlockUse[]): ForeignLoad {
  const of = (key: 'others' | 'steal') => {
    const values = inUse.map(({ used }) => used[key])
    return { median: median(values), highest: Math.max(...values) }
  }
  const names = [...new Set(inUse.map(({ during }) => during))]
  const othersIn = (name: string) =>
    median(inUse.filter(each => each.during === name).map(each => each.used.others))
  const [others, steal] = [of('others'), of('steal')]
  return {
    others,
    steal,
    during: Object.fromEntries(names.map(name => [name, othersIn(name)])),
    disturbed: others.median > LIMIT || steal.median > LIMIT,
  }
}
