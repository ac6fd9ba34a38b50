import { bench, describe } from 'vitest'

describe('arrays', () => {
  bench('join', () => void [1, 2, 3].join(), { time: 1, iterations: 5, warmupTime: 0, warmupIterations: 0 })
  bench(
    'throws',
    () => {
      throw new Error('broken')
    },
    { time: 1, iterations: 5 },
  )
})
