/** A benchmark in a document of samples. */
export type Entry = Record<string, unknown>

/** One with these runs, and with whatever else is given. */
export const entry = (runs: unknown, more: Entry = {}): Entry => ({
  name: 'parse',
  metric: 'time',
  unit: 'ns',
  better: 'lower',
  runs,
  ...more,
})
