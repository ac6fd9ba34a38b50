import { describe, expect, it } from '@jest/globals'
import { parseResultDocument, renderResultDocument } from '../../src/formats/documents/result.ts'
import type { Testbed } from '../../src/model/index.ts'
import { sample, session, testbed } from '../compare/session.ts'

const written = (bed: Testbed) =>
  renderResultDocument(session([sample('a', [1, 2])], { testbed: bed, source: 'here' }))

describe('the testbed of a result document', () => {
  const tuned: Testbed = {
    ...testbed({ kernel: '6.1' }),
    shownFingerprint: 'abc',
    tuning: {
      kit: '0.1.0',
      generation: 3,
      benchmarkCpus: '2',
      set: 40,
      checked: 38,
      unset: [
        { knob: 'uncore', status: 'unsupported', required: false, targets: 1, target: '', reason: 'x' },
      ],
    },
  }

  it('is read back as it was written', () => {
    expect(parseResultDocument(written(tuned), 'here').testbed).toEqual(tuned)
  })

  it('of a machine without a receipt is read as well', () => {
    const plain = testbed({ kernel: '6.1' })
    expect(parseResultDocument(written(plain), 'here').testbed).toEqual(plain)
  })

  it('with a receipt that lacks something is refused with its path', () => {
    const broken = written(tuned).replace('"generation":3', '"generation":-1')
    expect(() => parseResultDocument(broken, 'here')).toThrow(/here: testbed\.tuning\.generation: /)
  })
})
