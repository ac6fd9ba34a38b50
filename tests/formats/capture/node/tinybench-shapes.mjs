// Prints the same tasks in the shape that the argument names: people print tinybench's results in all of them.
import { Bench } from 'tinybench'

const bench = new Bench({ time: 1, iterations: 12, warmup: false, retainSamples: true })
bench.add('join', () => [1, 2, 3].join())
bench.add('parse', () => JSON.parse('[1,2]'))
bench.add('throws', () => {
  throw new Error('broken')
})
await bench.run()
/** Long lists of samples are cut; results of early versions are frozen. */
const cut = result =>
  JSON.parse(JSON.stringify(result, (key, value) => (key === 'samples' ? value.slice(0, 6) : value)))
const results = bench.tasks.map(({ name, result }) => ({ name, result: cut(result) }))
const shapes = {
  tasks: () => results,
  spread: () => results.map(({ name, result }) => ({ name, ...result })),
  object: () => Object.fromEntries(results.map(({ name, result }) => [name, result])),
  entries: () => [...new Map(results.map(({ name, result }) => [name, result]))],
  suite: () => ({ node: process.version, arrays: results }),
}
console.log(JSON.stringify(shapes[process.argv[2]](), null, 2))
