import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../src/compare/comparison-request.ts'
import { parseResultDocument, renderResultDocument } from '../../src/formats/documents/result.ts'
import { defaultPolicy, type Session, type Unmeasured } from '../../src/model/index.ts'
import { sample, session } from './session.ts'

const unmeasured: Unmeasured = { reason: 'identical-build', files: ['out/tool'] }
const nothing = session([], { unmeasured })
const times = (factor: number) =>
  session([
    sample(
      'a',
      [100.1, 100.9, 99.8, 101.2, 100.4, 100.2, 99.9].map(time => time * factor),
    ),
  ])
const compared = (baselines: Session[], candidates: Session[]) =>
  compareSessions(interleavedRequest(baselines, candidates, defaultPolicy))

describe('a session that measured nothing, because both builds are identical', () => {
  it('makes a pass without rows, which names the files', () => {
    expect(compared([nothing], [nothing])).toMatchObject({
      outcome: 'pass',
      reason: null,
      explanation: 'nothing was measured: both commits build the same files, byte for byte: out/tool',
      unmeasured,
      rows: [],
    })
  })

  it('clears nothing that another machine or attempt has measured', () => {
    const joined = compared([times(1), nothing], [times(1.1), nothing])
    expect(joined).toMatchObject({ outcome: 'regression', rows: [{ benchmark: 'a', verdict: 'regression' }] })
    expect(joined.unmeasured).toBeUndefined()
    expect(joined.rows).toEqual(compared([times(1)], [times(1.1)]).rows)
  })

  it('comes back from its document, which must have no results', () => {
    expect(parseResultDocument(renderResultDocument(nothing), 'a.json')).toEqual({
      ...nothing,
      source: 'a.json',
    })
    const both = renderResultDocument({ ...times(1), unmeasured })
    expect(() => parseResultDocument(both, 'a.json')).toThrow(
      'a.json: unmeasured: says that nothing was measured, but the document has results',
    )
    const empty = renderResultDocument(session([]))
    expect(() => parseResultDocument(empty, 'a.json')).toThrow(/no benchmarks in it/)
  })
})
