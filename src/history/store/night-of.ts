// Turns a session into a night of a history: one number per run, and the facts by which nights are compared.
import { shortDigest } from '../../model/digest.ts'
import {
  InputError,
  mustMatch,
  type Night,
  type Sample,
  type Session,
  type TrendHistory,
} from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'

/** What a session does not say of its night, and how its rows are read. What is left out follows from the session. */
export type NightSettings = {
  repository?: string | null
  ref?: string | null
  url?: string | null
  artifact?: number | undefined
  /** The place in the order of nights, where the session has no date. */
  date?: string
  /** The tool that measured it, where stable-bench did not. */
  imported?: string
  row?: (benchmark: string, metric: string) => RowReading
}

type RowReading = {
  summary: (measurements: number[]) => number
  gates: boolean | null
  better: 'lower' | 'higher' | null
}

const usual: RowReading = { summary: median, gates: null, better: null }

/** The id of a session, of parts that no upgrade changes. No two start at the same millisecond on one machine. */
function idOf({ suite, revision, evidence, testbed }: Session): string {
  const starts = evidence.map(({ startedAt }) => startedAt)
  const machine = testbed?.facts.machine ?? ''
  const known = [suite, revision?.commit ?? null, machine, testbed?.fingerprint ?? null, starts]
  return shortDigest(JSON.stringify(known), 16)
}

/** Six significant digits: a millionth is far below what any machine repeats. */
const shortened = (value: number) => Number(value.toPrecision(6))

function dateOf({ evidence, source }: Session, settings: NightSettings): string {
  const date = new Date(settings.date ?? evidence[0]?.startedAt ?? '')
  if (Number.isNaN(date.getTime())) {
    throw new InputError(`${source}: does not say when it was measured; give result documents to a trend`)
  }
  return date.toISOString()
}

/** Null for a commit of another repository than the history's: links and ranges are made of it. */
function commitOf({ revision }: Session, { repository }: NightSettings): string | null {
  const commit = revision?.commit ?? ''
  const own = repository?.toLowerCase().split('/').slice(-2).join('/')
  const isOther = own && revision?.repository !== undefined && revision.repository !== own
  return !isOther && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null
}

function nightOf(session: Session, settings: NightSettings): Night {
  const { testbed, revision, plan } = session
  const builds = plan?.layouts?.length ?? 0
  const facts = testbed?.facts ?? {}
  const { artifact, imported } = settings
  return {
    id: idOf(session),
    date: dateOf(session, settings),
    commit: commitOf(session, settings),
    ref: settings.ref ?? revision?.ref ?? null,
    tags: [],
    url: settings.url ?? null,
    machine: facts.machine ?? 'unknown',
    fingerprint: testbed?.fingerprint ?? '',
    facts: Object.fromEntries(mustMatch.flatMap(name => (facts[name] ? [[name, facts[name]]] : []))),
    ...(artifact === undefined ? {} : { artifact }),
    ...(imported === undefined ? {} : { imported }),
    ...(builds > 1 && { builds }),
  }
}

/**
 * The history of this one session: a series per benchmark and metric, with one number per run. Throws an InputError
 * for a session that does not say when it was measured, of no suite, or whose output nothing read.
 */
export function nightOfSession(session: Session, settings: NightSettings = {}): TrendHistory {
  const { suite, source, benchmarks, unreadOutput } = session
  if (suite === null) throw new InputError(`${source}: names no suite`)
  if (unreadOutput !== undefined)
    throw new InputError(
      `${source}: has times of whole processes, whose output nothing read; measure again with tool: process, or with pattern`,
    )
  const night = nightOf(session, settings)
  const primary = new Map<string, Sample>()
  for (const sample of benchmarks) if (!primary.has(sample.name)) primary.set(sample.name, sample)
  const series = benchmarks.map(sample => {
    const { name: benchmark, metric, unit } = sample
    const row = settings.row?.(benchmark, metric) ?? usual
    const runs = [sample.runs.map(run => shortened(row.summary(run)))]
    const gates = row.gates ?? primary.get(benchmark) === sample
    const better = row.better ?? sample.better
    return { benchmark, metric, unit, better, machine: night.machine, gates, nights: [0], runs }
  })
  return { suite, repository: settings.repository ?? null, nights: [night], series, releases: [], told: [] }
}
