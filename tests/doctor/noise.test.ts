// The noise test takes the time that it says.
import { describe, expect, it } from '@jest/globals'
import { noiseTest } from '../../src/doctor/noise/measure.ts'
import { requestFor } from '../../src/doctor/noise/plan.ts'

describe('the noise test', () => {
  it('begins no run where its time is over, and gives that as the reason', async () => {
    const lines: string[] = []
    const rows = await noiseTest(0.001, new AbortController().signal, line => void lines.push(line))
    expect(rows.map(({ design, seconds, reason }) => [design, seconds, reason])).toEqual(
      ['as-it-is', 'pinned', 'duet'].map(design => [
        design,
        0,
        expect.stringMatching(/^fewer than 10 runs fitted into the time; a longer --max-time/),
      ]),
    )
    expect(lines).toHaveLength(3)
  })

  it('stops a run that was begun in time and would go on beyond it', () => {
    expect(requestFor('pinned', 400, 1500)).toMatchObject({ maxTimeMs: 1500, timeoutMs: 1500 })
  })
})
