// What was measured, and the doubts that travel with it.

export type Better = 'lower' | 'higher'

/** One benchmark's measurements of one metric: an inner list per run (fresh process), in execution order. */
export type Sample = {
  name: string
  metric: string
  unit: string
  better: Better
  runs: number[][]
}

/** A doubt that travels with the data it is about. */
export type Warning = { code: string; message: string }

/** A benchmark that was expected to yield measurements and did not. */
export type Failure = { name: string; reason: string }

/** What was measured: all fields are null where the work tree is not a git checkout. */
export type Revision = {
  commit: string | null
  ref: string | null
  dirty: boolean | null
  /** The `owner/name` that its origin names, in lower case. */
  repository?: string | undefined
}
