// A suite that is spread over several jobs: each measures some of its benchmarks, as a suite of its own, and a publish job
// puts them together. Every job deals the benchmarks in the same way, without asking the others.
import { shuffled } from '../measure/runs/schedule.ts'
import { InputError } from '../model/index.ts'

/** Shard `number` (from 1) of `of`. */
export type Shard = { number: number; of: number }

/** A publish job reads no more legs: see ../github/artifacts/legs-of-run.ts. */
const MOST = 40

/** Reads `2/8`, or `1 of 8`, which counts from 0 as `strategy.job-index` does; null for ''. Throws an InputError. */
export function parseShard(text: string): Shard | null {
  if (text === '') return null
  const [, first, between, last] = /^(\d+)(\/| of )(\d+)$/.exec(text) ?? []
  const of = Number(last)
  const number = between === '/' ? Number(first) : Number(first) + 1
  if (first === undefined || of < 1 || of > MOST || number < 1 || number > of) {
    throw new InputError(
      `shard: there is no shard '${text}'; write 2/8 for the second of eight (${MOST} at most), or ` +
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression that the runner evaluates
        '${{ strategy.job-index }} of ${{ strategy.job-total }}',
    )
  }
  return { number, of }
}

/**
 * The benchmarks of either side that belong to `shard`: as many of all as the other shards have, or one more. Throws an
 * InputError where a shard would be empty.
 */
export function dealt<Names extends Record<string, string[]>>(benchmarks: Names, shard: Shard | null): Names {
  if (shard === null) return benchmarks
  const all = [...new Set(Object.values(benchmarks).flat())]
  const { number, of } = shard
  if (all.length < of) {
    const what =
      all.length === 0 ? 'no benchmarks to deal out: list them in benchmarks' : `${all.length} benchmarks`
    throw new InputError(`shard: ${number}/${of}: there are ${what}; ask for as many shards at most`)
  }
  // Neighbours in the list often take equally long, and must not all be in one shard.
  const own = new Set(shuffled(all, 'shards').filter((_, i) => i % of === number - 1))
  const sides = Object.entries(benchmarks).map(([side, names]) => [side, names.filter(name => own.has(name))])
  return Object.fromEntries(sides) as Names
}

/** The name of a shard as a suite of its own: artifacts, attempts and history are found by it. */
export const shardName = (suite: string, shard: Shard | null): string =>
  shard === null ? suite : `${suite} ${shard.number} of ${shard.of}`

/** The suite that a shard of this name belongs to. */
export const suiteOf = (name: string, shard: Shard | null): string => {
  const end = shardName('', shard)
  return name.endsWith(end) ? name.slice(0, name.length - end.length) : name
}
