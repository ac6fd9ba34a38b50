// Reproducible random numbers for tests: mulberry32 and normal variates by the polar method (Marsaglia & Bray 1964).

const { floor, imul, log, sqrt } = Math

export type SeededRandom = { uniform: () => number; normal: () => number; integer: (below: number) => number }

/** A generator whose whole sequence follows from `seed`. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = () => {
    for (;;) {
      const [x, y] = [2 * uniform() - 1, 2 * uniform() - 1]
      const square = x * x + y * y
      if (square > 0 && square < 1) return x * sqrt((-2 * log(square)) / square)
    }
  }
  return { uniform, normal, integer: below => floor(uniform() * below) }
}
