// The file of benchmark costs. Later jobs use it to deal the benchmarks to shards. It also holds the deal that the
// nights keep.
import * as z from 'zod'
import { decodeText } from '../../formats/decode-text.ts'
import { readDocument } from '../../formats/documents/read-document.ts'
import { maxSeries } from '../../model/index.ts'

const schemaName = 'stable-bench/costs@1'

const costsSchema = z.object({
  schema: z.literal(schemaName),
  costs: z.array(z.object({ benchmark: z.string(), seconds: z.number().nonnegative() })).max(maxSeries),
  shards: z.array(z.array(z.string())).optional(),
})

/** Seconds that a run of each benchmark took, and the benchmarks of each shard, where these are dealt by cost. */
export type KnownCosts = { seconds: Map<string, number>; shards?: string[][] | undefined }

/** The name of the file. */
export const costsFile = 'costs.json'

/** The text of the file. */
export function renderCosts({ seconds, shards }: KnownCosts): string {
  const costs = [...seconds].map(([benchmark, each]) => ({ benchmark, seconds: each }))
  return `${JSON.stringify({ schema: schemaName, costs, shards })}\n`
}

/** Reads a file that `renderCosts` wrote; `source` names it in messages. Throws an InputError for anything else. */
export function parseCosts(bytes: Uint8Array, source: string): KnownCosts {
  const { costs, shards } = readDocument(costsSchema, decodeText(bytes), source)
  return { seconds: new Map(costs.map(({ benchmark, seconds }) => [benchmark, seconds])), shards }
}
