import { describe, expect, it } from '@jest/globals'
import { leftBehind } from '../../../src/job/doubts/job-warnings.ts'
import { tryCommand } from '../../../src/measure/pin/wrappers.ts'
import { measureRuns } from '../../../src/measure/runs/measure-runs.ts'
import { until, untilRuns } from '../../until.ts'
import { collect, emptyLog, measuring, writtenBy } from '../measuring-request.ts'
import { plannedMeasured } from '../planned-runs.ts'

const alive = (mark: string) => tryCommand(['pgrep', '-f', '--', mark]).ok

/** Sleeps of a length that no other process sleeps. */
let made = 0
const mark = () => `4${made++}.${process.pid}`

describe('processes that outlive their run', () => {
  it('are ended before the next one begins, and counted with the command of the first', async () => {
    const seconds = mark()
    const log = emptyLog()
    const daemon = `setsid sleep ${seconds} >/dev/null 2>&1 & ${untilRuns(`sleep ${seconds}`)}`
    const begin = performance.now()
    const runs = await collect(measuring(['bash', '-c', daemon], { clock: 'perl' }), 3, log)
    const elapsed = performance.now() - begin
    expect(alive(`sleep ${seconds}`)).toBe(false)
    expect(log.left).toEqual(Array(3).fill({ processes: 1, alive: 0, command: `sleep ${seconds}` }))
    // Each gets 0.1 s to end by itself, which is no part of the run.
    const measured = runs.reduce((sum, run) => sum + (run.evidence[0]?.wallTime ?? 0), 0)
    expect(measured).toBeLessThan((elapsed - 300) * 1e6)
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
    const daemon = `setsid bash -c '${stubborn}' >/dev/null 2>&1 & ${untilRuns(`sleep ${seconds}`, 2)}`
    await collect(measuring(['bash', '-c', daemon], { clock: 'perl' }), 1, log)
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
    // It says how much it has used so far, and lives on. To wait for that costs no CPU time.
    const busy = `node -e 'const all = Buffer.alloc(3e8, 1); while (process.cpuUsage().user < 500e3);
      require("fs").writeFileSync("used", process.cpuUsage().user + "\\n"); setTimeout(() => {}, 300e3)'`
    const daemon = `mkfifo used; setsid ${busy} >/dev/null 2>&1 & read -r used <used; echo "$used"`
    const [run] = await collect(measuring(['bash', '-c', daemon], { clock: 'perl' }))
    const used = Number(writtenBy(run)) * 1e3
    expect(used).toBeGreaterThanOrEqual(500e6)
    expect(run?.evidence[0]?.userTime).toBeLessThan(used / 2)
    expect(run?.evidence[0]?.peakMemory).toBeLessThan(20e6)
  })

  it('do not include children of the wrappers', async () => {
    const seconds = mark()
    const log = emptyLog()
    // Not before it has left the process group, which ends with the run.
    const begin = `setsid sleep ${seconds} >/dev/null 2>&1 & ${untilRuns(`sleep ${seconds}`)}; exec "$@"`
    const prefix = ['bash', '-c', begin, 'bash']
    await collect(measuring(['true'], { clock: 'perl', prefix }), 1, log)
    expect(log.left).toEqual([])
    const found = tryCommand(['pgrep', '-f', '--', `^sleep ${seconds}$`])
    expect(process.kill(Number(found.ok ? found.stdout : Number.NaN), 'SIGTERM')).toBe(true)
  })

  it('are ended when the run fails or reaches its time limit', async () => {
    const [failed, stopped] = [mark(), mark()]
    const failing = `setsid sleep ${failed} >/dev/null 2>&1 & ${untilRuns(`sleep ${failed}`)}; exit 3`
    await expect(collect(measuring(['bash', '-c', failing], { clock: 'perl' }))).rejects.toThrow(
      /exit code 3/,
    )
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
    const runs = `until pgrep -f '^x.*no such file ${seconds}$'; do sleep 0.01; done >/dev/null; sleep 0.05`
    const daemon = `setsid bash -c 'exec -a "$0" sleep ${seconds}' "$1" >/dev/null 2>&1 & ${runs}`
    const [run] = await collect(measuring(['bash', '-c', daemon, 'bash', name], { clock: 'perl' }), 1, log)
    expect(run?.evidence[0]?.wallTime).toBeGreaterThan(40e6)
    expect(log.left).toEqual([{ processes: 1, alive: 0, command: `x?1 2 3?exec 2 no such file ${seconds}` }])
  })

  it('are ended when measuring is stopped', async () => {
    const seconds = mark()
    const stop = new AbortController()
    const daemon = ['bash', '-c', `setsid sleep ${seconds} >/dev/null 2>&1 & sleep ${seconds}`]
    until('it runs', () => alive(`^sleep ${seconds}$`)).then(() => stop.abort())
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
