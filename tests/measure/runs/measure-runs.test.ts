import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { tryCommand } from '../../../src/measure/pin/wrappers.ts'
import type { Clock } from '../../../src/measure/process/bracket.ts'
import { measureRuns, type Run } from '../../../src/measure/runs/measure-runs.ts'
import { until } from '../../until.ts'
import { collect, emptyLog, measuring, writtenBy } from '../measuring-request.ts'
import { plannedMeasured } from '../planned-runs.ts'

const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0)

/** Whether any process still has `mark` in its command line. */
function alive(mark: string): boolean {
  return tryCommand(['pgrep', '-f', '--', mark]).ok
}

describe.each<Clock>(['perl', 'bash'])('the %s bracket', bracket => {
  it('times a sleep and passes its output on', async () => {
    const begin = performance.now()
    const runs = await collect(measuring(['sh', '-c', 'sleep 0.2; echo done'], { clock: bracket }), 5)
    const elapsed = performance.now() - begin
    expect(runs.map(writtenBy)).toEqual(Array(5).fill('done\n'))
    const times = runs.map(run => run.evidence[0]?.wallTime ?? 0)
    expect(Math.min(...times)).toBeGreaterThan(200e6)
    // The time of the runs, and of nothing else: they took most of this test, and no more than it.
    expect(times.reduce((sum, time) => sum + time)).toBeLessThan(elapsed * 1e6)
  })

  it('counts the CPU time of the whole process tree', async () => {
    const busy = 'for (let i = 0; i < 2e8; i++); console.log(JSON.stringify(process.cpuUsage()))'
    const [run] = await collect(measuring(['sh', '-c', `node -e '${busy}'; :`], { clock: bracket }))
    const inside = JSON.parse(writtenBy(run)) as { user: number; system: number }
    const used = (run?.evidence[0]?.userTime ?? 0) + (run?.evidence[0]?.systemTime ?? 0)
    // What the process saw of itself, and its start and its shell's on top; bash counts in milliseconds.
    expect(used).toBeGreaterThan((inside.user + inside.system) * 1e3 - 2e6)
    expect(used).toBeLessThan((inside.user + inside.system) * 1e3 + 200e6)
  })

  it('does not count processes of the wrappers', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'runs-')), 'used')
    const busy = `node -e 'const all = Buffer.alloc(3e8, 1); for (let i = 0; i < 5e8; i++);
      console.log(JSON.stringify(process.cpuUsage()))' > ${file}`
    const prefix = ['bash', '-c', `${busy} && exec "$@"`, 'bash']
    const [run] = await collect(measuring(['true'], { clock: bracket, prefix }))
    const wrapper = JSON.parse(readFileSync(file, 'utf8')) as { user: number; system: number }
    expect(run?.evidence[0]?.userTime).toBeLessThan((wrapper.user * 1e3) / 2)
    expect(run?.evidence[0]?.systemTime).toBeLessThan((wrapper.system * 1e3) / 2)
    expect(run?.evidence[0]?.peakMemory ?? 0).toBeLessThan(20e6)
    expect(run?.evidence[0]?.minorFaults ?? 0).toBeLessThan(5000)
  })

  it('reports the exit code and the last lines of a command that fails', async () => {
    const failing = measuring(['sh', '-c', 'echo out; echo oh no >&2; exit 7'], { clock: bracket })
    await expect(collect(failing)).rejects.toThrow(/run 1 of '.*' failed with exit code 7.*\nout\noh no$/s)
  })

  it('reports the signal that ended a command', async () => {
    const failing = measuring(['sh', '-c', 'kill -SEGV $$'], { clock: bracket })
    await expect(collect(failing)).rejects.toThrow(/was ended by signal 11/)
  })

  it('starts the program when the shell has a builtin of the same name', async () => {
    await expect(collect(measuring(['eval', ':'], { clock: bracket }))).rejects.toThrow(
      /run 1 of 'eval :' (could not be started|failed with exit code 127)/,
    )
    const [run] = await collect(measuring(['echo', '--version'], { clock: bracket }))
    expect(writtenBy(run)).toMatch(/coreutils/)
  })

  it.each([
    ['by path', 'echo a; echo b > /dev/stdout; echo c >> /dev/stdout; echo d', 'a\nb\nc\nd\n'],
    ['through its descriptor in /proc', 'echo a > /proc/self/fd/1', 'a\n'],
    ['by another process', 'python3 -c \'open("/dev/stdout", "w").write("a")\'; echo b', 'ab\n'],
    ['by tee', 'echo a | tee /dev/stderr', 'a\n'],
    ['and tells that it is a pipe', 'test -p /dev/stdout && test -p /dev/stderr && echo pipes', 'pipes\n'],
    ['as a pipe that waits for its reader', 'head -c 3000000 /dev/zero | tr "\\0" x', 'x'.repeat(3_000_000)],
  ])('hands out a standard output that can be opened %s', async (_, command, expected) => {
    const [run] = await collect(
      measuring(['bash', '-c', `set -e -o pipefail; ${command}`], { clock: bracket }),
    )
    expect(writtenBy(run)).toBe(expected)
  })

  it('hands out a standard error that can be opened by path', async () => {
    const command = 'echo a > /dev/stderr; echo b >> /dev/stderr; echo c | tee /dev/stderr'
    const [run] = await collect(measuring(['sh', '-c', command], { clock: bracket }))
    expect(run?.stderr).toBe('a\nb\nc\n')
    expect(writtenBy(run)).toBe('c\n')
  })

  it('hides its own descriptor from the command', async () => {
    const [run] = await collect(
      measuring(['sh', '-c', 'test -p /proc/self/fd/3 || echo none'], { clock: bracket }),
    )
    expect(writtenBy(run)).toBe('none\n')
  })
})

describe('measuring runs', () => {
  it('sees peak memory, page faults and context switches through getrusage', async () => {
    const [run] = await collect(measuring(['node', '-e', 'Buffer.alloc(200e6, 1)'], { clock: 'perl' }))
    expect(run?.evidence[0]?.peakMemory).toBeGreaterThan(200e6)
    expect(run?.evidence[0]?.minorFaults).toBeGreaterThan(1000)
    expect(run?.evidence[0]?.voluntarySwitches).toBeGreaterThan(0)
  })

  it('counts the migrations of everything that the command starts, if the kernel counts them', async () => {
    const hop = 'for i in 1 2 3; do taskset -cp 0 $$; taskset -cp 1 $$; done >/dev/null'
    const [run] = await collect(measuring(['sh', '-c', `sh -c '${hop}'`], { clock: 'perl' }))
    const migrations = run?.evidence[0]?.counters?.migrations
    const mayCount =
      process.getuid?.() === 0 || Number(readFileSync('/proc/sys/kernel/perf_event_paranoid')) < 2
    if (mayCount) expect(migrations).toBeGreaterThanOrEqual(5)
    else expect(migrations ?? null).toBeNull()
  })

  it('starts a fresh process for each run', async () => {
    const runs = await collect(measuring(['sh', '-c', 'echo $PPID $$']), 5)
    expect(new Set(runs.map(writtenBy)).size).toBe(5)
  })

  it('says what could not be started, and why', async () => {
    await expect(collect(measuring(['./no-such-program']))).rejects.toThrow(
      /run 1 of '\.\/no-such-program' could not be started: No such file or directory/,
    )
  })

  it('stops a run at its time limit, with everything it had started', async () => {
    const mark = `31${process.pid}`
    const stuck = measuring(['sh', '-c', `trap '' TERM; sleep ${mark} & sleep ${mark}`], { timeoutMs: 300 })
    await expect(collect(stuck)).rejects.toThrow(/took longer than 0.3 s \(run-timeout\) and was stopped/)
    expect(alive(`sleep ${mark}`)).toBe(false)
  })

  it('leaves no background process after a successful run', async () => {
    const mark = `32${process.pid}`
    await collect(measuring(['sh', '-c', `sleep ${mark} >/dev/null 2>&1 & :`]))
    expect(alive(`sleep ${mark}`)).toBe(false)
  })

  it('does not wait for a daemon that left the group and holds the output open', async () => {
    // Far longer than this test may take.
    const mark = `34${process.pid}`
    const [run] = await collect(measuring(['sh', '-c', `setsid sleep ${mark} & echo started`]))
    expect(writtenBy(run)).toBe('started\n')
    tryCommand(['pkill', '-f', '--', `sleep ${mark}`])
  })

  it('stops at once when told to, and keeps the runs that were made', async () => {
    const stop = new AbortController()
    const made: Run[] = []
    const log = join(mkdtempSync(join(tmpdir(), 'runs-')), 'log')
    const thirdHangs = 'echo >> "$0"; [ $(wc -l < "$0") -lt 3 ] || sleep 300'
    const request = measuring(['sh', '-c', thirdHangs, log], { signal: stop.signal })
    const measured = (async () => {
      for await (const run of measureRuns(plannedMeasured(['candidate'], 0, 50), request, emptyLog())) {
        made.push(run)
        if (made.length === 2) until('run 3 has begun', () => linesOf(log) === 3).then(() => stop.abort())
      }
    })()
    await expect(measured).rejects.toThrow(/stopped during run 3$/)
    expect(made).toHaveLength(2)
  })

  it('leaves no descriptor open', async () => {
    // Pipes are made for several runs at a time: after as many, there are as many as before.
    const eightRuns = async () => {
      await collect(measuring(['sh', '-c', 'echo a; echo b >&2']), 6)
      await collect(measuring(['./no-such-program'])).catch(() => {})
      await collect(measuring(['true'], { prefix: ['./no-such-wrapper'] })).catch(() => {})
      return readdirSync('/proc/self/fd').length
    }
    expect(await eightRuns()).toBe(await eightRuns())
  })

  it('gives a run no descriptor but the first three', async () => {
    const [run] = await collect(measuring(['sh', '-c', 'ls /proc/$$/fd']))
    expect(
      writtenBy(run)
        .split('\n')
        .filter(fd => Number(fd) > 2 && Number(fd) < 10),
    ).toEqual([])
  })

  it('takes 50 MB of output as it is', async () => {
    const [run] = await collect(measuring(['sh', '-c', 'yes | head -c 50000000']))
    expect(writtenBy(run)).toHaveLength(50_000_000)
  })

  it('stops a benchmark that prints without end, in bounded memory', async () => {
    await expect(collect(measuring(['yes']))).rejects.toThrow(/printed more than 64 MiB and was stopped/)
  })
})

describe('the schedule at work', () => {
  it('pauses before each run, and stops at once in a pause', async () => {
    const begin = performance.now()
    await collect(measuring(['true'], { coolDownMs: 200 }), 3)
    expect(performance.now() - begin).toBeGreaterThan(600)
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 100)
    const paused = collect(measuring(['true'], { coolDownMs: 60_000, signal: stop.signal }))
    await expect(paused).rejects.toThrow('stopped before run 1')
  })

  it('runs the benchmarks of a template as processes of their own, named in the evidence', async () => {
    const plannedRuns = plannedMeasured(['candidate'], 0, 2, { baseline: [], candidate: ['a', 'b', 'c'] })
    const runs: Run[] = []
    const request = measuring(['echo', 'I am {benchmark}'])
    for await (const run of measureRuns(plannedRuns, request, emptyLog())) runs.push(run)
    expect(runs.map(writtenBy)).toEqual(plannedRuns.map(planned => `I am ${planned.benchmark}\n`))
    expect(runs.map(run => run.evidence[0]?.benchmark)).toEqual(plannedRuns.map(planned => planned.benchmark))
  })

  it('makes a run of two processes with n and 2n', async () => {
    const runs = await collect(measuring(['sleep', '0.{n}'], { delta: 4 }), 2)
    expect(runs.map(run => run.evidence.map(each => each.n))).toEqual([
      [4, 8],
      [8, 4],
    ])
    for (const { evidence, perOperation } of runs) {
      for (const { n = 0, wallTime } of evidence) expect(wallTime).toBeGreaterThan(n * 100e6)
      const timeOf = (count: number) => evidence.find(each => each.n === count)?.wallTime ?? 0
      expect(perOperation?.wallTime).toBe((timeOf(8) - timeOf(4)) / 4)
    }
  })
})

describe('results files', () => {
  it('are removed before each run, so that a run that writes none is noticed', async () => {
    const once = 'test -e made && exit 0; touch made; echo "{}" > out.json'
    const request = measuring(['sh', '-c', once], { results: '*.json' })
    await expect(collect(request, 2)).rejects.toThrow(/the command wrote no file that matches '\*\.json'/)
  })

  it('are found by glob, in the order of their names', async () => {
    const request = measuring(['sh', '-c', 'mkdir -p b; echo 2 > b/two.txt; echo 1 > a.txt'], {
      results: '**/*.txt',
    })
    const [run] = await collect(request)
    expect(run?.outputs.map(({ source }) => source)).toEqual(['a.txt', 'b/two.txt'])
    expect(writtenBy(run)).toBe('1\n2\n')
  })

  it('never delete a file that is no benchmark result', async () => {
    const request = measuring(['true'], { results: '*', isResults: () => false })
    const file = join(request.commands.candidate?.cwd ?? '', 'thesis.txt')
    writeFileSync(file, 'years of work')
    await expect(collect(request)).rejects.toThrow(/matches thesis\.txt, which is not a benchmark result/)
    expect(readFileSync(file, 'utf8')).toBe('years of work')
  })

  it('never delete such a file that appears between two runs', async () => {
    const request = measuring(['touch', 'out.json'], { results: '*', isResults: () => false })
    const file = join(request.commands.candidate?.cwd ?? '', 'thesis.txt')
    const runs = measureRuns(plannedMeasured(['candidate'], 0, 2), request, emptyLog())
    await runs.next()
    writeFileSync(file, 'years of work')
    await expect(runs.next()).rejects.toThrow(/matches thesis\.txt, which is not a benchmark result/)
    expect(readFileSync(file, 'utf8')).toBe('years of work')
  })
})
