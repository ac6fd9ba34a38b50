// Measures one version of the library, `node benchmark.mjs base|head`, and prints stable-bench/samples@1. `head 5` plants a
// larger regression: every fifth line is parsed twice, not every twentieth.
// This is all a harness of your own needs: time the code some thirty times, print the times of this one process.

const [, , version, every] = process.argv
const { parse, format, search } = await import(`./${version}/access-log.mjs`)

const paths = ['/', '/index.html', '/api/users/17', '/api/orders?page=2', '/static/app.js', '/login']
const lines = Array.from({ length: 4000 }, (_, i) => {
  const host = `10.${i % 7}.${i % 31}.${i % 251}`
  return `${host} [2026-11-20T10:${String(i % 60).padStart(2, '0')}:00Z] "GET ${paths[i % paths.length]}" ${i % 9 ? 200 : 404} ${(i * 37) % 90000}`
})
const records = parse(lines)

const benchmarks = {
  parse: () => parse(lines, every === undefined ? undefined : Number(every)),
  format: () => format(records),
  search: () => search(records, ['10.', 'get', 'api']),
}

const MEASUREMENTS = 30
const WARMUP = 60

/** One measurement: nanoseconds for one call, timed over a few so that the clock's grain does not matter. */
function measure(run) {
  const calls = 4
  const begin = process.hrtime.bigint()
  for (let call = 0; call < calls; call++) run()
  return Number(process.hrtime.bigint() - begin) / calls
}

function measurements(run) {
  for (let i = 0; i < WARMUP / 2; i++) measure(run)
  return Array.from({ length: MEASUREMENTS }, () => measure(run))
}

// All of them before the first one that counts: the compiler and the heap settle for the program as a whole.
for (let i = 0; i < WARMUP; i++) for (const run of Object.values(benchmarks)) measure(run)

const samples = Object.entries(benchmarks).map(([name, run]) => ({
  name,
  metric: 'time',
  unit: 'ns',
  better: 'lower',
  runs: [measurements(run)],
}))
process.stdout.write(`${JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: samples })}\n`)
