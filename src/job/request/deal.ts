// Deals the benchmarks to the shards. Every job deals all of them in the same way, without asking the others. It deals
// by cost where the costs are known, so that all shards take equally long. Otherwise it deals by count.

import { shuffled } from '../../measure/runs/schedule.ts'
import { shortDigest } from '../../model/digest.ts'
import { InputError } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { type Shard, shardText } from './shard.ts'

/**
 * Seconds that a run of each benchmark took, from the artifact with the id `artifact`. `kept`: a list for each shard that is to
 * stay, since a benchmark that changes its shard leaves its history behind.
 */
export type Costs = { artifact: number; seconds: Map<string, number>; kept?: string[][] | undefined }

/** A shard, and the deal that it is a part of: the same `deal` for the same benchmarks in the same shards. */
export type DealtShard = Shard & { deal: string; costs?: number }

/** The cost of every name. One that is not known counts as the mean of those that are, and all are equal without any. */
function costOf(names: string[], costs: Costs | null): (name: string) => number {
  const known = names.flatMap(name => costs?.seconds.get(name) ?? [])
  const usual = known.length === 0 ? 1 : known.reduce((sum, each) => sum + each, 0) / known.length
  return name => costs?.seconds.get(name) ?? usual
}

type ShardLoad = { cost: number; names: string[] }

const leastOf = (shards: ShardLoad[]): ShardLoad =>
  shards.toSorted((a, b) => a.cost - b.cost || a.names.length - b.names.length)[0] as ShardLoad

/** Deals out the names that `kept` has in no shard, after those that it has. */
function dealtBeside(kept: string[][], names: string[], cost: (name: string) => number): string[][] {
  const shards = kept.map((): ShardLoad => ({ cost: 0, names: [] }))
  const own = new Map(kept.flatMap((each, i) => each.map(name => [name, shards[i] as ShardLoad])))
  const give = (name: string, shard: ShardLoad) => {
    shard.cost += cost(name)
    shard.names.push(name)
  }
  // Neighbours in the list often take equally long, and must not all be in one shard.
  const inOrder = shuffled(names, 'shards').sort((a, b) => cost(b) - cost(a))
  const [staying, others] = [true, false].map(stays => inOrder.filter(name => own.has(name) === stays))
  for (const name of staying as string[]) give(name, own.get(name) as ShardLoad)
  for (const name of others as string[]) give(name, leastOf(shards))
  return shards.map(shard => shard.names)
}

/**
 * The names in each of `of` shards: the dearest first, each to the shard with the least time so far. So no shard takes more than
 * 4/3 of the shortest possible time (Graham 1969, "Bounds on multiprocessing timing anomalies"). Where a deal of as many shards is
 * to be kept, only new names are dealt, unless a shard would be left empty.
 */
export function shardsOf(names: string[], of: number, costs: Costs | null): string[][] {
  const cost = costOf(names, costs)
  const kept = costs?.kept?.length === of ? dealtBeside(costs.kept, names, cost) : []
  if (kept.length > 0 && kept.every(shard => shard.length > 0)) return kept
  return dealtBeside(Array(of).fill([]), names, cost)
}

const digest = (shards: string[][]) => shortDigest(JSON.stringify(shards.map(names => names.toSorted())), 12)

/** The benchmarks of either side that belong to `shard`, and its deal. Throws an InputError where a shard would be empty. */
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
        : `there are ${counted(all.length, 'benchmark')}; ask for at most as many shards`
    throw new InputError(`shard: ${shardText(shard)}: ${why}`)
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
