// What the benchmarks of a suite cost, in a file of its own: the next jobs deal them out to the shards by it.
import * as z from 'zod'
import { decodeText } from '../../formats/decode-text.ts'
import { readDocument } from '../../formats/documents/read.ts'
import { maxSeries } from '../../model/index.ts'

const schemaName = 'stable-bench/costs@1'

const costsSchema = z.object({
  schema: z.literal(schemaName),
  costs: z.array(z.object({ benchmark: z.string(), seconds: z.number().nonnegative() })).max(maxSeries),
})

/** The name of the file. */
export const costsFile = 'costs.json'

/** The file for `seconds`, which says by benchmark how long a run of it takes. */
export function renderCosts(seconds: Map<string, number>): string {
  const costs = [...seconds].map(([benchmark, each]) => ({ benchmark, seconds: each }))
  return `${JSON.stringify({ schema: schemaName, costs })}\n`
}

/** What `renderCosts` wrote; `source` names it in messages. Throws an InputError for anything else. */
export function parseCosts(bytes: Uint8Array, source: string): Map<string, number> {
  const { costs } = readDocument(costsSchema, decodeText(bytes), source)
  return new Map(costs.map(({ benchmark, seconds }) => [benchmark, seconds]))
}
