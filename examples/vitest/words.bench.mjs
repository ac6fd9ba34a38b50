import { bench } from 'vitest'
import { count } from './words.mjs'

const text = 'the quick brown fox jumps over the lazy dog '.repeat(200)

bench('count', () => void count(text), { time: 100, warmupTime: 50 })
