// The benchmark by which stable-bench gates itself: how long people wait for its own commands.
//   own.mjs prepare [ROWS]   makes the files that are read, in bench/own/
//   own.mjs [ROWS]           one run: start-up, a comparison and a trend page of so many rows (1000)
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { samplesDocument } from './samples-documents.mjs'

const beside = path => fileURLToPath(new URL(path, import.meta.url))
const folder = beside('own')
const [RUNS, NIGHTS] = [10, 30]

function prepare(rows) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const name of ['base.json', 'head.json']) {
    writeFileSync(join(folder, name), samplesDocument(rows, RUNS))
  }
  const sources = ['--experimental-strip-types', '--no-warnings', beside('trend/cost.ts')]
  const size = [rows, NIGHTS, RUNS].map(String)
  execFileSync(process.execPath, [...sources, 'fill', ...size, join(folder, 'history')], { stdio: 'ignore' })
}

/** Milliseconds that the program of this checkout takes. It throws where that fails. */
function lasting(...args) {
  const begin = performance.now()
  execFileSync(process.execPath, [beside('../dist/cli.js'), ...args], { cwd: folder, stdio: 'ignore' })
  return performance.now() - begin
}

/** One run of each benchmark. A short one is repeated, because a disturbance is a large part of its time. */
function measure(rows) {
  const sides = ['--baseline', 'base.json', '--candidate', 'head.json', '--order', 'interleaved']
  const runs = {
    'start-up': Array.from({ length: 3 }, () => lasting('--help')),
    [`comparison of ${rows} rows`]: [lasting('compare', ...sides, '--fail-on', 'never')],
    [`trend page of ${rows} series`]: [lasting('trend', 'history', '--html', 'trend.html')],
  }
  const benchmarks = Object.entries(runs).map(([name, run]) => ({
    name,
    metric: 'time',
    unit: 'ms',
    better: 'lower',
    runs: [run],
  }))
  console.log(JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks }))
}

const words = process.argv.slice(2)
const rows = Number(words.find(word => /^\d+$/.test(word)) ?? 1000)
if (words.includes('prepare')) prepare(rows)
else measure(rows)
