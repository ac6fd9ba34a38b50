import { describe, expect, it } from '@jest/globals'
import { wilsonInterval } from '../../../src/stats/describe/wilson-interval.ts'

describe("Wilson's interval", () => {
  it('contains the share and stays within 0 and 1', () => {
    const [low, high] = wilsonInterval(10, 1000, 0.95)
    expect(low).toBeCloseTo(0.0054408, 7)
    expect(high).toBeCloseTo(0.0183095, 7)
    expect(wilsonInterval(0, 20, 0.95)[0]).toBe(0)
    expect(wilsonInterval(20, 20, 0.95)[1]).toBe(1)
  })

  it('mirrors when successes become failures', () => {
    const [low, high] = wilsonInterval(3, 50, 0.99)
    const [mirroredLow, mirroredHigh] = wilsonInterval(47, 50, 0.99)
    expect(mirroredLow).toBeCloseTo(1 - high, 14)
    expect(mirroredHigh).toBeCloseTo(1 - low, 14)
  })

  it('knows nothing without a trial', () => {
    expect(wilsonInterval(0, 0, 0.95)).toEqual([0, 1])
  })
})
