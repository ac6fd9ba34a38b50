import { describe, expect, test } from 'bun:test'

describe('numbers', () => {
  test('adds', async () => {
    await Bun.sleep(5)
    expect(1 + 1).toBe(2)
  })
  test('fails', () => expect(1).toBe(2))
  test.skip('skips', () => {})
})
