import { bench, do_not_optimize, run } from 'mitata'
import { count } from './words.mjs'

const text = 'the quick brown fox jumps over the lazy dog '.repeat(200)

bench('count', () => do_not_optimize(count(text)))

await run({ format: 'json' })
