// Which functions a profile names: simulated profiles, whose truth is known.
import { describe, expect, it } from '@jest/globals'
import { gainedFunctions } from '../../src/explain/gains.ts'
import type { Profile } from '../../src/explain/profile.ts'
import { casesOf } from '../simulated-cases.ts'
import { seededRandom } from '../stats/seeded-random.ts'

type Truth = Record<string, number>

const FUNCTIONS = 60

/** Functions whose times fall off as they do in programs. */
const usual: Truth = Object.fromEntries(
  Array.from({ length: FUNCTIONS }, (_, i) => [`f${i}`, 1 / (i + 1) ** 1.2]),
)

/** Samples of a run: a Poisson count for each function, about a time that itself differs from run to run. */
function profileOf(
  truth: Truth,
  random: ReturnType<typeof seededRandom>,
  { samples, spread, modes = false }: Simulated,
): Profile {
  const total = Object.values(usual).reduce((sum, time) => sum + time, 0)
  const whole = Math.exp(spread * random.normal())
  const stacks = new Map<string, number>()
  for (const [name, time] of Object.entries(truth)) {
    // What a compiler or the cache does with a function may differ from process to process.
    const mode = modes && random.uniform() < 0.5 ? 1.3 : 1
    const mean = (samples * whole * mode * time * Math.exp(spread * random.normal())) / total
    const count = Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()))
    if (count > 0) stacks.set(`main;${name}`, count)
  }
  const all = [...stacks.values()].reduce((sum, count) => sum + count, 0)
  return { stacks, places: new Map(), samples: all }
}

type Simulated = { runs: number; samples: number; spread: number; modes?: boolean }

function compared(
  seed: number,
  [before, after]: [Truth, Truth],
  simulated: Simulated,
  options: Partial<Parameters<typeof gainedFunctions>[1]> = {},
) {
  const random = seededRandom(seed)
  const side = (truth: Truth) =>
    Array.from({ length: simulated.runs }, () => profileOf(truth, random, simulated))
  return gainedFunctions(
    { baseline: side(before), candidate: side(after) },
    { perOperation: null, ...options },
  )
}

const namedIn = ({ functions }: ReturnType<typeof compared>) =>
  functions.filter(({ named }) => named).map(({ name }) => name)

const total = Object.values(usual).reduce((sum, time) => sum + time, 0)
const shareOf = (name: string) => (usual[name] ?? 0) / total
const quiet = { runs: 10, samples: 1000, spread: 0.01 }
const trials = casesOf(200, 2000)
const seeds = Array.from({ length: trials }, (_, i) => 1 + i * 7919)

describe('the functions that a profile names', () => {
  it.each([
    { runs: 5, samples: 300, spread: 0.05 },
    { runs: 3, samples: 20_000, spread: 0.002, modes: true },
    { runs: 5, samples: 20_000, spread: 0.002, modes: true },
    { runs: 20, samples: 1000, spread: 0.02 },
    { runs: 20, samples: 100, spread: 0.2 },
  ])('are none in 98 % of comparisons of a program with itself: %p', simulated => {
    const wrong = seeds.filter(seed => namedIn(compared(seed, [usual, usual], simulated)).length > 0)
    expect(wrong.length).toBeLessThanOrEqual(0.02 * trials)
  })

  it('are none either where the runs take a fixed time', () => {
    const wrong = seeds.filter(
      seed => namedIn(compared(seed, [usual, usual], quiet, { perOperation: 1 })).length > 0,
    )
    expect(wrong.length).toBeLessThanOrEqual(0.02 * trials)
  })

  it('is the one that takes longer, with an interval that holds the truth as often as it says', () => {
    const slower = { ...usual, f4: 2 * (usual.f4 ?? 0) }
    const all = seeds.map(seed => compared(seed, [usual, slower], quiet))
    const right = all.filter(gains => namedIn(gains).join() === 'f4')
    expect(right.length).toBeGreaterThanOrEqual(0.97 * trials)
    const holds = all.filter(({ functions }) => {
      const [low = 0, high = 0] = functions.find(({ name }) => name === 'f4')?.interval ?? []
      return low <= shareOf('f4') && shareOf('f4') <= high
    })
    expect(holds.length).toBeGreaterThanOrEqual(0.97 * trials)
    const mean = (of: (gains: (typeof all)[0]) => number) =>
      all.reduce((sum, each) => sum + of(each), 0) / trials
    expect(mean(({ total }) => total.change)).toBeCloseTo(shareOf('f4'), 2)
    expect(mean(({ rest }) => rest.change)).toBeCloseTo(0, 2)
    expect(all.filter(({ rest }) => rest.changed).length).toBeLessThanOrEqual(0.03 * trials)
  })

  it('is found among sixty in most cases, also where it gains little more than the noise', () => {
    const slower = { ...usual, f4: 1.4 * (usual.f4 ?? 0) }
    const found = seeds.filter(seed =>
      namedIn(compared(seed, [usual, slower], { runs: 10, samples: 1000, spread: 0.02 })).includes('f4'),
    )
    expect(found.length).toBeGreaterThanOrEqual(0.7 * trials)
  })

  it('may be new, or gone', () => {
    const { f3, ...without } = usual
    const gains = compared(1, [usual, { ...without, g: f3 ?? 0 }], quiet)
    expect(namedIn(gains).sort()).toEqual(['f3', 'g'])
    expect(gains.functions.find(({ name }) => name === 'f3')).toMatchObject({ candidate: 0 })
    expect(gains.rest.changed).toBe(false)
  })

  it('are many, none of them sure, where everything is slower: the rest says so', () => {
    const slower = Object.fromEntries(Object.entries(usual).map(([name, time]) => [name, 1.3 * time]))
    const gains = compared(1, [usual, slower], { runs: 3, samples: 400, spread: 0.1 })
    expect(namedIn(gains)).toEqual([])
    const sure = compared(1, [usual, slower], quiet)
    expect(sure.total.change).toBeCloseTo(0.3, 1)
    expect(namedIn(sure)[0]).toBe('f0')
  })

  it('count by the operation where the runs take a fixed time', () => {
    // Half of the time is now spent in g, so that an operation takes twice as long.
    const slower = {
      ...Object.fromEntries(Object.entries(usual).map(([name, time]) => [name, time / 2])),
      g: total / 2,
    }
    const gains = compared(1, [usual, slower], quiet, { perOperation: 2 })
    expect(namedIn(gains)).toEqual(['g'])
    expect(gains.functions[0]?.gain).toBeCloseTo(1, 1)
    expect(gains).toMatchObject({
      perOperation: true,
      total: { change: expect.closeTo(1, 9), interval: null },
    })
  })

  it('carry how their machine code differs, where that is known', () => {
    const slower = { ...usual, f0: 2 * (usual.f0 ?? 0) }
    const { functions } = compared(1, [usual, slower], quiet, { codes: new Map([['f0', 'same']]) })
    expect(functions[0]).toMatchObject({ name: 'f0', named: true, code: 'same' })
    expect(functions[1]).not.toHaveProperty('code')
  })
})
