// A compact history of sessions, from which the trend is drawn and analysed. A `stable-bench/trend@1` holds any part of
// it: one night, a month of them, or the facts that are kept about all of them.
import * as z from 'zod'
import { text } from './fields.ts'
import { rowPlacementSchema } from './placement.ts'
import { betterSchema } from './sample.ts'
import { analysisSchema } from './trend-analysis.ts'

/** More than ten years of nights on one machine. */
export const maxNights = 5000
export const maxSeries = 30_000

const short = z.string().max(200)
const commit = z.string().regex(/^[0-9a-f]{40,64}$/)
const time = z.iso.datetime({ offset: true })
const level = z.number().nonnegative()

const nightSchema = z.object({
  /** The same session has the same id wherever it is found. */
  id: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('A digest of when and where its runs were made.'),
  date: time.describe('When its first run started.'),
  commit: commit.nullable(),
  ref: text.nullable(),
  url: text.nullable().describe('The address of the workflow run.'),
  machine: text,
  fingerprint: short,
  facts: z.record(short, text).describe('Those that must match for nights to be compared.'),
  artifact: z.int().positive().optional().describe('The id of the artifact that the session was found in.'),
  builds: z
    .int()
    .min(2)
    .optional()
    .describe(
      'Of how many builds of the same code its runs are; run i is of build i, and again from the first on.',
    ),
  imported: short.optional().describe('The tool that measured it, where stable-bench did not.'),
})

/** One session of the history. `tags` are the releases that it is the first night of; they follow from the releases. */
export type Night = z.infer<typeof nightSchema> & { tags: string[] }

export const seriesSchema = z.object({
  benchmark: text.min(1),
  metric: short.min(1),
  unit: z.string().max(50),
  better: betterSchema,
  machine: text,
  gates: z.boolean(),
  nights: z.array(z.int().nonnegative()).max(maxNights).describe('Indices into the nights, ascending.'),
  /** Each number has six significant digits. A night too old to keep its runs has only one number. */
  runs: z
    .array(z.array(level).min(1))
    .max(maxNights)
    .describe('One inner list per night: one number per run.'),
})

/** One benchmark's metric on one machine over the nights. */
export type TrendSeries = z.infer<typeof seriesSchema>

/** Characters that the tag of a release may have. */
export const longestTag = 200

const releaseSchema = z.object({
  tag: z.string().max(longestTag),
  commit,
  date: time.nullable().describe('The date of its commit; null where the branch does not descend from it.'),
})

/** A tag that names a version. */
export type Release = z.infer<typeof releaseSchema>

const announcedSchema = z.object({
  benchmark: text,
  metric: short,
  machine: text,
  direction: z.enum(['worse', 'better']),
  nights: z.array(short).max(100).describe('Ids of the nights that its first one was credibly among.'),
  told: short.describe('Id of the newest night when it was announced.'),
  /** The level before it, in the series' unit; `ratio` is the level after it over this one. */
  before: level,
  ratio: level,
  /** Id of the night when it was found to be over; null as long as it lasts. */
  recovered: short.nullable(),
  issue: z.int().positive().optional().describe('The number of the issue that tracks it.'),
})

/** A change of one series that was announced, remembered so that it is announced only once. */
export type AnnouncedChange = z.infer<typeof announcedSchema>

/** What a calibration has found of the place of the code in one row. */
const calibratedSchema = rowPlacementSchema.extend({ machine: text, date: time })

export const trendSchemaName = 'stable-bench/trend@1'

export const trendSchema = z.object({
  schema: z.literal(trendSchemaName),
  suite: text,
  /** `https://github.com/owner/repo` for links to commits. */
  repository: text.nullable(),
  nights: z.array(nightSchema).max(maxNights),
  series: z.array(seriesSchema).max(maxSeries),
  releases: z.array(releaseSchema).max(5000),
  told: z.array(announcedSchema).max(20_000).describe('Changes that were announced already.'),
  placements: z
    .array(calibratedSchema)
    .max(maxSeries)
    .optional()
    .describe('What calibrations have found of the place of the code, the newest of each row and machine.'),
  analysis: analysisSchema.optional().describe('The findings in it, series by series; never read again.'),
})

type TrendDocument = z.infer<typeof trendSchema>

/** Nights are in order of time. */
export type Trend = Pick<TrendDocument, 'suite' | 'repository' | 'series' | 'placements'> & {
  nights: Night[]
}

/** A trend, and what must be remembered from night to night. */
export type TrendHistory = Trend & Pick<TrendDocument, 'releases' | 'told'>
