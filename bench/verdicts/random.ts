// Reproducible random numbers for the simulation: xoshiro128** (Blackman & Vigna 2021), seeded by splitmix32. Each case
// has a stream of its own, so that no result depends on how the work is cut into pieces.

const { imul, log, sqrt } = Math

export type Random = { uniform: () => number; normal: () => number; integer: (below: number) => number }

/** A 32-bit hash of a text (FNV-1a). */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = imul(state ^ text.charCodeAt(i), 0x01000193)
  return state >>> 0
}

/** Four well-mixed words from one (splitmix32). */
function words(seed: number): Int32Array {
  let state = seed
  return new Int32Array(4).map(() => {
    state = (state + 0x9e3779b9) | 0
    let mixed = imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return mixed ^ (mixed >>> 15)
  })
}

/** The next 32 bits; the state is a typed array because closures would box every word. */
function xoshiro(state: Int32Array): number {
  const a = state[0] as number
  const b = state[1] as number
  const e = (state[2] as number) ^ a
  const f = (state[3] as number) ^ b
  const product = imul(b, 5)
  const result = imul((product << 7) | (product >>> 25), 9)
  state[0] = a ^ f
  state[1] = b ^ e
  state[2] = e ^ (b << 9)
  state[3] = (f << 11) | (f >>> 21)
  return result >>> 0
}

/** Normal variates by the polar method (Marsaglia & Bray 1964), which makes two at a time. */
function polar(uniform: () => number): () => number {
  let spare: number | null = null
  return () => {
    if (spare !== null) {
      const value = spare
      spare = null
      return value
    }
    for (;;) {
      const x = 2 * uniform() - 1
      const y = 2 * uniform() - 1
      const square = x * x + y * y
      if (square === 0 || square >= 1) continue
      const factor = sqrt((-2 * log(square)) / square)
      spare = y * factor
      return x * factor
    }
  }
}

/** The stream of case number `index` of the stream family `name`; uniform is strictly between 0 and 1. */
export function randomStream(seed: number, name: string, index: number): Random {
  const state = words(hash(`${seed} ${name} ${index}`))
  // Two names may share a hash; the index keeps their streams apart, and no state is all zero.
  state[1] = (state[1] as number) ^ index
  state[3] = (state[3] as number) | 1
  const uniform = () => (xoshiro(state) + 0.5) / 2 ** 32
  return { uniform, normal: polar(uniform), integer: below => Math.floor(uniform() * below) }
}
