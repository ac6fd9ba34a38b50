import { describe, expect, it } from '@jest/globals'
import type { ComparisonRequest } from '../../../src/compare/comparison-request.ts'
import { sameTestbed } from '../../../src/compare/sides/same-testbed.ts'
import { defaultPolicy, type Session } from '../../../src/model/index.ts'
import { session, testbed } from '../session.ts'

const on = (facts: Record<string, string>, source = 'run') => session([], { testbed: testbed(facts), source })

/** As if the fingerprint covered what it should. */
const sharing = (facts: Record<string, string>, source = 'run'): Session =>
  session([], { testbed: { ...testbed(facts), fingerprint: 'same' }, source })

function check(baselines: Session[], ...candidates: Session[]) {
  const request: Omit<ComparisonRequest, 'baselines' | 'candidates'> = {
    design: 'stored',
    policy: defaultPolicy,
    assumedGrade: 'untuned',
  }
  return sameTestbed({ ...request, baselines, candidates })
}

describe('facts that are shown', () => {
  it('may have any name', () => {
    expect(check([sharing({ toString: 'a' })], sharing({})).noted).toBeNull()
    expect(check([sharing({ toString: 'a' })], sharing({ toString: 'b' })).noted).toMatch(
      /toString \(a → b\)/,
    )
  })
})

describe('facts that must match', () => {
  it.each([
    'machine',
    'cpu-model',
    'microcode',
    'kernel',
    'clock-source',
    'governor',
    'turbo',
    'smt',
    'pinned-cpus',
    'shell',
    'grade',
  ])('%s refuses a session, with both values', name => {
    const { same, refused } = check([on({ [name]: 'a' })], on({ [name]: 'b' }))
    expect(refused).toEqual([`run was measured on another testbed: ${name} (a → b)`])
    expect(same.baselines).toEqual([])
  })

  it('refuse although a document claims the same fingerprint', () => {
    expect(check([sharing({ turbo: 'on' })], sharing({ turbo: 'off' })).refused[0]).toMatch(
      /turbo \(on → off\)$/,
    )
  })

  it('that only one side recorded are not assumed to match', () => {
    expect(check([on({ kernel: '6.1' })], on({ kernel: '6.1', turbo: 'off' })).refused).toEqual([
      'run was measured on another testbed: turbo (not recorded → off)',
    ])
  })

  it('that neither side recorded do not stand in the way', () => {
    expect(check([on({ kernel: '6.1' })], on({ kernel: '6.1' }))).toMatchObject({ refused: [], noted: null })
  })

  it('refuse another session of the candidate as well, and keep the others', () => {
    const [here, there] = [on({ machine: 'a' }, 'one'), on({ machine: 'b' }, 'two')]
    const { same, refused, strange } = check([here], here, there)
    expect(same.candidates).toEqual([here])
    expect(refused).toEqual([])
    expect(strange).toEqual(['two was measured on another testbed: machine (a → b)'])
  })

  it('do not explain every difference of fingerprints', () => {
    const { refused } = check([on({ memory: '1 GiB' })], on({ memory: '2 GiB' }))
    expect(refused).toEqual([
      'run was measured on another testbed: no recorded fact differs, but the fingerprint does: another version of ' +
        'stable-bench made it; results of the same version can be compared',
    ])
  })

  it('are named once for all sessions that differ in the same way', () => {
    const stored = ['one', 'two', 'three', 'four', 'five'].map(name => on({ kernel: '6.1' }, name))
    const { refused } = check([...stored, on({ kernel: '5.15' }, 'old')], on({ kernel: '6.2' }))
    expect(refused).toEqual([
      'one, two, three and 2 more were measured on another testbed: kernel (6.1 → 6.2)',
      'old was measured on another testbed: kernel (5.15 → 6.2)',
    ])
  })
})

describe('facts that are only shown', () => {
  it('are noted where both sides know them, and refuse nothing', () => {
    const { same, refused, noted } = check(
      [sharing({ kernel: '6.1', memory: '16 GiB', node: '22.1.0', swap: '0 GiB' })],
      sharing({ kernel: '6.1', memory: '32 GiB', node: '24.0.0', firmware: '2.1' }),
    )
    expect([same.baselines.length, refused]).toEqual([1, []])
    expect(noted).toBe(
      'the machine changed in facts that may matter: memory (16 GiB → 32 GiB), node (22.1.0 → 24.0.0)',
    )
  })

  it('of several sessions are noted once each, and only of those that are compared', () => {
    const baselines = [
      sharing({ node: '22' }, 'one'),
      sharing({ node: '22' }, 'two'),
      sharing({ node: '24' }, 'three'),
      on({ kernel: '5.15', node: '18' }, 'four'),
    ]
    const { refused, noted } = check(baselines, sharing({ node: '24' }))
    expect(refused).toEqual(['four was measured on another testbed: kernel (5.15 → not recorded)'])
    expect(noted).toBe('the machine changed in facts that may matter: node (22 → 24)')
  })

  it('are noted up to a dozen', () => {
    const many = (value: string) =>
      Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`fact-${i}`, value]))
    expect(check([sharing(many('a'))], sharing(many('b'))).noted).toMatch(/ and 3 more$/)
  })
})
