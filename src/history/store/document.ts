// `stable-bench/trend@1`: any part of a history: one night, a month of them, or what is remembered about all of them.
import * as z from 'zod'
import { readDocument } from '../../formats/documents/read.ts'
import { isRuns } from '../../formats/json/shape.ts'
import { InputError, type TrendHistory } from '../../model/index.ts'
import type { TrendAnalysis } from '../../model/trend-analysis.ts'

export const trendSchemaName = 'stable-bench/trend@1'

/** More than ten years of nights on one machine. */
export const maxNights = 5000
const maxSeries = 30_000

const text = z.string().max(10_000)
const short = z.string().max(200)
const commit = z.string().regex(/^[0-9a-f]{40,64}$/)
const time = z.iso.datetime({ offset: true })
const level = z.number().nonnegative()

const nightSchema = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('A digest of when and where its runs were made.'),
  date: time.describe('When its first run started.'),
  commit: commit.nullable(),
  ref: text.nullable(),
  url: text.nullable().describe('Of the workflow run.'),
  machine: text,
  fingerprint: short,
  facts: z.record(short, text).describe('Those that must match for nights to be compared.'),
  artifact: z.int().positive().optional().describe('The id of the artifact that the session was found in.'),
})

const seriesSchema = z.object({
  benchmark: text.min(1),
  metric: short.min(1),
  unit: z.string().max(50),
  better: z.enum(['lower', 'higher']),
  machine: text,
  gates: z.boolean(),
  nights: z.array(z.int().nonnegative()).max(maxNights).describe('Indices into the nights, ascending.'),
  runs: z
    .array(z.array(level).min(1))
    .max(maxNights)
    .describe('One inner list per night: one number per run.'),
})

const releaseSchema = z.object({
  tag: short,
  commit,
  date: time.nullable().describe('Of its commit; null where the branch does not descend from it.'),
})

const toldSchema = z.object({
  benchmark: text,
  metric: short,
  machine: text,
  direction: z.enum(['worse', 'better']),
  nights: z.array(short).max(100).describe('Ids of the nights that its first one was credibly among.'),
  told: short.describe('Id of the newest night when it was told.'),
  before: level,
  ratio: level,
  recovered: short.nullable(),
  issue: z.int().positive().optional().describe('The number of the issue that tracks it.'),
})

const night = z.int().nonnegative()
const interval = z.tuple([level, level]).nullable()

const analysisSchema = z.object({
  series: z.array(
    z.object({
      changePoints: z.array(
        z.object({
          night: night.describe('The first one at the new level.'),
          lastGood: night.nullable(),
          range: z.tuple([night, night]).describe('Credibly the first one is among these.'),
          ratio: level
            .nullable()
            .describe('Of the level after it to the level before it; null where that was 0.'),
          interval,
          direction: z.enum(['worse', 'better']),
          testbedChanged: z.boolean(),
        }),
      ),
      spikes: z.array(night),
      segments: z.array(z.object({ from: night, to: night, level })),
      sinceRelease: z.object({ since: night, ratio: level, interval }).nullable(),
    }),
  ),
})

export const trendSchema = z.object({
  schema: z.literal(trendSchemaName),
  suite: text,
  repository: text.nullable(),
  nights: z.array(nightSchema).max(maxNights),
  series: z.array(seriesSchema).max(maxSeries),
  releases: z.array(releaseSchema).max(5000).default([]),
  told: z.array(toldSchema).max(20_000).default([]).describe('Changes that were told already.'),
  analysis: analysisSchema.optional().describe('What was found in it, series by series; never read again.'),
})

/** Looked at and not copied: nearly all of a document are runs. Its refusals say less. */
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
        throw new InputError(`${where}.nights[${k}]: is ${night}, which is no later one of the nights`)
      }
    })
  })
}

/** Parses a trend document. Throws an InputError that names the source, the path in it and the reason. */
export function parseTrendDocument(json: string, source: string): TrendHistory {
  const { schema: _, analysis: __, ...document } = readDocument(trendSchema, json, source, trendFrame)
  assertIndices(document, source)
  const told = document.told.map(({ issue, ...each }) => ({
    ...each,
    ...(issue === undefined ? {} : { issue }),
  }))
  const nights = document.nights.map(({ artifact, ...night }) => ({
    ...night,
    tags: [],
    ...(artifact === undefined ? {} : { artifact }),
  }))
  return { ...document, nights, told }
}

/** The document that `parseTrendDocument` reads back to the same history; tags follow from the releases. */
export function renderTrendDocument({ nights, ...history }: TrendHistory, analysis?: TrendAnalysis): string {
  const stored = nights.map(({ tags: _, ...night }) => night)
  return `${JSON.stringify({ schema: trendSchemaName, ...history, nights: stored, analysis })}\n`
}

export const isTrendDocument = (json: string) => json.slice(0, 200).includes(`"${trendSchemaName}"`)
