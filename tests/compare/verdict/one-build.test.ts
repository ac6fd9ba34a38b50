// What is known of the place of the code, in rows of one build a side.
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { interleavedRequest, type NightRuns, storedRequest } from '../../../src/compare/comparison-request.ts'
import { openRows } from '../../../src/compare/looks.ts'
import {
  defaultPolicy,
  type Placement,
  type Plan,
  type Policy,
  type Row,
  type Session,
} from '../../../src/model/index.ts'
import { plainPlan, sample, session } from '../session.ts'

const RUNS = 20
const layouts = Array.from({ length: RUNS }, (_, i) => i + 1)
const moved: Placement = { builds: 20, sd: 0.03, seen: 0.031, farthest: 0.54 }
const still: Placement = { builds: 20, sd: 0.001, seen: 0.001, farthest: 0.002 }

const noise = [0, 3, -2, 1, -4, 2, 4, -1, -3, 0]
const runsOf = (change: number, turn = 0, scatter = 0.0005) =>
  Array.from(
    { length: RUNS },
    (_, i) => 1000 * (1 + change) * (1 + scatter * (noise[(i + 3 * turn) % 10] as number)),
  )

function side(change: number, turn: number, plan: Partial<Plan>, scatter?: number): Session {
  return session([sample('parse', runsOf(change, turn, scatter))], {
    order: Array.from({ length: RUNS }, (_, i) => 2 * i + ((i + turn) % 2)),
    plan: { ...plainPlan, ...plan },
  })
}

type Case = {
  change: number
  placement?: Placement
  plan?: Partial<Plan>
  policy?: Policy
  scatter?: number
}

function interleaved({ change, placement, plan = {}, policy = defaultPolicy, scatter }: Case) {
  const placements = placement ? [{ benchmark: 'parse', metric: 'time', ...placement }] : []
  const baseline = { ...side(0, 0, plan, scatter), placements }
  return compareSessions(interleavedRequest([baseline], [side(change, 1, plan, scatter)], policy))
}

const rowOf = (given: Case): Row => interleaved(given).rows[0] as Row
const codes = ({ warnings }: Row) => warnings.map(({ code }) => code)
const widthOf = ({ interval }: Row) => Math.log(interval?.[1] ?? 0) - Math.log(interval?.[0] ?? 0)

describe('a row of one build a side, of which it is known what placement alone does', () => {
  it('is not called "no change" where that hides a change of the band, and no further runs are asked for', () => {
    expect(rowOf({ change: 0 }).verdict).toBe('no-change')
    const row = rowOf({ change: 0, placement: moved })
    expect(row).toMatchObject({ verdict: 'inconclusive', fails: false })
    expect(row.warnings.find(({ code }) => code === 'placement-hides')?.message).toBe(
      'these two builds do not differ by more than the band, but placement alone moves this benchmark by ±3 %, at most 54 % ' +
        'among 20 builds: layouts: 20 with relink speaks of the code',
    )
    expect(openRows({ rows: [row] })).toEqual([])
    expect(widthOf(row)).toBeGreaterThan(10 * widthOf(rowOf({ change: 0 })))
  })

  it('asks for more runs where they can settle it', () => {
    // Two builds are within 1.91 % of each other, at the level of "no change".
    const placement = { ...still, seen: 0.0078 }
    expect(rowOf({ change: 0, placement }).verdict).toBe('no-change')
    const near = rowOf({ change: 0, placement, scatter: 0.005 })
    expect(rowOf({ change: 0, scatter: 0.005 }).verdict).toBe('no-change')
    expect(codes(near)).toContain('placement-may-hide')
    expect(openRows({ rows: [near] })).toEqual([near])
  })

  it('keeps its verdict where placement does little', () => {
    expect(rowOf({ change: 0, placement: still }).verdict).toBe('no-change')
  })

  it('that is called changed stays so, with its interval, and says what placement does', () => {
    const plain = rowOf({ change: 0.05 })
    const row = rowOf({ change: 0.05, placement: moved })
    expect(row).toMatchObject({ verdict: 'regression', fails: true, interval: plain.interval })
    expect(row.warnings.find(({ code }) => code === 'placement-known')?.message).toMatch(
      /^placement alone moves this benchmark by ±3 %/,
    )
    // A real change within the band does not become a regression.
    expect(rowOf({ change: 0.01, placement: moved }).verdict).toBe('inconclusive')
  })

  it('does not fail where inconclusive rows do, and does not decide the outcome', () => {
    const policy: Policy = { ...defaultPolicy, failOn: 'inconclusive' }
    expect(interleaved({ change: 0, placement: moved, policy })).toMatchObject({
      outcome: 'pass',
      rows: [{ verdict: 'inconclusive', fails: false }],
    })
  })

  it('does not matter where each run has a build of its own', () => {
    expect(rowOf({ change: 0, placement: moved, plan: { layouts } })).toMatchObject({ verdict: 'no-change' })
  })
})

describe('a job that could make more builds', () => {
  const said = (placement?: Placement, plan: Partial<Plan> = { layouts: [7] }) =>
    interleaved({ change: 0, plan, ...(placement && { placement }) })
      .warnings.filter(({ code }) => code === 'one-build')
      .map(({ message }) => message)

  it('says of which rows "no change" speaks of one build a side', () => {
    expect(said()).toEqual([
      '"no change" of parse speaks of one build a side, and not of the code; layouts: 20 speaks of the code',
    ])
  })

  it('says nothing where placement is known to be small, where it withholds "no change", and where there are no builds to make', () => {
    expect(said(still)).toEqual([])
    expect(said({ ...still, sd: 0, seen: 0 })).toEqual([])
    expect(said(moved)).toEqual([])
    expect(said(undefined, {})).toEqual([])
    expect(said(undefined, { layouts })).toEqual([])
  })
})

describe('a called row of a program that was linked once a side', () => {
  const noted = (placement?: Placement) =>
    codes(rowOf({ change: 0.05, plan: { ownBinary: true }, ...(placement && { placement }) })).filter(code =>
      code.includes('place'),
    )

  it('says that placement was not ruled out, unless the change is larger than all that placement is known to do', () => {
    expect(noted()).toEqual(['one-placement'])
    expect(noted(moved)).toEqual(['one-placement', 'placement-known'])
    expect(noted({ ...still, farthest: 0.2 })).toEqual(['one-placement', 'placement-known'])
    expect(noted(still)).toEqual(['placement-known'])
    expect(noted({ ...still, sd: 0, seen: 0 })).toEqual(['placement-known'])
  })
})

const night = (placement: Placement): NightRuns => ({
  ...{ name: 'parse', metric: 'time', unit: 'ns', nights: [], placement },
})

function stored(
  plans: { baseline?: Partial<Plan>; candidate?: Partial<Plan> },
  placement: Placement,
  change = 0.2,
): Row {
  const baselines = [0.001, -0.001, 0].map(change => side(change, 0, plans.baseline ?? {}))
  const request = storedRequest(baselines, [side(change, 1, plans.candidate ?? {})], {
    policy: defaultPolicy,
    nights: [night(placement)],
  })
  return compareSessions({ ...request, assumedGrade: 'tuned' }).rows[0] as Row
}

describe('a regression against stored results', () => {
  it('does not fail where placement moves the row by more than 1 % and a side has one build, and the row says why', () => {
    const row = stored({}, moved)
    expect(row).toMatchObject({ verdict: 'regression', fails: false })
    expect(row.reason).toBe(
      'it does not fail: placement alone moves this benchmark by ±3 %, at most 54 % among 20 builds, and each stored result ' +
        'has the place of another build; baseline: interleave with relink, or layouts on both sides, tells whether it is the code',
    )
    expect(stored({ candidate: { layouts } }, moved).fails).toBe(false)
    // Ten builds of two runs each: the median of runs is one of few places.
    const ten = { layouts: layouts.slice(0, 10) }
    expect(stored({ baseline: ten, candidate: ten }, moved).fails).toBe(false)
  })

  it('fails where it is larger than all that placement is known to do', () => {
    // Twice as far as the farthest build from the middle one: 1.54².
    expect(stored({}, moved, 1.3).fails).toBe(false)
    expect(stored({}, moved, 1.5)).toMatchObject({ verdict: 'regression', fails: true, reason: null })
    expect(stored({}, { ...moved, farthest: 0.05 }, 0.2).fails).toBe(true)
  })

  it('fails where placement does little, where each run of both has a build of its own, and where its size is not known', () => {
    expect(stored({}, still).fails).toBe(true)
    expect(stored({ baseline: { layouts }, candidate: { layouts } }, moved).fails).toBe(true)
    expect(stored({}, { ...moved, sd: null }).fails).toBe(true)
  })

  it('learns what placement does from stored results with layouts, and from those without what runs do', () => {
    const wide = (change: number): Session => ({
      ...side(0, 0, { layouts }),
      benchmarks: [
        sample(
          'parse',
          runsOf(change).map((run, i) => run * (1 + 0.03 * ((i % 3) - 1))),
        ),
      ],
    })
    const baselines = [wide(0), wide(0.001), side(0, 0, {})]
    const request = storedRequest(baselines, [side(0.08, 1, {})], { policy: defaultPolicy })
    const row = compareSessions({ ...request, assumedGrade: 'tuned' }).rows[0] as Row
    expect(row.reason).toMatch(/^it does not fail: placement alone moves this benchmark by ±2\.5 %/)
  })
})
