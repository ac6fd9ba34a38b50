// Sessions that a history keeps: a comparison with them is the one with the result documents that they were made of.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { storedRequest } from '../../../src/compare/comparison-request.ts'
import { rowSettings } from '../../../src/compare/sides/row-settings.ts'
import { readStoredSession } from '../../../src/files/session-file.ts'
import { renderResultDocument } from '../../../src/formats/documents/result.ts'
import {
  anyKeptName,
  hasSummaries,
  type KeptSession,
  keptName,
  keptSession,
  newestKept,
  readKeptSession,
} from '../../../src/history/store/kept-session.ts'
import { defaultPolicy, type Policy, type Session } from '../../../src/model/index.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { sessionOfNight } from '../example-history.ts'

const { uniform: random } = seededRandom(17)

/** Ten runs of `count` measurements of each of five benchmarks, all different. */
function measured(number: number, level: number, count: number): Session {
  const runs = () =>
    Array.from({ length: 10 }, () => {
      const own = level * (1 + 0.02 * (random() - 0.5))
      return Array.from({ length: count }, () => own * (1 + 0.1 * random()))
    })
  const values = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(name => [name, runs()]))
  return {
    ...sessionOfNight(number, { suite: 'suite', values }),
    failures: [{ name: 'f', reason: 'exit 3' }],
  }
}

const policy: Policy = {
  ...defaultPolicy,
  rules: [
    { benchmark: 'b', metric: '*', summary: 'mean' },
    { benchmark: 'c', metric: '*', summary: 'min' },
    { benchmark: 'd', metric: '*', summary: 'p90' },
  ],
}
const summaryOf = (own: Policy) => (benchmark: string, metric: string) =>
  rowSettings(own, benchmark, metric).summary

const found = (runId: number, fingerprint = 'f00') => ({
  commit: `${runId}`.padStart(40, '0'),
  runId,
  createdAt: new Date(Date.UTC(2026, 0, 1, runId)).toISOString(),
  fingerprint,
})

const throughFile = ({ file }: KeptSession) => readKeptSession(file.name, file.bytes)
const sessionIn = ({ fileName, bytes }: KeptSession, source: string) =>
  readStoredSession(fileName, bytes, source)

describe('a kept session', () => {
  it.each([1, 7, 30])('gives the comparison of its result document, with %i measurements a run', count => {
    const results = [1, 2, 3, 4].map(number => measured(number, 100 + number / 10, count))
    const whole = results.map((each, i) =>
      readStoredSession('result.json.gz', gzipSync(renderResultDocument(each)), `night ${i}`),
    )
    const kept = whole.map((each, i) => throughFile(keptSession(each, found(i + 1), summaryOf(policy))))
    const candidate = measured(9, 104, count)
    const compare = (baselines: Session[]) =>
      compareSessions(storedRequest(baselines, [candidate], { policy }))
    const comparison = compare(whole)
    expect(comparison.rows).toHaveLength(6)
    expect(compare(kept.map((each, i) => sessionIn(each, `night ${i}`)))).toEqual(comparison)
  })

  it('has one measurement a run, and everything else of its document', () => {
    const session = measured(1, 100, 9)
    const kept = throughFile(keptSession(session, found(1), summaryOf(policy)))
    const { benchmarks, ...rest } = sessionIn(kept, 'test')
    expect(benchmarks.flatMap(sample => sample.runs).every(run => run.length === 1)).toBe(true)
    const { benchmarks: _, ...whole } = session
    expect(rest).toEqual({ ...whole, source: 'test' })
    expect(kept).toMatchObject(found(1))
  })

  it('does not count where the policy wants other numbers of its runs', () => {
    const kept = throughFile(keptSession(measured(1, 100, 9), found(1), summaryOf(policy)))
    expect(hasSummaries(kept, summaryOf(policy))).toBe(true)
    expect(hasSummaries(kept, summaryOf(defaultPolicy))).toBe(false)
  })

  it('is refused for anything else', () => {
    const broken = (text: string) => () => readKeptSession('session-1-f00.json.gz', gzipSync(text))
    expect(broken('{')).toThrow()
    expect(broken('{"schema":"stable-bench/kept@2"}')).toThrow('session-1-f00.json.gz: schema')
    expect(broken('{"schema":"stable-bench/kept@1","commit":"main"}')).toThrow('commit')
  })
})

describe('the sessions that are kept', () => {
  it('are the newest twenty of each testbed, each once', () => {
    const session = measured(1, 100, 1)
    const make = (runId: number, fingerprint: string) =>
      keptSession(session, found(runId, fingerprint), summaryOf(policy))
    const here = Array.from({ length: 25 }, (_, i) => make(i + 1, 'aa'))
    const there = Array.from({ length: 3 }, (_, i) => make(i + 1, 'bb'))
    const kept = newestKept([...here, ...there, ...here.slice(20)])
    const runs = (of: string) => kept.filter(each => each.fingerprint === of).map(({ runId }) => runId)
    expect(runs('aa')).toEqual(Array.from({ length: 20 }, (_, i) => 25 - i))
    expect(runs('bb')).toEqual([3, 2, 1])
    for (const { file, fingerprint } of kept) {
      expect(file.name).toMatch(keptName(fingerprint))
      expect(file.name).toMatch(anyKeptName)
    }
  })
})

describe('a session that was made again', () => {
  it('takes the place of the stored one', () => {
    const again = keptSession(measured(1, 100, 1), found(7, 'aa'), summaryOf(policy))
    const stored = { ...again, summaries: [] }
    expect(newestKept([stored, again])).toEqual([again])
  })
})

describe('the name of a kept session', () => {
  it('is never a pattern of a stranger', () => {
    expect(keptName('[0-9a-f]+').test('session-1-0123456789ab.json.gz')).toBe(false)
    expect(keptName('(([0-9a-f]+)+)+x').test('session-1-0123456789abcdef0123.json.gz')).toBe(false)
    expect(keptName('0123456789ab').test('session-1-0123456789ab.json.gz')).toBe(true)
  })
})
