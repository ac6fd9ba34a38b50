import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { readLeg } from '../../../../src/action/publish/legs/leg.ts'
import { renderResultDocument } from '../../../../src/formats/documents/result.ts'
import { artifactName } from '../../../../src/github/artifacts/name.ts'
import type { Session } from '../../../../src/model/index.ts'
import { plainPlan, sample, session } from '../../../compare/session.ts'

const fingerprint = 'a1b2a1b2a1b2'
const testbed = {
  grade: 'tuned' as const,
  gradeReason: '',
  fingerprint,
  facts: { machine: 'bench-1' },
}
const name = artifactName('candidate', 'suite', fingerprint)
const artifact = { runId: 500, name, leg: name }
const fork = { headSha: 'f'.repeat(40) }
const revision = { commit: '1'.repeat(40), ref: 'refs/heads/x', dirty: false }

const measured = (more: Partial<Session> = {}) =>
  session([sample('parse', [1, 2, 3])], { suite: 'suite', testbed, revision, ...more })

const files = (sessions: Record<string, Session | string>) =>
  new Map(
    Object.entries(sessions).map(([file, content]): [string, Uint8Array] => [
      file,
      gzipSync(typeof content === 'string' ? content : renderResultDocument(content)),
    ]),
  )

describe('a leg', () => {
  it('has both sides of its attempt, whose number its artifact has in its name', () => {
    const marked = (source: string) => measured({ tool: source })
    const both = { 'result.json.gz': marked('own'), 'baseline.json.gz': marked('base') }
    const leg = readLeg({ ...artifact, name: `${name}-attempt-3` }, files(both), null)
    expect(
      leg.attempts.map(({ number, candidate, baseline }) => [number, candidate.tool, baseline?.tool]),
    ).toEqual([[3, 'own', 'base']])
    expect(leg).toMatchObject({
      suite: 'suite',
      machine: 'bench-1',
      fingerprint,
      commit: revision.commit,
    })
    expect(leg.attempts[0]?.candidate.revision).toEqual(revision)
  })

  it('of a fork keeps its numbers, and gets its commit from the event', () => {
    const warnings = Array.from({ length: 50 }, () => ({ code: 'x', message: 'y'.repeat(2000) }))
    const facts = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`fact ${i}`, 'z'.repeat(900)]))
    const told = measured({
      warnings,
      testbed: { ...testbed, facts: { machine: 'm', ...facts, cache: 'cold' } },
    })
    const leg = readLeg(artifact, files({ 'result.json.gz': told, 'baseline.json.gz': told }), fork)
    const [attempt] = leg.attempts
    expect(attempt?.candidate.benchmarks).toEqual(told.benchmarks)
    expect(attempt?.candidate.revision).toEqual({ commit: fork.headSha, ref: null, dirty: null })
    expect(attempt?.baseline?.revision).toBeNull()
    expect(attempt?.candidate.warnings).toHaveLength(10)
    expect(attempt?.candidate.warnings[0]?.message).toMatch(/^reported by the fork: y{500}$/)
    expect(attempt?.candidate.testbed?.facts).toMatchObject({ machine: 'm', cache: 'cold' })
    expect(
      Object.entries(attempt?.candidate.testbed?.facts ?? {})
        .flat()
        .join('').length,
    ).toBeLessThan(30_000)
  })

  it.each<[string, Record<string, Session | string>, RegExp]>([
    ['no result', { 'baseline.json.gz': measured() }, /holds no result\.json\.gz/],
    [
      'no JSON',
      { 'result.json.gz': 'text' },
      /^result\.json\.gz of stable-bench-candidate-suite-a1b2a1b2a1b2: /,
    ],
    ['another suite', { 'result.json.gz': measured({ suite: 'other' }) }, /another suite or machine/],
    [
      'another machine',
      { 'result.json.gz': measured({ testbed: { ...testbed, fingerprint: 'c3' } }) },
      /another suite or machine/,
    ],
    ['no machine', { 'result.json.gz': measured({ testbed: null }) }, /another suite or machine/],
    ...[2 ** 53 - 1, 41, 0].map((of): [string, Record<string, Session>, RegExp] => [
      `one of ${of} shards`,
      { 'result.json.gz': measured({ plan: { ...plainPlan, shard: { number: 1, of, deal: 'd' } } }) },
      /plan\.shard\.of/,
    ]),
  ])('with %s is refused', (_, sessions, reason) => {
    expect(() => readLeg(artifact, files(sessions), fork)).toThrow(reason)
    expect(() => readLeg(artifact, files(sessions), null)).toThrow(reason)
  })

  it.each<[string, Partial<Session>, RegExp]>([
    [
      'too many rows',
      { benchmarks: Array.from({ length: 5001 }, (_, i) => sample(`b${i}`, [1])) },
      /5,001 benchmarks, at most 5,000/,
    ],
    ['too many runs', { benchmarks: [sample('b', Array(1001).fill(1))] }, /1,001 runs of a benchmark/],
    [
      'too many runs together',
      { benchmarks: Array.from({ length: 101 }, (_, i) => sample(`b${i}`, Array(1000).fill(1))) },
      /101,000 runs of all benchmarks together/,
    ],
    [
      'too many failures',
      { failures: Array.from({ length: 5000 }, (_, i) => ({ name: `f${i}`, reason: '' })) },
      /5,001 benchmarks/,
    ],
    ['a long name', { benchmarks: [sample('x'.repeat(501), [1])] }, /501 characters in a name/],
    [
      'a huge number',
      { benchmarks: [sample('b', [1, 1e30])] },
      /"b" reports 1e\+30, which is outside the possible range/,
    ],
    ['a tiny number', { benchmarks: [sample('b', [1e-300])] }, /reports 1e-300/],
  ])('of a fork with %s is refused, and one of ours is not', (_, more, reason) => {
    const sessions = files({ 'result.json.gz': measured(more) })
    expect(() => readLeg(artifact, sessions, fork)).toThrow(reason)
    expect(readLeg(artifact, sessions, null).attempts).toHaveLength(1)
  })

  it('of this repository has no limits on its size', () => {
    const benchmarks = Array.from({ length: 100_000 }, (_, i) => sample(`benchmark ${i}`, [1, 2]))
    const leg = readLeg(artifact, files({ 'result.json.gz': measured({ benchmarks }) }), null)
    expect(leg.attempts[0]?.candidate.benchmarks).toHaveLength(100_000)
  })

  it.each([
    ['lists', '['.repeat(6e6 + 1)],
    ['objects', `[${'{},'.repeat(6e6)}{}]`],
    ['texts', `{${'"a":1,'.repeat(3e6 + 1)}}`],
  ])('is not parsed with more than six million %s', (_, text) => {
    const many = 'has 6,000,\\d+ objects, lists and texts, at most 6,000,000 are read$'
    expect(() => readLeg(artifact, files({ 'result.json.gz': text }), null)).toThrow(
      new RegExp(`^result\\.json\\.gz ${many}`),
    )
    const beside = files({ 'result.json.gz': measured() }).set('untouched.json', Buffer.from(text))
    expect(() => readLeg(artifact, beside, null)).toThrow(new RegExp(`^untouched\\.json ${many}`))
  })

  it('is not unpacked beyond 64 MiB', () => {
    const bomb = new Map([['result.json.gz', gzipSync(Buffer.alloc(65 * 1024 * 1024))]])
    expect(() => readLeg(artifact, bomb, null)).toThrow(
      /result\.json\.gz unpacks to more than 67108864 bytes/,
    )
    const broken = new Map([['result.json.gz', Buffer.from('/etc/passwd')]])
    expect(() => readLeg(artifact, broken, null)).toThrow(
      /result\.json\.gz cannot be unpacked: incorrect header/,
    )
  })
})
