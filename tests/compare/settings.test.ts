// Sessions that were measured with other settings are never compared, whichever version stored them.
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { storedRequest } from '../../src/compare/comparison-request.ts'
import { parseResultDocument, renderResultDocument } from '../../src/formats/documents/result.ts'
import {
  defaultPolicy,
  mustMatch,
  type Plan,
  type Session,
  settingNames,
  settingsOf,
} from '../../src/model/index.ts'
import { testbedOf } from '../../src/testbed/testbed.ts'
import { sample, session } from './session.ts'

const clock = { name: 'perl', floorWallTime: 1, floorPeakMemory: 1, outside: 1 } as const
const plain: Plan = {
  command: './bench',
  runs: 10,
  warmupRuns: 1,
  tool: 'auto',
  cpus: '2',
  numaNode: null,
  aslr: 'off',
  cache: 'warm',
  priority: 'auto',
  attached: true,
  shell: 'none',
  clock: { ...clock, counters: 'none', countersReason: null },
}

const machine = { machine: 'bench-1', kernel: '6.12', 'pinned-cpus': '2', shell: 'none' }

/** A session as `version` stores it and this one reads it: before settings were facts, they were in the plan only. */
function stored(
  more: Partial<Plan>,
  version: 'before' | 'now' = 'now',
  grade: 'tuned' | 'untuned' = 'tuned',
) {
  const plan = { ...plain, ...more }
  const facts = version === 'now' ? { ...machine, ...settingsOf(plan) } : machine
  const testbed = testbedOf(facts, { grade, gradeReason: '' })
  const values = [100, 101, 99, 100, 100, 101, 99, 100]
  const document = renderResultDocument(session([sample('parse', values)], { suite: 'suite', testbed, plan }))
  return parseResultDocument(document, 'base.json')
}

const compared = (baseline: Session, candidate: Session) =>
  compareSessions(storedRequest([baseline], [candidate], { policy: defaultPolicy }))

const differences: [string, Partial<Plan>, string][] = [
  ['cache', { cache: 'cold' }, 'cache (warm → cold)'],
  ['evicted-caches', { evictedBytes: 2 ** 26 }, 'evicted-caches (0 MiB → 64 MiB)'],
  ['aslr', { aslr: 'on' }, 'aslr (off → on)'],
  ['priority', { priority: 'nice -5' }, 'priority (auto → nice -5)'],
  ['attached', { attached: false }, 'attached (yes → no)'],
  ['numa-node', { numaNode: 'interleave:0-1' }, 'numa-node (none → interleave:0-1)'],
  ['lock-memory', { lockMemory: true }, 'lock-memory (no → yes)'],
  ['warmup-runs', { warmupRuns: 3 }, 'warmup-runs (1 → 3)'],
  ['cool-down', { coolDownSeconds: 5 }, 'cool-down (0 s → 5 s)'],
  ['prepare', { prepare: 'rm -rf build' }, 'prepare (none → rm -rf build)'],
  ['delta', { delta: 1000 }, 'delta (0 → 1000)'],
  ['duet', { duet: true }, 'duet (no → yes)'],
  ['clock', { clock: { ...plain.clock, name: 'bash' } as Plan['clock'] }, 'clock (perl → bash)'],
]

describe('sessions that differ in a setting', () => {
  it('have a case here for every setting', () => {
    expect(differences.map(([name]) => name).sort()).toEqual([...settingNames].sort())
  })

  it.each(differences)('are not compared, and the report names it: %s', (_, more, named) => {
    const comparison = compared(stored({}), stored(more))
    expect(comparison).toMatchObject({ outcome: 'not-established', reason: 'testbed-changed' })
    expect(comparison.explanation).toBe(`base.json was measured on another testbed: ${named}`)
    expect(comparison.rows).toMatchObject([{ verdict: 'not-comparable', ratio: null }])
  })

  it.each(differences)(
    'are not compared when an earlier version stored the baseline: %s',
    (_, more, named) => {
      const { explanation, reason } = compared(stored({}, 'before'), stored(more))
      expect([explanation, reason]).toEqual([
        `base.json was measured on another testbed: ${named}`,
        'testbed-changed',
      ])
      expect(compared(stored(more, 'before'), stored({})).reason).toBe('testbed-changed')
      expect(compared(stored({}, 'before'), stored(more, 'before')).explanation).toContain(named)
    },
  )

  it.each(differences)('have other fingerprints, and so other artifacts: %s', (_, more) => {
    expect(stored(more).testbed?.fingerprint).not.toBe(stored({}).testbed?.fingerprint)
    const another = stored(more, 'now', 'untuned').testbed?.fingerprint
    expect(another === stored({}, 'now', 'untuned').testbed?.fingerprint).toBe(false)
  })
})

describe('sessions with the same settings', () => {
  it.each(differences)('are compared: %s', (_, more) => {
    expect(compared(stored(more), stored(more)).rows).toMatchObject([
      { verdict: expect.stringMatching(/^inc/) },
    ])
  })

  it('are compared across the upgrade where the settings are plain, since their fingerprint is the same', () => {
    const before = stored({}, 'before')
    expect(before.testbed?.fingerprint).toBe(stored({}).testbed?.fingerprint)
    expect(compared(before, stored({})).reason).toBeNull()
    const untuned = (version: 'before' | 'now') => stored({ attached: false }, version, 'untuned')
    expect(compared(untuned('before'), untuned('now')).reason).toBeNull()
  })

  it.each(differences)(
    'are refused across the upgrade in one sentence where one is not plain: %s',
    (_, more) => {
      const { reason, explanation } = compared(stored(more, 'before'), stored(more))
      expect(reason).toBe('testbed-changed')
      expect(explanation).toMatch(
        /: no recorded fact differs, but .* another version of stable-bench made it; /,
      )
    },
  )

  it('are compared whatever the command, the number of runs and the names in a template are', () => {
    const other = { command: './bench --fast', runs: 20, benchmarks: ['a'], tool: 'process' }
    expect(compared(stored({}), stored(other)).reason).toBeNull()
    expect(stored(other).testbed?.fingerprint).toBe(stored({}).testbed?.fingerprint)
  })
})

describe('a plan of an earlier version', () => {
  it('that does not say how it was measured is not assumed to match', () => {
    const { cache: _, ...older } = plain
    const testbed = testbedOf(machine, { grade: 'tuned', gradeReason: '' })
    const text = renderResultDocument(session([sample('parse', [1, 2])], { testbed, plan: older }))
    const baseline = parseResultDocument(text, 'base.json')
    expect(compared(baseline, stored({})).explanation).toMatch(/cache \(not recorded → warm\)$/)
  })

  it('leaves alone what the document says itself', () => {
    const session = stored({ cache: 'cold' })
    expect(parseResultDocument(renderResultDocument(session), 'base.json')).toEqual(session)
  })
})

describe('the fingerprint', () => {
  const facts = Object.fromEntries(mustMatch.map(name => [name, 'a']))
  const fingerprint = (more: Record<string, string>) =>
    testbedOf({ ...facts, ...more }, { grade: 'tuned', gradeReason: '' }).fingerprint

  it.each(mustMatch.filter(name => name !== 'grade'))('covers what must match: %s', name => {
    expect(fingerprint({ [name]: 'b' })).not.toBe(fingerprint({}))
  })

  it('covers nothing else', () => {
    expect(fingerprint({ memory: 'b', isolated: '2', 'another fact': 'b' })).toBe(fingerprint({}))
  })

  it('of plain settings is the one that versions had which did not record them', () => {
    const before = { machine: 'm', kernel: '6.12', 'pinned-cpus': '2', shell: 'none' }
    const graded = { grade: 'untuned', gradeReason: '' } as const
    const now = testbedOf({ ...before, ...settingsOf({ ...plain, attached: false }) }, graded)
    expect([testbedOf(before, graded).fingerprint, now.fingerprint]).toEqual(Array(2).fill('71484418935f'))
  })
})
