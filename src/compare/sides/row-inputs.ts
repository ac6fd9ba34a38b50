// Finds for each benchmark and metric its samples on both sides, and one number per run of them.
import type { Placement, Rename, Sample, Session, Warning } from '../../model/index.ts'
import { runSummary } from '../../stats/describe/summary.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import { fewerRuns, type Looks } from '../looks.ts'
import { storedPlacement } from './builds.ts'
import { type OptimisedAway, optimisedAway } from './optimised-away.ts'
import { holdingOther, keyOf, primaryKeys } from './primary-rows.ts'
import type { Followed } from './renames.ts'
import { type RowSettings, rowSettings } from './row-settings.ts'
import { type SourcedSample, sameMeaning } from './same-meaning.ts'

/** One number per run, in run order, for each session of either side; null where a session has no such entry. */
export type RowValues = { baselines: (number[] | null)[]; candidates: (number[] | null)[] }

/** One benchmark and metric on both sides. */
export type RowInput = {
  entry: Pick<Sample, 'name' | 'metric' | 'unit' | 'better'>
  /** Whether it fails where it is missing or failed; where it is tested, `holdsOther` or a rule may keep it from that. */
  gates: boolean
  /** Whether its values hold the waiting for the other version, so that its test decides nothing unless a rule says so. */
  holdsOther: boolean
  settings: RowSettings
  /** The name by which rules and waivers are looked up. */
  policyName: string
  /** Whether the base has it now; if not, no candidate needs to have it. */
  expected: boolean
  /** One per session; null where a session has no such entry, or none that can be compared. */
  baselines: (Sample | null)[]
  candidates: (Sample | null)[]
  values: RowValues
  /** Its runs in the nights before. */
  nights: number[][]
  /** What the place of the code alone does to it; null where that is not known. */
  placement: Placement | null
  /** Why the candidate's entry cannot be compared, null where it can. */
  notComparable: string | null
  /** Why the entry is not judged although a side has it: its work was optimised away. Null for nearly all. */
  optimisedAway: OptimisedAway | null
  /** Names the sessions that are left out. */
  warnings: Warning[]
}

function indexed(session: Session): Map<string, SourcedSample> {
  return new Map(session.benchmarks.map(sample => [keyOf(sample), { sample, source: session.source }]))
}

function renamedNote(rename: Rename | undefined): Warning[] {
  return rename
    ? [{ code: 'renamed', message: `compared with ${rename.from}, its name in the baseline` }]
    : []
}

/**
 * The baseline sessions that say what the base has now: those of its newest commit, or all where none is recorded. A
 * benchmark that only older ones have was removed from the base.
 */
export function currentSessions(baselines: Session[]): Session[] {
  const commitOf = ({ about, revision }: Session) => about ?? revision?.commit ?? null
  const commit = baselines[0] === undefined ? null : commitOf(baselines[0])
  return baselines.filter(each => commit === null || (commitOf(each) ?? commit) === commit)
}

/** The entries that the base has now: those of its current sessions, and older ones of benchmarks that failed there. */
function expectedKeys(baselines: Session[]): Set<string> {
  const current = currentSessions(baselines)
  const failed = new Set(current.flatMap(({ failures }) => failures.map(({ name }) => name)))
  const older = baselines.flatMap(({ benchmarks }) => benchmarks.filter(({ name }) => failed.has(name)))
  return new Set([...current.flatMap(({ benchmarks }) => benchmarks), ...older].map(keyOf))
}

/** A pull request that renames a benchmark does not choose its rules: the rules of the old name hold. */
function policyNameOf(name: string, renamed: Map<string, Rename>): string {
  const rename = renamed.get(name)
  return rename?.proposed ? rename.from : name
}

type FoundSamples = {
  stored: (SourcedSample | null)[]
  measured: (SourcedSample | null)[]
  isCurrent: boolean[]
}

/** Finds what earlier measurements say of a row, under its name then. */
function knownIn<Known extends Pick<Sample, 'name' | 'metric'>>(all: Known[], renamed: Map<string, Rename>) {
  const known = new Map(all.map(each => [keyOf(each), each]))
  return (name: string, metric: string): Known | undefined =>
    known.get(keyOf({ name, metric })) ?? known.get(keyOf({ name: renamed.get(name)?.from ?? name, metric }))
}

/** Of a benchmark that only older sessions have, these count. */
function awayOf(
  { stored, measured, isCurrent }: FoundSamples,
  better: Sample['better'] | undefined,
): OptimisedAway | null {
  const samples = (side: (SourcedSample | null)[]) => side.map(each => each?.sample ?? null)
  const all = samples(stored)
  const now = all.filter((_, i) => isCurrent[i])
  const baselines = now.some(each => each !== null) ? now : all
  return optimisedAway({ baselines, candidates: samples(measured) }, better)
}

/**
 * One input per benchmark and metric that the base has now or the candidate has, the baseline's order first. Sessions are
 * the newest first. same-meaning.ts says which of them cannot be compared.
 */
export function rowInputs(
  { baselines, renamed }: Followed,
  candidates: Session[],
  { policy, nights = [] }: Pick<ComparisonRequest, 'policy' | 'nights'>,
): RowInput[] {
  const nightsOf = knownIn(nights, renamed)
  const placements = baselines.flatMap(session => session.placements ?? [])
  const placementFor = knownIn(
    placements.map(({ benchmark: name, metric, ...placement }) => ({ name, metric, placement })),
    renamed,
  )
  const stored = baselines.map(indexed)
  const measured = candidates.map(indexed)
  const sessions = [...baselines, ...candidates]
  const primary = primaryKeys(sessions)
  const holdsOther = holdingOther(sessions)
  const expected = expectedKeys(baselines)
  const current = new Set(currentSessions(baselines))
  const isCurrent = baselines.map(each => current.has(each))
  const keys = new Set([...expected, ...measured.flatMap(index => [...index.keys()])])
  return [...keys].map(key => {
    const [name, metric] = JSON.parse(key) as [string, string]
    const policyName = policyNameOf(name, renamed)
    const settings = rowSettings(policy, policyName, metric)
    const gates = settings.gate ?? primary.has(key)
    const of = (side: Map<string, SourcedSample>[]) => side.map(index => index.get(key) ?? null)
    const { entry, ...comparable } = sameMeaning(of(stored), of(measured), { gates, better: settings.better })
    const { unit, better } = entry
    const away = awayOf(
      { stored: of(stored), measured: of(measured), isCurrent },
      settings.better ?? undefined,
    )
    const found = nightsOf(name, metric)
    const ofNights = found?.unit === unit ? found : null
    const summarised = (samples: (Sample | null)[]) =>
      samples.map(sample => sample?.runs.map(run => runSummary(run, settings.summary)) ?? null)
    return {
      entry: { name, metric, unit, better: settings.better ?? better },
      gates,
      holdsOther: holdsOther({ name, metric, unit }),
      settings,
      policyName,
      expected: expected.has(key),
      ...comparable,
      optimisedAway: away,
      nights: ofNights?.nights ?? [],
      placement:
        ofNights?.placement ??
        placementFor(name, metric)?.placement ??
        storedPlacement(baselines, comparable.baselines, settings.summary),
      values: {
        baselines: summarised(comparable.baselines),
        candidates: summarised(comparable.candidates),
      },
      warnings: [...renamedNote(renamed.get(name)), ...comparable.warnings],
    }
  })
}

/** The sessions that have the entry. */
export function present(sessions: (number[] | null)[]): number[][] {
  return sessions.filter(session => session !== null)
}

const countOf = (sessions: (number[] | null)[]) =>
  sessions.reduce((sum, values) => sum + (values?.length ?? 0), 0)

/** How many runs each side has in all sessions together. */
export const runsOf = ({ baselines, candidates }: RowValues) => ({
  baseline: countOf(baselines),
  candidate: countOf(candidates),
})

/** Runs a side of a row, by which it is decided. One that was called with one build is decided last, by its builds. */
export function decidingRuns({ values, candidates }: RowInput, looks: Looks): number {
  const runs = fewerRuns(runsOf(values))
  return candidates.some(sample => sample?.placed) ? Math.max(runs, ...looks) : runs
}
