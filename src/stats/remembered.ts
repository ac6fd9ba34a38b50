// Keeps the results of functions that are asked the same thing for many rows: tables, quantiles.

/** Beyond so many results all are forgotten. */
const MOST = 10_000

/** `compute` with its results kept by `keyOf` its arguments, which is all of them in a row unless given. */
export function remembered<Args extends unknown[], Result>(
  compute: (...args: Args) => Result,
  keyOf: (...args: Args) => string = (...args) => args.join(' '),
): (...args: Args) => Result {
  const results = new Map<string, Result>()
  return (...args) => {
    const key = keyOf(...args)
    const known = results.get(key)
    if (known !== undefined) return known
    const result = compute(...args)
    if (results.size >= MOST) results.clear()
    results.set(key, result)
    return result
  }
}
