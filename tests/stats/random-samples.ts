// Samples of the shapes that benchmark runs take, on the log scale, for property and calibration tests.
import type { SeededRandom } from './seeded-random.ts'

/** One run value: clean, with 10 % of runs slowed by 5 to 50 %, in two modes, skewed, or on a coarse clock. */
export const shapes: Record<string, (random: SeededRandom) => number> = {
  normal: random => 0.01 * random.normal(),
  contaminated: random =>
    0.01 * random.normal() + (random.uniform() < 0.1 ? 0.05 + 0.45 * random.uniform() : 0),
  bimodal: random => 0.005 * random.normal() + (random.uniform() < 0.3 ? 0.05 : 0),
  skewed: random => -0.01 * Math.log(1 - random.uniform()),
  coarse: random => Math.round(2 * random.normal()) / 128,
}

/** `count` run values of a shape, moved by `shift`. */
export function sample(random: SeededRandom, shape: string, count: number, shift = 0): number[] {
  const draw = shapes[shape] as (random: SeededRandom) => number
  return Array.from({ length: count }, () => draw(random) + shift)
}
