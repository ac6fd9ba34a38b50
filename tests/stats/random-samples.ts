// Samples of the shapes that benchmark runs take, on the log scale, for property and calibration tests.
import type { SeededRandom } from './seeded-random.ts'

/** A Poisson count (Knuth, The Art of Computer Programming 2, section 3.4.1); a share of `spikes` gets 20 to 199 more. */
export function counterRun(random: SeededRandom, mean: number, spikes: number): number {
  let count = -1
  for (let product = 1; product > Math.exp(-mean); count++) product *= random.uniform()
  return count + (random.uniform() < spikes ? 20 + random.integer(180) : 0)
}

/** One run value: clean, with 10 % of runs slowed by 5 to 50 %, in two modes, skewed, on a coarse clock, or a counter that can be 0. */
export const shapes: Record<string, (random: SeededRandom) => number> = {
  normal: random => 0.01 * random.normal(),
  contaminated: random =>
    0.01 * random.normal() + (random.uniform() < 0.1 ? 0.05 + 0.45 * random.uniform() : 0),
  bimodal: random => 0.005 * random.normal() + (random.uniform() < 0.3 ? 0.05 : 0),
  skewed: random => -0.01 * Math.log(1 - random.uniform()),
  counter: random => counterRun(random, 2, 0.1),
  coarse: random => Math.round(2 * random.normal()) / 128,
}

/** `count` run values of a shape, moved by `shift`. */
export function sample(random: SeededRandom, shape: string, count: number, shift = 0): number[] {
  const draw = shapes[shape] as (random: SeededRandom) => number
  return Array.from({ length: count }, () => draw(random) + shift)
}
