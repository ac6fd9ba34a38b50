// Reproducible random numbers: mulberry32 (Tommy Ettinger, public domain), 32 bits of state. Not for secrets.

// Looked up once: test runners make every use of a global slow.
const { imul } = Math

/** A generator of uniform numbers in [0, 1) whose whole sequence follows from `seed`. */
export function seededUniform(seed: number): () => number {
  // In an array: a number that changes is stored anew each time it does.
  const kept = Int32Array.of(seed)
  return () => {
    const state = ((kept[0] as number) + 0x6d2b79f5) | 0
    kept[0] = state
    let mixed = imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
