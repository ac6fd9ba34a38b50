// Reads and writes `stable-bench/trend@1`.
import * as z from 'zod'
import { readDocument } from '../../formats/documents/read-document.ts'
import { isRuns } from '../../formats/json/shape.ts'
import {
  InputError,
  maxSeries,
  seriesSchema,
  type TrendAnalysis,
  type TrendHistory,
  trendSchema,
  trendSchemaName,
} from '../../model/index.ts'

/** The schema without a copy of the runs, which are nearly all of a document. Its errors say less. */
const trendFrame = trendSchema.extend({
  series: z.array(seriesSchema.extend({ runs: z.custom<number[][]>(isRuns) })).max(maxSeries),
  analysis: z.any().transform(() => undefined),
})

type Indexed = Pick<z.infer<typeof trendSchema>, 'nights' | 'series'>

function assertIndices({ nights, series }: Indexed, source: string): void {
  series.forEach((each, i) => {
    const where = `${source}: series[${i}]`
    if (each.nights.length !== each.runs.length) {
      throw new InputError(`${where}: has ${each.runs.length} runs for ${each.nights.length} nights`)
    }
    each.nights.forEach((night, k) => {
      if (night >= nights.length || night <= (each.nights[k - 1] ?? -1)) {
        throw new InputError(
          `${where}.nights[${k}] is ${night}; indices must increase and be below the number of nights`,
        )
      }
    })
  })
}

/** Parses a trend document. Throws an InputError that names the source, the path in it and the reason. */
export function parseTrendDocument(json: string, source: string): TrendHistory {
  const { schema: _, analysis: __, ...document } = readDocument(trendSchema, json, source, trendFrame)
  assertIndices(document, source)
  return { ...document, nights: document.nights.map(night => ({ ...night, tags: [] })) }
}

/** The document that `parseTrendDocument` reads back to the same history; tags follow from the releases. */
export function renderTrendDocument({ nights, ...history }: TrendHistory, analysis?: TrendAnalysis): string {
  const stored = nights.map(({ tags: _, ...night }) => night)
  return `${JSON.stringify({ schema: trendSchemaName, ...history, nights: stored, analysis })}\n`
}

export const isTrendDocument = (json: string) => json.slice(0, 200).includes(`"${trendSchemaName}"`)
