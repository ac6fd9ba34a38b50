import { describe, expect, it } from '@jest/globals'
import {
  artifactName,
  ofAttempt,
  reportArtifactName,
  splitAttempt,
} from '../../../src/github/artifacts/name.ts'

const fingerprint = '0123456789ab'

describe('the name of an artifact', () => {
  it('has the attempt that left it, but for the first one', () => {
    const name = artifactName('candidate', 'parse', fingerprint)
    expect([1, 2, 10].map(attempt => ofAttempt(name, attempt))).toEqual([
      'stable-bench-candidate-parse-0123456789ab',
      'stable-bench-candidate-parse-0123456789ab-attempt-2',
      'stable-bench-candidate-parse-0123456789ab-attempt-10',
    ])
    for (const attempt of [1, 2, 10])
      expect(splitAttempt(ofAttempt(name, attempt))).toEqual({ name, attempt })
  })

  it.each(['x-attempt-2', `x-${fingerprint}-attempt-2`, 'attempt-2', 'x-attempt'])(
    'cannot be imitated by a suite that is called %s',
    suite => {
      const names = [artifactName('candidate', suite, '123456789012'), reportArtifactName(suite)]
      for (const name of names) expect(splitAttempt(name)).toEqual({ name, attempt: 1 })
      expect(names[1]).not.toBe(ofAttempt(reportArtifactName('x'), 2))
    },
  )
})
