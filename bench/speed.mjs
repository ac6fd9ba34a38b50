// Measures stable-bench itself: start-up, bundle sizes, comparing large documents. Prints one line per figure.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareSessions } from '../src/compare/compare-sessions.ts'
import { defaultPolicy } from '../src/model/index.ts'
import { median } from '../src/stats/describe/summary.ts'
import { blockedShift } from '../src/stats/inference/blocked-test.ts'
import { samplesDocument, seeded, simulatedRuns, times } from './samples-documents.mjs'
import { simulatedSession } from './simulated-session.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const cli = join(root, 'dist/cli.js')
const dir = mkdtempSync(join(tmpdir(), 'stable-bench-speed-'))

const middle = values => [...values].sort((a, b) => a - b)[values.length >> 1]

/** Median seconds of `repeat` runs of `stable-bench ARGS`, and the peak memory of the largest in MB. */
function timed(args, repeat) {
  const seconds = []
  let peak = 0
  for (let i = 0; i < repeat; i++) {
    // The child reports its own peak: Node has no rusage of children.
    const report = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + '\\n'))`
    const preload = join(dir, 'peak.mjs')
    writeFileSync(preload, report)
    const begin = performance.now()
    const { stderr, status } = spawnSync(process.execPath, ['--import', preload, cli, ...args], {
      cwd: dir,
      encoding: 'utf8',
    })
    seconds.push((performance.now() - begin) / 1000)
    if (status !== 0) throw new Error(`exit code ${status}: ${stderr}`)
    peak = Math.max(peak, Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1000)
  }
  return { seconds: middle(seconds), peak }
}

/** Seconds from starting the program to its first run: the first run itself notes the time. */
function startToFirstRun() {
  const mark = 'test -e first || date +%s%N > first'
  const seconds = times(7, () => {
    rmSync(join(dir, 'first'), { force: true })
    const begin = Date.now()
    spawnSync(process.execPath, [cli, 'run', '--runs', '5', '--', 'sh', '-c', mark], { cwd: dir })
    return statSync(join(dir, 'first')).mtimeMs - begin
  })
  return middle(seconds) / 1000
}

/** Seconds of that which no change of the program could save: Node's own start, and the look at the machine (`LOOK_MS`). */
function leastStart() {
  const begun = times(7, () => {
    const begin = performance.now()
    spawnSync(process.execPath, ['--eval', '0'])
    return performance.now() - begin
  })
  return middle(begun) / 1000 + 0.35
}

function compare({ benchmarks, runs, measurements = 30, repeat }) {
  for (const name of ['base.json', 'head.json']) {
    writeFileSync(join(dir, name), samplesDocument(benchmarks, runs, measurements))
  }
  const args = ['compare', '--baseline', 'base.json', '--candidate', 'head.json', '--order', 'interleaved']
  return timed([...args, '--output', 'json', '--out', 'out.json', '--fail-on', 'never'], repeat)
}

/** Median milliseconds of five calls. */
function lasting(act) {
  return middle(
    times(5, () => {
      const begin = performance.now()
      act()
      return performance.now() - begin
    }),
  )
}

/** The share of a comparison in this process that goes into the tests and their intervals, which invert them. */
function testShare(benchmarks, runs) {
  const random = seeded()
  const side = () => times(benchmarks, i => simulatedRuns(runs, 1000 * (1 + i), random))
  const [baseline, candidate] = [side(), side()]
  const how = { design: 'interleaved', policy: defaultPolicy, assumedGrade: 'tuned' }
  const sides = { baselines: [simulatedSession(baseline)], candidates: [simulatedSession(candidate)] }
  const logs = [baseline, candidate].map(rows => rows.map(row => row.map(run => Math.log(median(run)))))
  const tests = lasting(() => {
    logs[0].forEach((a, i) => void [0.99, 0.9].map(blockedShift([{ a, b: logs[1][i] }]).intervalAt))
  })
  return tests / lasting(() => compareSessions({ ...how, ...sides }))
}

const line = (what, value, limit) =>
  console.log(`${what.padEnd(58)} ${value.padStart(10)}   (limit ${limit})`)
const megabytes = (...paths) =>
  `${(paths.reduce((sum, path) => sum + statSync(join(root, path)).size, 0) / 1e6).toFixed(2)} MB`

// A shorter look would miss other programs; the rest is loading, the facts of the machine and the trial of the clock.
line('start to first run', `${startToFirstRun().toFixed(3)} s`, '0.7 s')
line("  Node's own start and the look at the machine", `${leastStart().toFixed(3)} s`, 'none')
const actionFiles = readdirSync(join(root, 'dist'))
  .filter(name => name.startsWith('action'))
  .map(name => `dist/${name}`)
line('dist/cli-main.js', megabytes('dist/cli-main.js'), '6 MB')
line('dist/action*.js', megabytes(...actionFiles), '6 MB')
for (const [benchmarks, runs, measurements, repeat, limits] of [
  [1000, 10, 30, 3, ['2 s', '500 MB']],
  [1000, 20, 30, 3, ['2 s', '1 GB']],
  [10_000, 20, 30, 1, ['8 s', '500 MB']],
  [60_000, 12, 1, 1, ['8 s', '2 GB']],
]) {
  const { seconds, peak } = compare({ benchmarks, runs, measurements, repeat })
  const what = `compare ${benchmarks} benchmarks × ${runs} runs × ${measurements} measurements a side`
  line(what, `${seconds.toFixed(2)} s`, limits[0])
  line('  peak memory', `${peak.toFixed(0)} MB`, limits[1])
}
const share = `${(100 * testShare(1000, 20)).toFixed(0)} %`
line('of a comparison in memory: tests, 1000 benchmarks × 20', share, '50 %')
rmSync(dir, { recursive: true })
