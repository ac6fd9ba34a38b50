// Sessions that were measured with other settings are never compared.
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

type ClockedPlan = Plan & { clock: NonNullable<Plan['clock']> }

const clock = { name: 'perl', floorWallTime: 1, floorPeakMemory: 1, outside: 1 } as const
const plain: ClockedPlan = {
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

/** A session as it is stored and read back. */
function stored(more: Partial<ClockedPlan>, grade: 'tuned' | 'untuned' = 'tuned') {
  const plan = { ...plain, ...more }
  const testbed = testbedOf({ ...machine, ...settingsOf(plan) }, { grade, gradeReason: '' })
  const values = [100, 101, 99, 100, 100, 101, 99, 100]
  const document = renderResultDocument(session([sample('parse', values)], { suite: 'suite', testbed, plan }))
  return parseResultDocument(document, 'base.json')
}

const compared = (baseline: Session, candidate: Session) =>
  compareSessions(storedRequest([baseline], [candidate], { policy: defaultPolicy }))

const differences: [string, Partial<ClockedPlan>, string][] = [
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
  ['layouts', { layouts: [3, 5, 7, 9, 11] }, 'layouts (one → several)'],
  ['duet', { duet: true }, 'duet (no → yes)'],
  [
    'service',
    { service: { warmUpSeconds: 5, loadCpus: '3' } },
    'service (none → warm-up 5 s, load on other CPUs)',
  ],
  ['clock', { clock: { ...plain.clock, name: 'bash' } }, 'clock (perl → bash)'],
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

  it.each(differences)('have other fingerprints, and so other artifacts: %s', (_, more) => {
    expect(stored(more).testbed?.fingerprint).not.toBe(stored({}).testbed?.fingerprint)
    const another = stored(more, 'untuned').testbed?.fingerprint
    expect(another === stored({}, 'untuned').testbed?.fingerprint).toBe(false)
  })
})

describe('sessions with the same settings', () => {
  it.each(differences)('are compared: %s', (_, more) => {
    expect(compared(stored(more), stored(more)).rows).toMatchObject([
      { verdict: expect.stringMatching(/^inc/) },
    ])
  })

  it('are compared whatever the command, the number of runs and the names in a template are', () => {
    const other = { command: './bench --fast', runs: 20, benchmarks: ['a'], tool: 'process' }
    expect(compared(stored({}), stored(other)).reason).toBeNull()
    expect(stored(other).testbed?.fingerprint).toBe(stored({}).testbed?.fingerprint)
  })
})

describe('a session', () => {
  it('that does not say how it was measured is not assumed to match', () => {
    const { cache: _, ...settings } = settingsOf(plain)
    const testbed = testbedOf({ ...machine, ...settings }, { grade: 'tuned', gradeReason: '' })
    const baseline = session([sample('parse', [1, 2])], { testbed })
    expect(compared(baseline, stored({})).explanation).toMatch(/cache \(not recorded → warm\)$/)
  })

  it('is the same once it was stored', () => {
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
})
