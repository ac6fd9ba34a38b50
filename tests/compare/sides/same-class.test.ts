import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { storedRequest } from '../../../src/compare/comparison-request.ts'
import { classBaselines } from '../../../src/compare/sides/same-class.ts'
import { defaultPolicy } from '../../../src/model/index.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { sample, session, testbed } from '../session.ts'

const on = (host: string | undefined, source: string, runs: number[] = [1, 1]) =>
  session([sample('parse', runs)], {
    source,
    testbed: {
      ...testbed({ machine: 'rack', ...(host ? { host } : {}) }),
      fingerprint: 'rack',
      grade: 'tuned',
    },
  })
const names = ({ baselines }: ReturnType<typeof classBaselines>) => baselines.map(({ source }) => source)

describe('stored sessions of a class', () => {
  const stored = [on('a', 'a2'), on('b', 'b2'), on('a', 'a1'), on('b', 'b1')]

  it("are the machine's own, where it has left some", () => {
    const found = classBaselines(stored, [on('b', 'candidate')])
    expect([names(found), found.isAcross]).toEqual([['b2', 'b1'], false])
  })

  it('are else the newest of each machine', () => {
    const found = classBaselines(stored, [on('c', 'candidate')])
    expect([names(found), found.isAcross]).toEqual([['a2', 'b2'], true])
    expect(names(classBaselines(stored, [on('a', 'one'), on('b', 'two')]))).toEqual(['a2', 'b2'])
  })

  it('are all of them without a class', () => {
    const found = classBaselines([on(undefined, '2'), on(undefined, '1')], [on(undefined, 'candidate')])
    expect([names(found), found.isAcross]).toEqual([['2', '1'], false])
  })

  it('seldom blame a change for the machine that measured it', () => {
    const { normal } = seededRandom(11)
    const machines = () => Math.exp(0.02 * normal())
    const runs = (level: number) => Array.from({ length: 10 }, () => 100 * level * Math.exp(0.004 * normal()))
    const wrong = { class: 0, own: 0 }
    for (let i = 0; i < 200; i++) {
      const levels = Array.from({ length: 6 }, machines)
      // Each machine has left five sessions, the newest first.
      const baselines = levels.flatMap((level, m) =>
        Array.from({ length: 5 }, () => on(`m${m}`, `m${m}`, runs(level))),
      )
      const candidate = on('new', 'candidate', runs(machines()))
      const request = (sides: typeof baselines) =>
        storedRequest(sides, [candidate], { policy: defaultPolicy })
      const verdict = (of: ReturnType<typeof compareSessions>) => of.rows[0]?.verdict
      const compared = compareSessions(request(baselines))
      if (i === 0)
        expect(compared.warnings[0]?.message).toMatch(
          /The baseline is one session each of 6 other machines of class rack/,
        )
      if (['regression', 'improvement'].includes(verdict(compared) ?? '')) wrong.class++
      // As if all thirty were sessions of the candidate's machine.
      const pooled = baselines.map(each => ({ ...each, testbed: candidate.testbed }))
      if (['regression', 'improvement'].includes(verdict(compareSessions(request(pooled))) ?? '')) wrong.own++
    }
    expect(wrong.class).toBeLessThanOrEqual(6)
    expect(wrong.class).toBeLessThan(wrong.own)
  })
})
