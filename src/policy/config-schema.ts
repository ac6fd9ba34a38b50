// The keys and values that `.stable-bench.yml` may hold, and the messages about wrong values. The messages about
// unknown keys are in closed-object.ts.
import * as z from 'zod'
import { parseFraction } from '../inputs/parse.ts'
import type { Budget, Summary } from '../model/index.ts'
import { canonicalUnit } from '../units.ts'
import { closed, name } from './closed-object.ts'
import { type Defaults, defaultsShape, type SuiteEntry } from './configured-inputs.ts'
import { suitesSchema } from './suite-schema.ts'

const list = <Entry extends z.ZodType>(entry: Entry, most: number) =>
  z.array(entry, 'must be a list').max(most, `must have at most ${most} entries`)

const text = (most: number, empty = 'must not be empty') =>
  z
    .string({ error: ({ input }) => (input === undefined ? empty : 'must be text') })
    .trim()
    .min(1, empty)
    .max(most, `must have at most ${most} characters`)

const flag = z.boolean('must be true or false')

const share = 'must be a share below 100%, such as 5% or 0.05'

const shareOf = (message: string, isGood: (value: number) => boolean) =>
  z
    .union([z.string(), z.number()], message)
    .transform(value => parseFraction(String(value).trim()))
    .refine(isGood, message)

const fraction = shareOf(share, value => value >= 0 && value < 1)

const aboveZero = fraction.refine(value => value !== 0, 'must be above 0')

/** Percentiles strictly between the ends: the highest measurement depends on how many there were. */
const isSummary = (given: string): given is Summary => {
  const percent = Number(/^p(\d+(?:\.\d+)?)$/.exec(given)?.[1] ?? 0)
  return ['median', 'mean', 'min'].includes(given) || (percent > 0 && percent < 100)
}

const summaries = 'must be median, mean, min or a percentile such as p90'

const ruleSchema = closed({
  benchmark: name.optional(),
  metric: name.optional(),
  band: aboveZero.optional(),
  threshold: fraction.optional(),
  better: z.enum(['lower', 'higher'], 'must be lower or higher').optional(),
  summary: z.string(summaries).refine(isSummary, summaries).optional(),
  gate: flag.optional(),
})
  .refine(
    rule => rule.benchmark ?? rule.metric,
    "names neither a benchmark nor a metric ('*' is all of them)",
  )
  .transform(({ benchmark = '*', metric = '*', ...settings }) => ({ benchmark, metric, ...settings }))

const waiverSchema = closed({
  benchmark: name,
  metric: name.default('*'),
  ceiling: aboveZero.nullable().default(null),
  missing: flag.default(false),
  expires: z.iso.date('must be a day such as 2026-12-31'),
  reason: text(500, 'must say why'),
}).refine(
  ({ ceiling, missing }) => ceiling !== null || missing,
  'accepts nothing: give ceiling (how much worse it may be), or missing: true (that it is not there)',
)

const renamedSchema = list(
  closed({ from: name, to: name }).refine(({ from, to }) => from !== to, 'gives the same name twice'),
  1000,
).superRefine((entries, context) => {
  for (const key of ['from', 'to'] as const) {
    const names = entries.map(entry => entry[key])
    for (const [i, each] of names.entries()) {
      if (names.indexOf(each) === i) continue
      context.addIssue({ code: 'custom', path: [i, key], message: 'must not be named by two entries' })
    }
  }
})

/** `<= 5 ms`, `>= 1000 ops/s`. */
const limits = 'must be a limit such as <= 5 ms or >= 1000 ops/s'

const limit = z.string(limits).transform((given, context) => {
  const match = /^(<=|>=)\s*(\d+(?:\.\d+)?)\s*(\S*)$/.exec(given.trim())
  if (!match) {
    context.addIssue({ code: 'custom', message: limits })
    return z.NEVER
  }
  const { unit, factor } = canonicalUnit(match[3] ?? '')
  return { atMost: match[1] === '<=', limit: Number(match[2]) * factor, unit }
})

const shareOfLimit = shareOf('must be a share of the limit such as 90%', value => value > 0 && value < 1)

const budgetSchema = closed({
  benchmark: name,
  metric: name,
  limit,
  warn: shareOfLimit.optional(),
}).transform(
  ({ limit, warn, ...names }): Budget => ({ ...names, ...limit, ...(warn === undefined ? {} : { warn }) }),
)

/** The path of a workflow file. */
export const WORKFLOW_PATH = /^\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/

const workflowPath = text(300).regex(
  WORKFLOW_PATH,
  'must be the path of a workflow file, such as .github/workflows/bench.yml',
)

const settingsShape = { defaults: closed(defaultsShape).default({}), suites: suitesSchema.default({}) }

/** The inputs that a configuration sets. Other keys are not looked at, so mistakes in them do not matter. */
export const settingsSchema = z.object(settingsShape, 'must be keys and values')

export const configSchema = closed({
  ...settingsShape,
  shadow: flag.default(false),
  rows: list(ruleSchema, 10_000).default([]),
  waivers: list(waiverSchema, 1000).default([]),
  renamed: renamedSchema.default([]),
  budgets: list(budgetSchema, 1000).default([]),
  'former-workflows': list(workflowPath, 20).default([]),
})

/** A waiver as it is written down; whether it has expired depends on the day. */
export type ConfiguredWaiver = z.output<typeof waiverSchema>

export type Settings = {
  defaults: Defaults
  /** By the suite's name. What they say of measuring wins over `defaults`. */
  suites: Record<string, SuiteEntry>
}

export type Config = Settings & Omit<z.output<typeof configSchema>, keyof Settings>
