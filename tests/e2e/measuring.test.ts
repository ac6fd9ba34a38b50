// The committed command line program measures real processes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { parseResultDocument } from '../../src/formats/documents/result.ts'
import { positionOf, type Side } from '../../src/measure/runs/schedule.ts'
import { scratch, stableBench } from './command-line.ts'

/** Where a run is does not matter for most tests: without the programs that pin it, it costs less. */
const PLAIN = ['--cpus', 'none', '--aslr', 'on']
const FIVE = ['--runs', '5', '--max-runs', '5', ...PLAIN]

describe('run', () => {
  it('times the processes themselves when the command prints nothing known', async () => {
    const cwd = scratch()
    const { code, stdout } = await stableBench(['run', '--runs', '5', '--', 'sleep', '0.05'], { cwd })
    const session = parseResultDocument(readFileSync(join(cwd, 'stable-bench-result.json'), 'utf8'), 'result')
    const metrics = session.benchmarks.map(sample => `${sample.name} ${sample.metric} ${sample.unit}`)
    expect(code).toBe(0)
    expect(metrics.slice(0, 3)).toEqual([
      'benchmark wall-time ns',
      'benchmark user-time ns',
      'benchmark system-time ns',
    ])
    expect(session.benchmarks[0]?.runs).toHaveLength(5)
    expect(session.evidence).toHaveLength(5)
    const times = session.benchmarks[0]?.runs.flat() ?? []
    expect(times).toEqual(session.evidence.map(({ wallTime }) => wallTime))
    for (const time of times) expect(time).toBeGreaterThan(50e6)
    expect(session.testbed?.grade).toBe('untuned')
    expect(session.plan).toMatchObject({ command: 'sleep 0.05', runs: 5, warmupRuns: 1 })
    expect(stdout).toMatch(/^benchmark\n {2}wall-time: \d+(?:\.\d+)? ms/)
  })

  it('takes the measurements that the command prints, one inner list per run, warm-up left out', async () => {
    const cwd = scratch()
    writeFileSync(join(cwd, 'count'), '0')
    const bench = `n=$(($(cat count) + 1)); echo $n > count
      echo '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"time","unit":"us","better":"lower","runs":[['$n','$n'.5]]}]}'`
    const args = [
      'run',
      '--runs',
      '5',
      ...PLAIN,
      '--warmup-runs',
      '2',
      '--out',
      'r.json.gz',
      '--',
      'sh',
      '-c',
      bench,
    ]
    const { code } = await stableBench(args, { cwd })
    const text = gunzipSync(readFileSync(join(cwd, 'r.json.gz'))).toString()
    const session = parseResultDocument(text, 'r.json.gz')
    expect(code).toBe(0)
    expect(session.tool).toBe('samples')
    // A busy machine may disturb a run, which is then made once more: its first count is left out.
    const counts = session.benchmarks[0]?.runs.map(([value = 0]) => value / 1000) ?? []
    expect(counts).toHaveLength(5)
    expect([...new Set(counts)].sort((a, b) => a - b)).toEqual(counts)
    expect(counts[0]).toBeGreaterThan(2)
    const runs = counts.map(n => [n * 1000, n * 1000 + 500])
    expect(session.benchmarks).toEqual([{ name: 'a', metric: 'time', unit: 'ns', better: 'lower', runs }])
  })

  it('shows a log group in a GitHub job', async () => {
    const inJob = { env: { ...process.env, GITHUB_ACTIONS: 'true' } }
    const { stderr } = await stableBench(['run', '--runs', '5', ...PLAIN, '--', 'true'], inJob)
    expect(stderr).toMatch(/^::group::stable-bench runs\n(.*run.*\n){6}::endgroup::\n/m)
  })

  it('shows one line per run where there is no terminal, and hands the benchmark no credentials', async () => {
    const env = {
      ...process.env,
      ACTIONS_RUNTIME_TOKEN: 'hidden',
      INPUT_TOKEN: 'hidden',
      GITHUB_ENV: 'hidden',
    }
    const command = ['sh', '-c', '! env | grep hidden']
    const { code, stderr } = await stableBench(['run', '--runs', '5', ...PLAIN, '--', ...command], { env })
    expect(code).toBe(0)
    expect(stderr.match(/^(warm-up )?run \d: \d\.\d{3} s \(\d of 6\)$/gm)).toHaveLength(6)
  })
})

describe('stopping', () => {
  it.each<[NodeJS.Signals, number | null]>([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', null],
  ])(
    '%s ends the whole process group, keeps what was measured beside an earlier result, and exits with %p',
    async (signal, expected) => {
      const cwd = scratch()
      const earlier = join(cwd, 'stable-bench-result.json')
      writeFileSync(earlier, 'an earlier result')
      const mark = `0.4${expected ?? 129}`
      const args = [
        'run',
        '--runs',
        '50',
        ...PLAIN,
        '--warmup-runs',
        '0',
        '--',
        'sh',
        '-c',
        `sleep ${mark}; sleep 0`,
      ]
      const ended = await stableBench(args, { cwd }, (pid, stderr) => {
        const waiting = setInterval(() => {
          if (!/^run 2:/m.test(stderr())) return
          clearInterval(waiting)
          process.kill(pid, signal)
        }, 50)
      })
      const session = parseResultDocument(
        readFileSync(join(cwd, 'stable-bench-result.incomplete.json'), 'utf8'),
        'result',
      )
      expect(ended.code).toBe(expected)
      expect(readFileSync(earlier, 'utf8')).toBe('an earlier result')
      expect(ended.stderr).toMatch(
        /measuring ended after [23] of 50 runs; they are in stable-bench-result\.incomplete\.json/,
      )
      expect(session.evidence.length).toBeGreaterThanOrEqual(2)
      expect(session.warnings.map(warning => warning.code)).toContain('incomplete')
      const commands = readdirSync('/proc')
        .filter(name => /^\d+$/.test(name))
        .map(commandLineOf)
      expect(commands.filter(line => line.includes(mark))).toEqual([])
    },
  )
})

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it ended in between
  }
}

describe('ab', () => {
  it('finds a program that takes many times as long, exits with 2 and keeps samples and reports', async () => {
    const cwd = scratch()
    const sides = ['--baseline', 'sleep 0.01', '--candidate', 'sleep 0.5']
    const { code, stdout, stderr } = await stableBench(['ab', ...sides, '--runs', '6', '--save', 'kept'], {
      cwd,
    })
    expect(code).toBe(2)
    expect(stdout).toMatch(/regression/i)
    expect(stderr).toMatch(/HTML report: kept\/report\.html\nJSON report: kept\/comparison\.json/)
    expect(readdirSync(join(cwd, 'kept')).sort()).toEqual([
      'baseline.json.gz',
      'candidate.json.gz',
      'comparison.json',
      'report.html',
      'report.md',
    ])
    const document = JSON.parse(readFileSync(join(cwd, 'kept/comparison.json'), 'utf8'))
    expect(document).toMatchObject({
      schema: 'stable-bench/comparison@1',
      outcome: 'regression',
      design: 'interleaved',
    })
    expect(document.rows[0]).toMatchObject({
      benchmark: 'benchmark',
      metric: 'wall-time',
      verdict: 'regression',
    })
    expect(document.rows[0].ratio).toBeGreaterThan(1.3)
  })

  /** Compares two commands of which each run states the next of these costs. */
  async function lookedAt(costs: number[], ...flags: string[]) {
    const cwd = scratch()
    const document =
      '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"work","metric":"time","unit":"ns","better":"lower","runs":[[%s]]}]}'
    const script = `name=$1; shift; echo >>$name; n=$(($(wc -l <$name) % $# + 1)); printf '${document}' "\${!n}"\n`
    writeFileSync(join(cwd, 'costs.sh'), script)
    const command = (side: string, own: number[]) => `bash costs.sh ${side} ${own.join(' ')}`
    const sides = [command('base', costs), command('head', costs.toReversed())]
    const plan = ['--runs', '5', '--max-runs', '7', '--warmup-runs', '0', '--save', 'kept', ...PLAIN]
    const { code, stdout } = await stableBench(['ab', ...plan, ...flags, ...sides], { cwd })
    // A run that the machine disturbed is repeated, and keeps its place.
    const [baseline, candidate] = ['baseline', 'candidate'].map(side => {
      const text = gunzipSync(readFileSync(join(cwd, `kept/${side}.json.gz`))).toString()
      return parseResultDocument(text, side).order
    })
    const comparison = JSON.parse(readFileSync(join(cwd, 'kept/comparison.json'), 'utf8'))
    return { code, stdout, baseline, candidate, comparison }
  }

  it('makes the second look only when a gating row is undecided, in the order of its seed all along', async () => {
    const { code, baseline, candidate, comparison } = await lookedAt(
      [98, 100, 102, 99, 101, 103, 97],
      '--seed',
      '11',
    )
    const orderOf = (side: Side) =>
      Array.from({ length: 7 }, (_, i) => positionOf({ sides: ['baseline', 'candidate'], seed: 11 }, side, i))
    expect([baseline, candidate]).toEqual([orderOf('baseline'), orderOf('candidate')])
    expect(comparison).toMatchObject({ outcome: 'pass' })
    expect(comparison.rows[0]).toMatchObject({ verdict: 'inconclusive', runs: { baseline: 7, candidate: 7 } })
    expect(comparison.rows[0].detectable).toBeGreaterThan(0)
    expect(comparison.rows[0].runsNeeded === null || comparison.rows[0].runsNeeded > 7).toBe(true)
    expect(code).toBe(0)
  })

  it('does not make it where hundreds of runs would be needed, and says what to do', async () => {
    const { code, stdout, baseline, comparison } = await lookedAt([80, 140, 70, 125, 95, 150, 60])
    expect(baseline).toHaveLength(5)
    expect(comparison.rows[0]).toMatchObject({ verdict: 'inconclusive', runs: { baseline: 5, candidate: 5 } })
    expect(stdout).toMatch(/warning {2}stopped after 5 of 7 runs per side: .*; make the machine quieter/)
    expect(stdout).not.toContain('✓')
    expect(code).toBe(0)
  })

  it('fails where both sides have nothing in common, and says what accepts that', async () => {
    const prints = (name: string) =>
      `echo '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"${name}","metric":"size","unit":"B","better":"lower","runs":[[7]]}]}'`
    const sides = ['--baseline', prints('old'), '--candidate', prints('new')]
    const { code, stdout } = await stableBench(['ab', ...FIVE, ...sides])
    expect(code).toBe(3)
    expect(stdout).toMatch(/✗ Nothing was compared: old was not measured · 1 new\nThis fails the check\./)
    expect(stdout).toMatch(
      / {2}- \{ benchmark: 'old', missing: true, .*\n.*\nrenamed:\n {2}- \{ from: 'old', to: 'new' \}/,
    )
  })

  it('runs the setup command once, before anything is measured, and fails with it', async () => {
    const cwd = scratch()
    const sides = [...FIVE, '--baseline', 'test -e built', '--candidate', 'test -e built']
    const built = await stableBench(['ab', '--setup', 'echo x >> built', ...sides, '--fail-on', 'never'], {
      cwd,
    })
    expect(built.code).toBe(0)
    expect(readFileSync(join(cwd, 'built'), 'utf8')).toBe('x\n')
    const broken = await stableBench(['ab', '--setup', 'false', ...sides])
    expect(broken.code).toBe(1)
    expect(broken.stderr).toMatch(/the setup command failed with exit code 1: false/)
  })
})
