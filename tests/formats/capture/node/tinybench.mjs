import { Bench } from 'tinybench'

const bench = new Bench({ time: 1, iterations: 12, warmup: false, retainSamples: true })
bench.add('join', () => [1, 2, 3].join())
bench.add('throws', () => {
  throw new Error('broken')
})
await bench.run()
const tasks = bench.tasks.map(({ name, result }) => {
  for (const key of ['latency', 'throughput'])
    if (result[key]?.samples) result[key].samples = result[key].samples.slice(0, 12)
  return { name, result }
})
console.log(JSON.stringify(tasks))
