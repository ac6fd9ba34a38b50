// The committed command line program follows its schedule: templates, pairs, limits.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { parseResultDocument } from '../../src/formats/documents/result.ts'
import { scratch, stableBench } from './command-line.ts'

/** Where a run is does not matter here: without the programs that pin it, it costs less, and a busy machine repeats fewer. */
const PLAIN = ['--cpus', 'none', '--aslr', 'on']

/** Runs `run` with these arguments; `session` reads what was written. */
async function run(args: string[]) {
  const cwd = scratch()
  const ended = await stableBench(['run', '--runs', '5', ...PLAIN, ...args], { cwd })
  const session = () =>
    parseResultDocument(readFileSync(join(cwd, 'stable-bench-result.json'), 'utf8'), 'result')
  return { ...ended, cwd, session }
}

describe('a template of benchmarks', () => {
  it('is a row each, in the order in which they were listed, whatever order they ran in', async () => {
    const { code, session, stderr } = await run([
      '--benchmarks',
      '4',
      '2',
      '3',
      '--',
      'sleep',
      '0.0{benchmark}',
    ])
    const { benchmarks, evidence, plan } = session()
    const walls = benchmarks.filter(sample => sample.metric === 'wall-time')
    expect(code).toBe(0)
    expect(walls.map(sample => sample.name)).toEqual(['4', '2', '3'])
    for (const { name, runs } of walls) {
      const own = evidence.filter(each => each.benchmark === name).map(each => each.wallTime)
      expect(runs.flat()).toEqual(own)
      expect(Math.min(...own)).toBeGreaterThan(Number(name) * 10e6)
    }
    expect(plan).toMatchObject({ runs: 5, benchmarks: ['4', '2', '3'] })
    const orders = Array.from({ length: 5 }, (_, i) =>
      evidence
        .slice(3 * i, 3 * i + 3)
        .map(each => each.benchmark)
        .join(''),
    )
    expect(orders.map(order => order.split('').sort().join(''))).toEqual(Array(5).fill('234'))
    expect(new Set(orders).size).toBeGreaterThan(1)
    expect(stderr).toMatch(/^run 5 of [234]: \d+\.\d+ s \(18 of 18\)$/m)
  })

  it('prefixes what the benchmarks print themselves, unless they say their name', async () => {
    const print = `echo '{"schema":"stable-bench/samples@1","benchmarks":[
      {"name":"{benchmark}/64","metric":"time","unit":"ns","better":"lower","runs":[[1,2]]},
      {"name":"all","metric":"time","unit":"ns","better":"lower","runs":[[3]]}]}'`
    const { session } = await run(['--benchmarks', 'sort', 'find', '--', 'sh', '-c', print])
    const names = session().benchmarks.map(sample => sample.name)
    expect(names.sort()).toEqual(['find/64', 'find/all', 'sort/64', 'sort/all'])
  })

  it('interleaves both sides benchmark by benchmark', async () => {
    const cwd = scratch()
    const sides = ['--baseline', 'true {benchmark}', '--candidate', 'true {benchmark}']
    const few = '--runs 5 --max-runs 5 --warmup-runs 0 --fail-on never --save kept'.split(' ')
    const { code } = await stableBench(['ab', ...PLAIN, ...sides, '--benchmarks', 'x', 'y', ...few], { cwd })
    expect(code).toBe(0)
    // A run that the machine has disturbed is repeated, and keeps its place.
    const runsOf = (side: string, name: string) =>
      parseResultDocument(
        gunzipSync(readFileSync(join(cwd, `kept/${side}.json.gz`))).toString(),
        side,
      ).evidence.map(({ startedAt, benchmark }) => ({ startedAt, made: `${name}${benchmark}` }))
    const made = [...runsOf('baseline', 'A'), ...runsOf('candidate', 'B')]
      .sort((one, other) => one.startedAt.localeCompare(other.startedAt))
      .map(run => run.made)
    expect(made).toHaveLength(20)
    const rounds = Array.from({ length: 5 }, (_, i) => made.slice(4 * i, 4 * i + 4).join(' '))
    // A coin says which side of a pair goes first.
    const pairs = /^(?:A(.) B\1|B(.) A\2) (?:A(.) B\3|B(.) A\4)$/
    for (const round of rounds) expect(round).toMatch(pairs)
  })

  it('is refused where names and command do not fit', async () => {
    const { code, stderr } = await run(['--', 'echo', '{benchmark}'])
    expect(code).toBe(64)
    expect(stderr).toMatch(/the command holds \{benchmark\}; list what it stands for in benchmarks/)
  })
})

describe('delta', () => {
  it('times one of the work, without the start-up', async () => {
    const options = ['--delta', '4', '--warmup-runs', '0']
    const { code, session } = await run([...options, '--', 'sh', '-c', 'sleep 0.1; sleep 0.{n}'])
    const { benchmarks, evidence, plan } = session()
    const wall = benchmarks[0]
    expect(code).toBe(0)
    expect(wall).toMatchObject({ metric: 'wall-time', unit: 'ns/op' })
    expect(evidence.map(each => each.n)).toEqual([4, 8, 8, 4, 4, 8, 8, 4, 4, 8])
    for (const { n = 0, wallTime } of evidence) expect(wallTime).toBeGreaterThan((1 + n) * 100e6)
    // What both processes of a run spend before their work is in neither.
    const timesOf = (count: number) => evidence.filter(each => each.n === count).map(each => each.wallTime)
    const less = timesOf(4)
    expect(wall?.runs.flat()).toEqual(timesOf(8).map((more, i) => (more - (less[i] ?? 0)) / 4))
    expect(plan).toMatchObject({ runs: 5, delta: 4 })
  })

  it('fails where twice the work takes no longer, and says what to do', async () => {
    const command = ['--', 'sh', '-c', 'test {n} = 1 && sleep 0.2 || true']
    const { code, stderr } = await run(['--delta', '1', ...command])
    expect(code).toBe(1)
    expect(stderr).toMatch(/delta: run 1 .*twice the work must take longer; choose a larger delta/)
  })

  it('refuses a tool that measures by itself', async () => {
    const { code, stderr } = await run(['--delta', '1', '--tool', 'go', '--', 'echo', '{n}'])
    expect(code).toBe(64)
    expect(stderr).toMatch(/delta times the processes themselves/)
  })
})

describe('the total time limit', () => {
  it('ends measuring before the run that would exceed it, and decides with what is there', async () => {
    const cwd = scratch()
    // Five rounds take a seventh of the limit, and 900 many times as long.
    const sides = ['--baseline', 'sleep 0.1', '--candidate', 'sleep 0.1', ...PLAIN]
    const limits = ['--max-time', '8', '--runs', '900', '--max-runs', '900', '--save', 'kept']
    // One of a hundred comparisons of the same gives a false alarm.
    const { code, stdout } = await stableBench(['ab', ...sides, ...limits, '--fail-on', 'never'], { cwd })
    const document = JSON.parse(readFileSync(join(cwd, 'kept/comparison.json'), 'utf8'))
    const { baseline, candidate } = document.rows[0].runs
    expect(code).toBe(0)
    expect(baseline).toBe(candidate)
    expect(baseline).toBeGreaterThanOrEqual(5)
    expect(stdout).toMatch(`stopped after ${baseline} of 900 runs per side`)
  })

  it('fails when there are too few runs to decide with', async () => {
    const { code, stderr } = await run(['--max-time', '5', '--', 'sleep', '2'])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /max-time: a run takes 2(\.\d)? s, [\d.]+ s are spent, and the 6 that are needed at least do not fit into 5 s; raise/,
    )
  })

  it('fails after the first run where that shows that the others cannot fit', async () => {
    const cwd = scratch()
    const sides = ['--baseline', 'echo x >>ran; sleep 1.2', '--candidate', 'echo x >>ran; sleep 1.2']
    const { code, stderr } = await stableBench(['ab', ...PLAIN, ...sides, '--max-time', '3'], {
      cwd,
    })
    expect([code, readFileSync(join(cwd, 'ran'), 'utf8')]).toEqual([1, 'x\n'])
    expect(stderr).toMatch(
      /--max-time: a run takes 1\.\d s, [\d.]+ s are spent, and the 12 that are needed at least do not fit into 3 s; raise/,
    )
  })

  it('keeps the runs of both sides that there were, where they are too few', async () => {
    const cwd = scratch()
    // The second run, after one to warm up, takes all of the time.
    const slower = 'echo x >> runs; test $(wc -l < runs) -lt 3 || sleep 8'
    const limits = ['--max-time', '8', '--warmup-runs', '1', '--save', 'kept']
    const { code, stdout, stderr } = await stableBench(['ab', ...PLAIN, ...limits, slower, 'sleep 0'], {
      cwd,
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /--max-time: only [12] runs? per side fit into 8 s, and at least 5 are needed; raise/,
    )
    expect(stderr).toMatch(
      /measuring ended after \d+ runs; they are in kept\/baseline.incomplete.json.gz and kept\/candidate.incomplete.json.gz/,
    )
    const kept = gunzipSync(readFileSync(join(cwd, 'kept/candidate.incomplete.json.gz')))
    expect(parseResultDocument(kept.toString(), 'kept').plan?.runs).toBeGreaterThan(0)
  })
})
