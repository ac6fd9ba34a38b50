// `.stable-bench.yml`: what decides, what is configured for single rows, what is accepted, and which benchmarks were
// renamed. Refuses what it does not know, with line and column.
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import * as z from 'zod'
import { parseFraction } from '../inputs/parse.ts'
import {
  type Budget,
  InputError,
  type Rename,
  type RowRule,
  type Summary,
  type Waiver,
} from '../model/index.ts'
import { canonicalUnit } from '../units.ts'
import { type Defaults, defaultsSchema } from './deciding-inputs.ts'

export const configFileName = '.stable-bench.yml'

const maxConfigBytes = 1024 * 1024

const fraction = z
  .union([z.string(), z.number()])
  .transform(value => parseFraction(String(value)))
  .refine(value => value >= 0 && value < 1, 'must be a share such as 5% or 0.05')

const pattern = z.string().min(1).max(1000)

/** Percentiles strictly between the ends: the highest of some measurements says how many there were. */
const isSummary = (text: string): text is Summary => {
  const percent = Number(/^p(\d+(?:\.\d+)?)$/.exec(text)?.[1] ?? 0)
  return ['median', 'mean', 'min'].includes(text) || (percent > 0 && percent < 100)
}

const summary = z.string().refine(isSummary, 'must be median, mean, min or a percentile such as p90')

const ruleSchema = z
  .strictObject({
    benchmark: pattern.optional(),
    metric: pattern.optional(),
    band: fraction.refine(value => value > 0, 'must be above 0').optional(),
    threshold: fraction.optional(),
    better: z.enum(['lower', 'higher']).optional(),
    summary: summary.optional(),
    gate: z.boolean().optional(),
  })
  .refine(
    rule => rule.benchmark ?? rule.metric,
    "names neither a benchmark nor a metric ('*' is all of them)",
  )
  .transform(({ benchmark = '*', metric = '*', ...settings }) => ({ benchmark, metric, ...settings }))

const waiverSchema = z
  .strictObject({
    benchmark: pattern,
    metric: pattern.default('*'),
    ceiling: fraction
      .refine(value => value > 0, 'must be above 0')
      .nullable()
      .default(null),
    missing: z.boolean().default(false),
    expires: z.iso.date('must be a day such as 2026-12-31'),
    reason: z.string().trim().min(1, 'must say why').max(500),
  })
  .refine(
    ({ ceiling, missing }) => ceiling !== null || missing,
    'accepts nothing: give ceiling (how much worse it may be), or missing: true (that it is not there)',
  )

const name = z.string().min(1).max(1000)

const isOnce = (names: string[]) => new Set(names).size === names.length

const renamedSchema = z
  .array(
    z
      .strictObject({ from: name, to: name })
      .refine(({ from, to }) => from !== to, 'gives the same name twice'),
  )
  .max(1000)
  .refine(entries => isOnce(entries.map(({ from }) => from)), 'names one benchmark in from twice')
  .refine(entries => isOnce(entries.map(({ to }) => to)), 'names one benchmark in to twice')

/** `<= 5 ms`, `>= 1000 ops/s`. */
const limit = z.string().transform((text, context) => {
  const match = /^(<=|>=)\s*(\d+(?:\.\d+)?)\s*(\S*)$/.exec(text.trim())
  if (!match) {
    context.addIssue({ code: 'custom', message: 'must be a limit such as <= 5 ms or >= 1000 ops/s' })
    return z.NEVER
  }
  const { unit, factor } = canonicalUnit(match[3] ?? '')
  return { atMost: match[1] === '<=', limit: Number(match[2]) * factor, unit }
})

const budgetSchema = z
  .strictObject({ benchmark: pattern, metric: pattern, limit })
  .transform(({ limit, ...names }): Budget => ({ ...names, ...limit }))

const configSchema = z.strictObject({
  defaults: defaultsSchema.default({}),
  paired: z.boolean().default(false),
  shadow: z.boolean().default(false),
  rows: z.array(ruleSchema).max(10_000).default([]),
  waivers: z.array(waiverSchema).max(1000).default([]),
  renamed: renamedSchema.default([]),
  budgets: z.array(budgetSchema).max(1000).default([]),
})

/** A waiver as it is written down; whether it has expired depends on the day. */
export type ConfiguredWaiver = Omit<Waiver, 'expired'>

/** A rename as it is written down; whether the pull request proposes it depends on the commit. */
export type ConfiguredRename = Omit<Rename, 'proposed'>

export type Config = {
  defaults: Defaults
  paired: boolean
  shadow: boolean
  rows: RowRule[]
  waivers: ConfiguredWaiver[]
  renamed: ConfiguredRename[]
  budgets: Budget[]
}

type Position = { line: number; col: number }

/** Where in the text the value at `path` stands, or the nearest of its parents. */
function positionOf(
  document: ReturnType<typeof parseDocument>,
  path: PropertyKey[],
  lines: LineCounter,
): Position {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    const range = isScalar(node) || isMap(node) || isSeq(node) ? node.range : null
    if (range) return lines.linePos(range[0])
  }
  return { line: 1, col: 1 }
}

/** A section whose last entry was deleted is as good as none. */
function withoutEmpty(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content
  return Object.fromEntries(Object.entries(content).filter(([, section]) => section !== null))
}

/** The configuration in `text`. Throws an InputError that lists every mistake with its line. */
export function parseConfig(text: string, source: string): Config {
  if (text.length > maxConfigBytes) throw new InputError(`${source}: is larger than 1 MiB`)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const broken = document.errors.map(({ message, pos }) => {
    const { line, col } = lines.linePos(pos[0])
    return `${source}:${line}:${col}: ${message}`
  })
  if (broken.length > 0) throw new InputError(broken.join('\n'))
  const sections = withoutEmpty(document.toJS({ maxAliasCount: 100 }) ?? {})
  const result = configSchema.safeParse(sections)
  if (result.success) return result.data as Config
  const mistakes = result.error.issues.map(({ path, message }) => {
    const { line, col } = positionOf(document, path, lines)
    return `${source}:${line}:${col}: ${path.join('.') || 'the file'}: ${message}`
  })
  throw new InputError(mistakes.join('\n'))
}
