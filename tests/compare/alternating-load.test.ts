// Load that comes back with every second run, on a machine that measures in the order of the schedule.
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../src/compare/comparison-request.ts'
import { positionOf, type Side } from '../../src/measure/runs/schedule.ts'
import { defaultPolicy } from '../../src/model/index.ts'
import { seededRandom } from '../stats/seeded-random.ts'
import { plannedLooks, sample, session } from './session.ts'

const both = ['baseline', 'candidate'] as const

/** What the comparison says of unchanged code whose every second run, or pair of runs, takes 5 % longer. */
function verdict(runs: number, seed: number, isSlow: (run: number) => boolean): string | undefined {
  const random = seededRandom(seed)
  const times = Array.from(
    { length: 2 * runs },
    (_, run) => (isSlow(run) ? 1.05e6 : 1e6) * Math.exp(0.003 * random.normal()),
  )
  const measured = (side: Side) => {
    const order = Array.from({ length: runs }, (_, i) => positionOf({ sides: both, seed }, side, i))
    const values = order.map(place => times[place] as number)
    return session([sample('a', values)], { order, ...plannedLooks([runs]) })
  }
  const request = interleavedRequest([measured('baseline')], [measured('candidate')], defaultPolicy)
  return compareSessions(request).rows[0]?.verdict
}

const loads: [string, (run: number) => boolean][] = [
  ['every second run', run => run % 2 === 1],
  ['two runs of four, the second and the third', run => run % 4 === 1 || run % 4 === 2],
]

describe('unchanged code', () => {
  it.each(loads.flatMap(([name, load]) => [3, 5].map(runs => [name, runs, load] as const)))(
    'is never called better or worse where %s is slower, with %i runs a side',
    (_, runs, load) => {
      const found = Array.from({ length: 100 }, (_, seed) => verdict(runs, seed, load))
      expect(found.filter(each => each === 'regression' || each === 'improvement')).toEqual([])
    },
  )
})
