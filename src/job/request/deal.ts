// Which shard measures which benchmarks. Every job deals all of them in the same way, without asking the others: by what
// they cost where that is known, so that all shards take equally long, else by count.
import { createHash } from 'node:crypto'
import { shuffled } from '../../measure/runs/schedule.ts'
import { InputError } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import type { Shard } from './shard.ts'

/** Seconds that a run of each benchmark took, from the artifact with the id `artifact`. */
export type Costs = { artifact: number; seconds: Map<string, number> }

/** A shard, and the deal that it is a part of: the same `deal` for the same benchmarks in the same shards. */
export type DealtShard = Shard & { deal: string; costs?: number }

/** The cost of every name. One that is not known counts as the mean of those that are, and all are equal without any. */
function costOf(names: string[], costs: Costs | null): (name: string) => number {
  const known = names.flatMap(name => costs?.seconds.get(name) ?? [])
  const usual = known.length === 0 ? 1 : known.reduce((sum, each) => sum + each, 0) / known.length
  return name => costs?.seconds.get(name) ?? usual
}

/**
 * The names in each of `of` shards. The dearest comes first, each to the shard that has least so far: no shard takes more
 * than 4/3 of the shortest time that is possible (Graham 1969, "Bounds on multiprocessing timing anomalies").
 */
export function shardsOf(names: string[], of: number, costs: Costs | null): string[][] {
  const cost = costOf(names, costs)
  const shards = Array.from({ length: of }, () => ({ cost: 0, names: [] as string[] }))
  // Neighbours in the list often take equally long, and must not all be in one shard.
  for (const name of shuffled(names, 'shards').sort((a, b) => cost(b) - cost(a))) {
    const least = shards.reduce((best, each) =>
      each.cost < best.cost || (each.cost === best.cost && each.names.length < best.names.length)
        ? each
        : best,
    )
    least.cost += cost(name)
    least.names.push(name)
  }
  return shards.map(shard => shard.names)
}

const digest = (shards: string[][]) =>
  createHash('sha256')
    .update(JSON.stringify(shards.map(names => names.toSorted())))
    .digest('hex')
    .slice(0, 12)

/**
 * The benchmarks of either side that belong to `shard`, and the shard with its deal. Throws an InputError where a shard
 * would be empty.
 */
export function dealt<Names extends Record<string, string[]>>(
  benchmarks: Names,
  shard: Shard,
  costs: Costs | null,
): { benchmarks: Names; shard: DealtShard } {
  const all = [...new Set(Object.values(benchmarks).flat())]
  const { number, of } = shard
  if (all.length < of) {
    const why =
      all.length === 0
        ? 'there are no benchmarks to deal out; list them in benchmarks'
        : `there are ${counted(all.length, 'benchmark')}; ask for as many shards at most`
    throw new InputError(`shard: ${number}/${of}: ${why}`)
  }
  const shards = shardsOf(all, of, costs)
  const own = new Set(shards[number - 1])
  const sides = Object.entries(benchmarks).map(([side, names]) => [side, names.filter(name => own.has(name))])
  const known = costs === null ? {} : { costs: costs.artifact }
  return {
    benchmarks: Object.fromEntries(sides) as Names,
    shard: { ...shard, deal: digest(shards), ...known },
  }
}
