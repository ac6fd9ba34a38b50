import assert from 'node:assert'
import { describe, it } from 'node:test'

describe('numbers', () => {
  it('are sorted', () => assert.equal([3, 1, 2].sort()[0], 1))
  it('are wrong', () => assert.equal(1 + 1, 3))
  it.skip('are skipped', () => {})
})
