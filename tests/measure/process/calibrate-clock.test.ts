import { constants } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { calibrateClock, whyNoCounters } from '../../../src/measure/process/calibrate-clock.ts'
import { collect, measuring } from '../measuring-request.ts'

describe('calibrating the clock', () => {
  it('reports the time of `true`, and what a run takes besides', async () => {
    const request = measuring(['sleep', '0.05'], { clock: 'perl' })
    const { name, floorWallTime, floorPeakMemory, outside } = await calibrateClock(request, '/', 'none')
    const [run] = await collect(request)
    expect(name).toBe('perl')
    expect(floorWallTime).toBeGreaterThan(100e3)
    expect(floorWallTime).toBeLessThan(run?.evidence[0]?.wallTime ?? 0)
    expect(floorPeakMemory).toBeGreaterThan(500e3)
    expect(outside).toBeGreaterThan(500e3)
  })

  it('includes bash in the floor when bash starts every run', async () => {
    const request = measuring(['bash', '-e', '-o', 'pipefail', '-c', '/bin/true'], { clock: 'perl' })
    const floors = [await calibrateClock(request, '/', 'none'), await calibrateClock(request, '/', 'bash')]
    const [run] = await collect(request)
    // Memory does not depend on how busy the machine is.
    expect(floors[1]?.floorPeakMemory).toBeGreaterThan(0.8 * (run?.evidence[0]?.peakMemory ?? 0))
    expect(floors[1]?.floorPeakMemory).toBeGreaterThan(floors[0]?.floorPeakMemory ?? 0)
  })

  it('counts instructions, or says why not', async () => {
    const facts = await calibrateClock(measuring(['true'], { clock: 'perl' }), '/', 'none')
    expect(facts.countersReason === null).toBe(facts.counters === 'hardware')
    const bash = await calibrateClock(measuring(['true'], { clock: 'bash' }), '/', 'none')
    expect(bash).toMatchObject({ counters: 'none', countersReason: 'perl is missing', floorPeakMemory: null })
  })

  it.each([
    [constants.errno.EACCES, /kernel\.perf_event_paranoid is -?\d/],
    [constants.errno.ENOENT, /this machine shows none/],
    [undefined, /something else is using/],
  ])('explains errno %p', (errno, message) => {
    expect(whyNoCounters(errno)).toMatch(message)
  })
})
