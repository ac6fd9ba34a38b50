// A candidate whose runs scatter many times more than those of its interleaved baseline: it must not end green because
// nothing can be said of it.
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../../src/compare/comparison-request.ts'
import { openRows } from '../../../src/compare/looks.ts'
import { compareTogether } from '../../../src/compare/verdict/compare-together.ts'
import { type Comparison, defaultPolicy, fails, type Policy, type Sample } from '../../../src/model/index.ts'
import { checkConclusion } from '../../../src/report/sections/outcome.ts'
import { answer } from '../../../src/report/words/answer/answer.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { compare, sample, session } from '../session.ts'

type Made = { runs?: number; sd?: number; noise?: number; shift?: number }

/** The runs of the two sides of a benchmark around 100: their sd and the candidate's `noise` and `shift` in percent. */
function sides(name: string, { runs = 20, sd = 1, noise = 1, shift = 0 }: Made): [Sample, Sample] {
  const random = seededRandom(name.length + runs)
  const made = (percent: number, centre: number) =>
    Array.from({ length: runs }, () => centre * Math.exp((percent / 100) * random.normal()))
  return [sample(name, made(sd, 100)), sample(name, made(noise, 100 + shift))]
}

function interleaved(pairs: (readonly [Sample, Sample])[], policy: Partial<Policy> = {}): Comparison {
  const [baselines, candidates] = [0, 1].map(i => [session(pairs.map(pair => pair[i] as Sample))])
  return compareSessions(
    interleavedRequest(baselines ?? [], candidates ?? [], { ...defaultPolicy, ...policy }),
  )
}

const quiet = sides('quiet', {})
const wild = sides('wild', { noise: 60, shift: 15 })
const verdicts = ({ rows }: Comparison) => rows.map(({ verdict }) => verdict)

describe('a candidate that scatters', () => {
  it('is named beside a quiet row, and fails the check', () => {
    const compared = interleaved([quiet, wild])
    expect(verdicts(compared)).toEqual(['no-change', 'scattered'])
    expect(compared).toMatchObject({ outcome: 'not-established', reason: 'scattered' })
    const [, row] = compared.rows
    expect(row?.fails).toBe(true)
    expect(row?.scatter?.ratio).toBeGreaterThan(20)
    expect(row?.scatter?.adjustedP).toBeLessThan(0.001)
    expect(row?.reason).toMatch(/^the candidate's runs scatter \d+ times as much as those of its baseline/)
    const { symbol, title, advice } = answer(compared)
    expect(title).toMatch(/^wild scatters many times more than before · 1 unchanged$/)
    expect(advice).toMatch(/^Find out what makes/)
    expect(checkConclusion(symbol, compared.outcome)).toBe('action_required')
    expect(openRows(compared).map(({ benchmark }) => benchmark)).toEqual(['wild'])
  })

  it('passes where only regressions are to fail, and where somebody accepted it', () => {
    expect(fails(interleaved([quiet, wild], { failOn: 'regression' }))).toBe(false)
    const accepted = interleaved([quiet, wild], { accepted: 'accepted by octocat' })
    expect(accepted.outcome).toBe('pass')
    expect(answer(accepted).title).toBe(
      'No regression found: 1 of 2 benchmarks stayed within ±2 % · 1 unclear',
    )
  })

  it('is no reason where both sides scatter alike, the baseline more, or both only twice as much', () => {
    expect(verdicts(interleaved([sides('both', { sd: 30, noise: 30 })]))).toEqual(['inconclusive'])
    expect(verdicts(interleaved([sides('less', { sd: 30, noise: 1 })]))).toEqual(['inconclusive'])
    expect(verdicts(interleaved([sides('twice', { sd: 8, noise: 16 })]))).toEqual(['inconclusive'])
  })

  it('keeps a clear verdict and says it in a warning, unless the band is far wider than the scatter', () => {
    const slower = interleaved([sides('slower', { noise: 20, shift: 100 })])
    expect(verdicts(slower)).toEqual(['regression'])
    expect(slower.rows[0]?.warnings).toContainEqual({
      code: 'scattered',
      message: expect.stringMatching(/^the candidate's runs scatter \d+ times as much/),
    })
    const tiny = interleaved([sides('tiny', { sd: 0.01, noise: 0.2 })])
    expect(verdicts(tiny)).toEqual(['no-change'])
    expect(tiny.rows[0]?.warnings.map(({ code }) => code)).not.toContain('scattered')
  })

  it('is named where the baseline never varies, and decides nothing where the row does not gate', () => {
    const still = sample('still', Array<number>(20).fill(100))
    const [named] = interleaved([[still, { ...wild[1], name: 'still' }]]).rows
    expect(named).toMatchObject({ verdict: 'scattered', scatter: { ratio: null } })
    expect(named?.reason).toMatch(
      /^the candidate's runs scatter while nothing varies in those of its baseline/,
    )
    const rules = [{ benchmark: 'wild', metric: '*', gate: false }]
    const shown = interleaved([quiet, wild], { rules })
    expect(shown.outcome).toBe('pass')
    expect(shown.rows[1]).toMatchObject({ verdict: 'scattered', fails: false })
  })

  it('is not looked for in a stored baseline, in counts of zero, and where nothing varies', () => {
    expect(compare([session([wild[0]])], session([wild[1]])).rows[0]?.scatter).toBeNull()
    const zeros = sample('zeros', [0, 1, 2, 0, 1, 2, 0, 1, 2, 0], { unit: '' })
    expect(interleaved([[zeros, zeros]]).rows[0]?.scatter).toBeNull()
    const still = sample('still', [7, 7, 7, 7, 7], { unit: '' })
    expect(interleaved([[still, still]])).toMatchObject({ outcome: 'pass', rows: [{ verdict: 'no-change' }] })
  })

  it('is judged in one family with all rows, also of other comparisons', () => {
    const seven = sides('seven', { runs: 7, noise: 30 })
    const alone = interleaved([seven]).rows[0]?.scatter
    const others = Array.from({ length: 30 }, (_, i) => sides(`other ${'x'.repeat(i)}`, {}))
    const among = interleaved([seven, ...others]).rows[0]?.scatter
    expect(among?.p).toBe(alone?.p)
    expect(among?.adjustedP).toBeCloseTo(31 * (alone?.p as number), 9)
    const requestOf = (pairs: (readonly [Sample, Sample])[]) =>
      interleavedRequest(
        [session(pairs.map(([before]) => before))],
        [session(pairs.map(([, after]) => after))],
        defaultPolicy,
      )
    const [together] = compareTogether([requestOf([seven]), requestOf(others)])
    expect(together?.comparison?.rows[0]?.scatter).toEqual(among)
  })
})

describe('an inconclusive row', () => {
  const open = sides('undecided', { sd: 3, noise: 3, shift: 2 })

  it('fails only where inconclusive rows are to fail, in every outlet', () => {
    const usual = interleaved([quiet, open])
    expect([usual.outcome, fails(usual)]).toEqual(['pass', false])
    const strict = interleaved([quiet, open], { failOn: 'inconclusive' })
    expect(strict).toMatchObject({ outcome: 'not-established', reason: 'inconclusive' })
    expect(strict.explanation).toMatch(/: undecided$/)
    expect(strict.rows[1]).toMatchObject({ verdict: 'inconclusive', fails: true })
    const { symbol, title, advice } = answer(strict)
    expect(title).toMatch(/^undecided is unclear · 1 unchanged$/)
    expect(advice).toMatch(
      /^To see a change of 2 % in the unclear one, measure about (\d+) runs per side \(set max-runs to \1\)\.$/,
    )
    expect(checkConclusion(symbol, strict.outcome)).toBe('action_required')
  })

  it('fails nothing where it does not gate, in shadow mode, or once somebody accepted it', () => {
    const failOn = 'inconclusive' as const
    const rules = [{ benchmark: 'undecided', metric: '*', gate: false }]
    expect(interleaved([quiet, open], { failOn, rules }).outcome).toBe('pass')
    expect(interleaved([quiet, open], { failOn, accepted: 'accepted by octocat' }).outcome).toBe('pass')
    const shadow = interleaved([quiet, open], { failOn, shadow: true })
    expect(fails(shadow)).toBe(false)
    expect(answer(shadow).effect).toBe('This does not fail the check: shadow mode.')
  })
})
