import { describe, expect, it } from '@jest/globals'
import { textSparkline } from '../../../src/report/markdown/sparkline.ts'

describe('sparkline', () => {
  it('reaches from the lowest to the highest block, each night in its place', () => {
    expect(textSparkline([10, 11, 12, 13, 14, 15, 16, 17])).toBe('▁▂▃▄▅▆▇█')
    expect(textSparkline([100, 100, 115, 115, 100])).toBe('▁▁██▁')
  })

  it('is flat for equal nights, whatever their level, and for noise below one percent', () => {
    for (const level of [0, 1e-9, 5, 1e15]) expect(textSparkline([level, level, level])).toBe('▄▄▄')
    expect(textSparkline([100, 100.3, 99.7, 100.2, 99.8])).toBe('▄▄▄▄▄')
    expect([...textSparkline([100, 100.9, 99.9, 100.5])].every(block => '▃▄▅'.includes(block))).toBe(true)
  })

  it('shows a step of two percent as a low one', () => {
    expect(textSparkline([100, 100, 102, 102])).toBe('▃▃▅▅')
  })

  it('leaves a gap that no renderer folds away or breaks a line at, for a night without the row', () => {
    expect(textSparkline([null, 1, null, null, 2])).toBe('\u2007▁\u2007\u2007█')
    expect(textSparkline([])).toBe('')
    expect(textSparkline([null, null])).toBe('')
  })
})
