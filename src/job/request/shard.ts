// A suite that is spread over several jobs. Each job measures some of its benchmarks, as a suite of its own, and a
// publish job puts them together. The benchmarks of each job are chosen in deal.ts.
import { InputError, mostShards } from '../../model/index.ts'

/** Shard `number` (from 1) of `of`. */
export type Shard = { number: number; of: number }

const form = /^(?:(?<number>\d+)\/|index (?<index>\d+) of )(?<of>\d+)$/

/** Reads `2/8`, or `index 1 of 8`, which counts from 0 as `strategy.job-index` does; null for ''. Throws an InputError. */
export function parseShard(text: string): Shard | null {
  if (text === '') return null
  const found = form.exec(text)?.groups ?? {}
  const number = found.number === undefined ? Number(found.index) + 1 : Number(found.number)
  const of = Number(found.of)
  if (!(number >= 1 && number <= of && of <= mostShards))
    throw new InputError(
      `shard: there is no shard '${text}'; write 2/8 for the second of eight (${mostShards} at most), or ` +
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression that the runner evaluates
        'index ${{ strategy.job-index }} of ${{ strategy.job-total }}, which counts from 0',
    )
  return { number, of }
}

/** A shard as the input and messages write it: `2/8`. */
export const shardText = ({ number, of }: Shard): string => `${number}/${of}`

/** The name of a shard as a suite of its own: artifacts, attempts and history are found by it. */
export const shardName = (suite: string, shard: Shard | null): string =>
  shard === null ? suite : `${suite} ${shard.number} of ${shard.of}`

/** The suite that a shard of this name belongs to. */
export const suiteOf = (name: string, shard: Shard | null): string => {
  const end = shardName('', shard)
  return name.endsWith(end) ? name.slice(0, name.length - end.length) : name
}
