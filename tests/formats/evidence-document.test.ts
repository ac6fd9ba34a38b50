import { describe, expect, it } from '@jest/globals'
import { parseResultDocument, renderResultDocument } from '../../src/formats/documents/result.ts'
import type { RunEvidence, Session } from '../../src/model/index.ts'
import { sample, session } from '../compare/session.ts'
import { quietMachine, quietRun } from '../measure/evidence/quiet-run.ts'

const measured = (evidence: RunEvidence[]): Session => session([sample('a', [1, 2])], { evidence })

describe('evidence in a result document', () => {
  it('comes back as it went in', () => {
    const judgement = { validity: 'suspect' as const, reasons: [{ code: 'steal', message: 'stolen' }] }
    const full: RunEvidence = { ...quietRun(), machine: quietMachine(), judgement, repeated: 'throttled' }
    const written = measured([full, { ...quietRun(), machine: null }])
    expect(parseResultDocument(renderResultDocument(written), 'test')).toEqual(written)
  })

  it('of the machine may be missing, where it cannot be read', () => {
    const written = measured([quietRun(), quietRun()])
    expect(parseResultDocument(renderResultDocument(written), 'test')).toEqual(written)
  })

  it('is refused where it is no evidence', () => {
    const broken = measured([{ ...quietRun(), machine: { ...quietMachine(), steal: -1 } }])
    expect(() => parseResultDocument(renderResultDocument(broken), 'x.json')).toThrow(
      /x\.json: evidence\[0\]\.machine\.steal/,
    )
  })
})
