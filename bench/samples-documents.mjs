// Samples documents of any size with numbers that are the same in every run, for what takes long on large ones.

/** Numbers in [0, 1) that are the same in every run of this script. */
export function seeded() {
  let seed = 1
  return () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
}

export const times = (count, of) => Array.from({ length: count }, (_, i) => of(i))

/** `runs` runs of 30 measurements about `level`, sd about 1 % between runs. */
export function simulatedRuns(runs, level, random) {
  return times(runs, () => {
    const center = level * (1 + 0.03 * (random() - 0.5))
    return times(30, () => center * (1 + 0.05 * random()))
  })
}

/** The text of a samples document of `benchmarks` entries with `runs` runs of 30 measurements. */
export function samplesDocument(benchmarks, runs, measurements) {
  const random = seeded()
  const entry = i => ({
    name: `benchmark ${i}`,
    metric: 'time',
    unit: 'ns',
    better: 'lower',
    runs: simulatedRuns(runs, 1000 * (1 + i), random).map(run => run.slice(0, measurements)),
  })
  return JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: times(benchmarks, entry) })
}
