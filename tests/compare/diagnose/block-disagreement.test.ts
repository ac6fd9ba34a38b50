import { describe, expect, it } from '@jest/globals'
import { blockDisagreement } from '../../../src/compare/diagnose/block-disagreement.ts'
import { blockedEstimate } from '../../../src/compare/estimate/blocked.ts'
import type { MeasuredBlock } from '../../../src/compare/sides/rounds/measured-block.ts'
import { seededRandom } from '../../stats/seeded-random.ts'

const runs = [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9, 100.6]
const others = [100.3, 100.7, 99.9, 101, 100.5, 100.1, 100, 100.4]
const times = (values: number[], factor: number) => values.map(value => value * factor)

function machine(ratio: number, name?: string): MeasuredBlock {
  const block = { baseline: runs, candidate: times(others, ratio) }
  return name === undefined ? block : { ...block, name }
}

describe('the warning that machines disagree', () => {
  it('names the one that regressed, whose regression the combined ratio hides', () => {
    const blocks = [machine(1, 'alpha'), machine(1, 'beta'), machine(1.08, 'gamma'), machine(1, 'delta')]
    const hidden = blockedEstimate(blocks, {
      unit: 'ns',
      band: 0.02,
      levels: { shown: 0.99, equivalence: 0.9 },
    })
    expect(hidden.ratio).toBeLessThan(1.01)
    const warning = blockDisagreement(blocks, 0)
    expect(warning?.code).toBe('blocks-disagree')
    expect(warning?.message).toMatch(
      /^the machines show different changes \(p = \d\.\de-\d+ for the same change on all\): gamma says \+8\.0 %, the others together [+−]0\.\d %; the combined ratio hides that$/,
    )
  })

  it('names the one of two that changed, by its number where it has no name', () => {
    expect(blockDisagreement([machine(0.9), machine(1)], 0)?.message).toMatch(
      /: block 1 says −10 %, the other [+−]0\.0/,
    )
    expect(blockDisagreement([machine(1), machine(0.9)], 0)?.message).toContain(': block 2 says −10 %')
  })

  it('is not given for machines that agree, whatever their common change or their levels', () => {
    const slow = { baseline: times(runs, 3), candidate: times(others, 3.3) }
    expect(blockDisagreement([machine(1.1), slow, machine(1.1)], 0)).toBeNull()
    expect(blockDisagreement([machine(1)], 0)).toBeNull()
  })

  it('is not given for a difference that does not matter', () => {
    const blocks = [machine(1), machine(1.02), machine(1)]
    expect(blockDisagreement(blocks, 0)).not.toBeNull()
    expect(blockDisagreement(blocks, 0.015)).not.toBeNull()
    expect(blockDisagreement(blocks, 0.025)).toBeNull()
  })

  it('is given for what never varies when the machines differ', () => {
    const still = (after: number, name: string) => ({ baseline: [100, 100], candidate: [after, after], name })
    expect(
      blockDisagreement([still(100, 'alpha'), still(105, 'beta'), still(100, 'gamma')], 0)?.message,
    ).toContain('beta says +5.0 %, the others together +0.0 %')
    const same = [100, 70, 30].map(value => ({
      baseline: [value, value],
      candidate: times([value, value], 1.1),
    }))
    expect(blockDisagreement(same, 0)).toBeNull()
  })

  it('leaves blocks alone that have no ratio or too few runs', () => {
    expect(blockDisagreement([machine(1), { baseline: [0, 1], candidate: [1, 2] }], 0)).toBeNull()
    expect(blockDisagreement([machine(1), { baseline: [1], candidate: [1, 2] }], 0)).toBeNull()
  })

  it('is given for less than 0.4 % of rows whose machines agree, noise of 1:10 included', () => {
    const random = seededRandom(303)
    let given = 0
    for (let i = 0; i < 3000; i++) {
      const blocks = [0.001, 0.01, 0.01].map(sd => {
        const side = () => Array.from({ length: 5 }, () => Math.exp(sd * random.normal()))
        return { baseline: side(), candidate: side() }
      })
      if (blockDisagreement(blocks, 0) !== null) given++
    }
    expect(given / 3000).toBeLessThan(0.004)
  })
})
