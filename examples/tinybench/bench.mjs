import { Bench } from 'tinybench'
import { count } from './words.mjs'

const text = 'the quick brown fox jumps over the lazy dog '.repeat(200)
const bench = new Bench({ time: 100, warmupTime: 50, retainSamples: true })

bench.add('count', () => count(text))

await bench.run()
console.log(JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result }))))
