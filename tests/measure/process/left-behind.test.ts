import { describe, expect, it } from '@jest/globals'
import { leftBehind } from '../../../src/job/doubts/job-warnings.ts'
import { tryCommand } from '../../../src/measure/pin/wrappers.ts'
import { measureRuns } from '../../../src/measure/runs/measure-runs.ts'
import { collect, emptyLog, measuring } from '../measuring-request.ts'
import { plannedMeasured } from '../planned-runs.ts'

const alive = (mark: string) => tryCommand(['pgrep', '-f', '--', mark]).ok

/** Sleeps of a length that no other process sleeps. */
let made = 0
const mark = () => `4${made++}.${process.pid}`

describe('processes that outlive their run', () => {
  it('are ended before the next one begins, and counted with the command of the first', async () => {
    const seconds = mark()
    const log = emptyLog()
    const daemon = ['bash', '-c', `setsid sleep ${seconds} >/dev/null 2>&1 & sleep 0.3`]
    const runs = await collect(measuring(daemon, { clock: 'perl' }), 3, log)
    expect(alive(`sleep ${seconds}`)).toBe(false)
    expect(log.left).toEqual(Array(3).fill({ processes: 1, alive: 0, command: `sleep ${seconds}` }))
    expect(runs.map(run => run.evidence[0]?.wallTime ?? 0).every(time => time < 2e9)).toBe(true)
    expect(leftBehind(log.left)).toEqual([
      {
        code: 'left-behind',
        message: expect.stringMatching(
          /^runs left processes behind: 3 in 3 processes of the command, the first was 'sleep'; they were ended/,
        ) as unknown,
      },
    ])
  })

  it('are ended with everything that they started, even when they ignore SIGTERM', async () => {
    const seconds = mark()
    const log = emptyLog()
    const stubborn = `trap "" TERM; sleep ${seconds} & sleep ${seconds}`
    const daemon = ['bash', '-c', `setsid bash -c '${stubborn}' >/dev/null 2>&1 & sleep 0.3`]
    await collect(measuring(daemon, { clock: 'perl' }), 1, log)
    expect(alive(`sleep ${seconds}`)).toBe(false)
    expect(log.left).toMatchObject([{ processes: 3, alive: 0 }])
  })

  it('do not count when they end by themselves in a moment', async () => {
    const log = emptyLog()
    await collect(measuring(['bash', '-c', 'setsid true & :'], { clock: 'perl' }), 1, log)
    await collect(measuring(['bash', '-c', 'echo to > >(cat)'], { clock: 'perl' }), 1, log)
    expect(log.left).toEqual([])
  })

  it('do not delay the end of the run by an output that they keep open', async () => {
    // Far longer than this test may take.
    const seconds = `4${mark()}`
    const [run] = await collect(measuring(['bash', '-c', `setsid sleep ${seconds} & :`], { clock: 'perl' }))
    expect(run?.evidence).toHaveLength(1)
    expect(alive(`sleep ${seconds}`)).toBe(false)
  })

  it('do not count in the measurements of the run', async () => {
    const busy = "node -e 'const all = Buffer.alloc(3e8, 1); for (let i = 0; i < 5e8; i++);'"
    const daemon = ['bash', '-c', `setsid ${busy} >/dev/null 2>&1 & sleep 0.3`]
    const [run] = await collect(measuring(daemon, { clock: 'perl' }))
    expect(run?.evidence[0]?.userTime).toBeLessThan(50e6)
    expect(run?.evidence[0]?.peakMemory).toBeLessThan(20e6)
  })

  it('do not include children of the wrappers', async () => {
    const seconds = mark()
    const log = emptyLog()
    const prefix = ['bash', '-c', `setsid sleep ${seconds} >/dev/null 2>&1 & exec "$@"`, 'bash']
    await collect(measuring(['true'], { clock: 'perl', prefix }), 1, log)
    expect(log.left).toEqual([])
    const found = tryCommand(['pgrep', '-f', '--', `^sleep ${seconds}$`])
    expect(process.kill(Number(found.ok ? found.stdout : Number.NaN), 'SIGTERM')).toBe(true)
  })

  it('are ended when the run fails or reaches its time limit', async () => {
    const [failed, stopped] = [mark(), mark()]
    const failing = ['bash', '-c', `setsid sleep ${failed} >/dev/null 2>&1 & sleep 0.3; exit 3`]
    await expect(collect(measuring(failing, { clock: 'perl' }))).rejects.toThrow(/exit code 3/)
    expect(alive(`sleep ${failed}`)).toBe(false)
    const stuck = ['bash', '-c', `setsid sleep ${stopped} >/dev/null 2>&1 & sleep ${stopped}`]
    const limited = measuring(stuck, { clock: 'perl', timeoutMs: 300 })
    await expect(collect(limited)).rejects.toThrow(/took longer than 0.3 s/)
    expect(alive(`sleep ${stopped}`)).toBe(false)
  })

  it('may be stopped by the command itself, which can see that they have ended', async () => {
    const seconds = mark()
    const server = `(setsid sleep ${seconds} >/dev/null 2>&1 & echo $!)`
    const script = `pid=$( ${server} ); sleep 0.1; kill $pid; until ! kill -0 $pid 2>/dev/null; do sleep 0.01; done; exit 0`
    const log = emptyLog()
    const limited = measuring(['bash', '-c', script], { clock: 'perl', timeoutMs: 10_000 })
    const [run] = await collect(limited, 1, log)
    expect(run?.evidence[0]?.wallTime).toBeGreaterThan(100e6)
    expect(log.left).toEqual([])
  })

  it('cannot forge a line of the report by their name', async () => {
    const seconds = mark()
    const log = emptyLog()
    const name = 'x\n1 2 3\nexec 2 no such file'
    const daemon = [
      'bash',
      '-c',
      `setsid bash -c 'exec -a "$0" sleep ${seconds}' "$1" >/dev/null 2>&1 & sleep 0.3`,
      'bash',
      name,
    ]
    const [run] = await collect(measuring(daemon, { clock: 'perl' }), 1, log)
    expect(run?.evidence[0]?.wallTime).toBeGreaterThan(40e6)
    expect(log.left).toEqual([{ processes: 1, alive: 0, command: `x?1 2 3?exec 2 no such file ${seconds}` }])
  })

  it('are ended when measuring is stopped', async () => {
    const seconds = mark()
    const stop = new AbortController()
    const daemon = ['bash', '-c', `setsid sleep ${seconds} >/dev/null 2>&1 & sleep ${seconds}`]
    setTimeout(() => stop.abort(), 200)
    const request = measuring(daemon, { clock: 'perl', signal: stop.signal })
    const all = async () => {
      for await (const _ of measureRuns(plannedMeasured(['candidate'], 0, 1), request, emptyLog()));
    }
    await expect(all()).rejects.toThrow(/stopped during run 1/)
    expect(alive(`sleep ${seconds}`)).toBe(false)
  })
})

describe('the warning', () => {
  it('is absent without such processes, and says how many still run', () => {
    expect(leftBehind([])).toEqual([])
    const [warning] = leftBehind([{ processes: 2, alive: 1, command: 'server --password x' }])
    expect(warning?.message).toMatch(
      /2 in one process of the command, the first was 'server'; 1 could not be ended/,
    )
  })
})
