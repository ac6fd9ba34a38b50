// Measures stable-bench itself: start-up, bundle sizes, comparing large documents. Prints one line per figure.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** A samples document of `benchmarks` entries with `runs` runs of 30 measurements, sd about 1 % between runs. */
function writeSamples(name, benchmarks, runs) {
  let seed = 1
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  const entry = i => ({
    name: `benchmark ${i}`,
    metric: 'time',
    unit: 'ns',
    better: 'lower',
    runs: Array.from({ length: runs }, () => {
      const center = 1000 * (1 + i) * (1 + 0.03 * (random() - 0.5))
      return Array.from({ length: 30 }, () => center * (1 + 0.05 * random()))
    }),
  })
  const document = {
    schema: 'stable-bench/samples@1',
    benchmarks: Array.from({ length: benchmarks }, (_, i) => entry(i)),
  }
  writeFileSync(join(dir, name), JSON.stringify(document))
}

/** Seconds from starting the program to its first run: the first run itself notes the time. */
function startToFirstRun() {
  const mark = 'test -e first || date +%s%N > first'
  const times = Array.from({ length: 7 }, () => {
    rmSync(join(dir, 'first'), { force: true })
    const begin = Date.now()
    spawnSync(process.execPath, [cli, 'run', '--runs', '5', '--', 'sh', '-c', mark], { cwd: dir })
    return statSync(join(dir, 'first')).mtimeMs - begin
  })
  return middle(times) / 1000
}

function compare(benchmarks, runs, repeat) {
  writeSamples('base.json', benchmarks, runs)
  writeSamples('head.json', benchmarks, runs)
  const args = ['compare', '--baseline', 'base.json', '--candidate', 'head.json', '--order', 'interleaved']
  return timed([...args, '--output', 'json', '--out', 'out.json', '--fail-on', 'never'], repeat)
}

const line = (what, value, limit) =>
  console.log(`${what.padEnd(58)} ${value.padStart(10)}   (limit ${limit})`)
const megabytes = path => `${(statSync(join(root, path)).size / 1e6).toFixed(2)} MB`

line('start to first run', `${startToFirstRun().toFixed(3)} s`, '0.3 s')
for (const bundle of ['dist/cli.js', 'dist/action.js']) line(bundle, megabytes(bundle), '2.5 MB')
for (const [benchmarks, runs, repeat, limits] of [
  [1000, 10, 3, ['2 s', '500 MB']],
  [1000, 20, 3, ['2 s', '1 GB']],
  [10_000, 20, 1, ['20 s', '1 GB']],
]) {
  const { seconds, peak } = compare(benchmarks, runs, repeat)
  const what = `compare ${benchmarks} benchmarks × ${runs} runs × 30 measurements a side`
  line(what, `${seconds.toFixed(2)} s`, limits[0])
  line('  peak memory', `${peak.toFixed(0)} MB`, limits[1])
}
rmSync(dir, { recursive: true })
