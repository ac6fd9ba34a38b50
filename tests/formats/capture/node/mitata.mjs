import { bench, run } from 'mitata'

bench('join', () => [1, 2, 3].join())
bench('sort $size', function* (state) {
  const size = state.get('size')
  yield () => Array.from({ length: size }, (_, i) => size - i).sort()
}).args('size', [10, 100])
bench('throws', () => {
  throw new Error('broken')
})
// The samples of a real run are thousands: twelve of them show as much.
const result = await run({ format: 'quiet', throw: false })
for (const { runs } of result.benchmarks) {
  for (const { stats } of runs) {
    if (!stats) continue
    stats.samples = stats.samples.slice(0, 12)
    delete stats.debug
  }
}
delete result.context.noop
console.log(JSON.stringify({ context: result.context, benchmarks: result.benchmarks }))
