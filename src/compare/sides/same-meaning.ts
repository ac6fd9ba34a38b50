// Which sessions of a row can be compared: those that agree on its unit and direction, and whose clock saw something. A
// stored session that cannot be compared is left out, so that it does not spoil every comparison until it expires.

import type { Better, Sample, Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { isTime } from '../../units.ts'
import { impossibleTime } from './optimised-away.ts'

export type SourcedSample = { sample: Sample; source: string }

/** The configuration that settles a row's meaning: a configured direction overrides that of the sessions. */
type MeaningRule = { gates: boolean; better: Better | null }

/** Null where a session has no such entry, or was left out for the reason in `leftOut`. */
type RowSide = { newest: SourcedSample | null; samples: (Sample | null)[]; leftOut: string[] }

type Comparable = {
  /** The candidate's newest sample where it has the entry, else the baseline's. */
  entry: Sample
  baselines: (Sample | null)[]
  candidates: (Sample | null)[]
  /** Why there is nothing to test, null where there is. */
  notComparable: string | null
  warnings: Warning[]
}

const MOST_NAMED = 3
const LONGEST_SOURCE = 80

/** The source of a sample, shortened: that of a fresh measurement is its command, which may be a script. */
const nameOf = ({ source }: SourcedSample) =>
  source.length > LONGEST_SOURCE ? `${source.slice(0, LONGEST_SOURCE - 1)}…` : source

/** The unit or direction of each where these differ, else null. */
function difference(one: Sample, other: Sample, { better }: MeaningRule): [string, string] | null {
  if (one.unit !== other.unit) return [`in ${one.unit || 'no unit'}`, `in ${other.unit || 'no unit'}`]
  if (better !== null || one.better === other.better) return null
  return [`better ${one.better}`, `better ${other.better}`]
}

function unseenTime({ unit, runs }: Sample): string | null {
  const run = isTime(unit) ? runs.findIndex(values => values.includes(0)) : -1
  if (run < 0) return null
  return `run ${run + 1} holds a time of 0, which the clock did not see: measure more iterations at a time`
}

function whyLeftOut({ sample }: SourcedSample, newest: SourcedSample, rule: MeaningRule): string | null {
  const said = difference(sample, newest.sample, rule)
  if (said !== null) return `${said[0]}, not ${said[1]} as ${nameOf(newest)}`
  return impossibleTime(sample, rule.better ?? sample.better) ?? (rule.gates ? unseenTime(sample) : null)
}

function sideOf(sessions: (SourcedSample | null)[], rule: MeaningRule): RowSide {
  const newest = sessions.find(each => each !== null) ?? null
  const leftOut: string[] = []
  const samples = sessions.map(each => {
    const why = each && newest && whyLeftOut(each, newest, rule)
    if (each && why) leftOut.push(`${nameOf(each)}: ${why}`)
    return why ? null : (each?.sample ?? null)
  })
  return { newest, samples, leftOut }
}

/** `not in the baseline of a (time): …`: at most three sessions by name. */
function leftOutText({ newest, leftOut }: RowSide, name: 'baseline' | 'candidate'): string {
  const row = `${newest?.sample.name} (${newest?.sample.metric})`
  return `not in the ${name} of ${row}: ${firstOf(leftOut, MOST_NAMED, '; ')}`
}

function contradiction(baseline: RowSide, candidate: RowSide, rule: MeaningRule): string | null {
  const [one, other] = [baseline.newest, candidate.newest]
  const said = one && other && difference(one.sample, other.sample, rule)
  if (!said) return null
  return (
    `the baseline is ${said[0]} (${nameOf(one)}), the candidate ${said[1]} (${nameOf(other)}): ` +
    'they can be compared once both say the same'
  )
}

/**
 * The samples of one entry that can be compared. Sessions are the newest first, and the newest of a side says what the
 * entry means. Where the candidate's meaning differs from the baseline's, no baseline is left.
 */
export function sameMeaning(
  baselines: (SourcedSample | null)[],
  candidates: (SourcedSample | null)[],
  rule: MeaningRule,
): Comparable {
  const [baseline, candidate] = [sideOf(baselines, rule), sideOf(candidates, rule)]
  const contradicts = contradiction(baseline, candidate, rule)
  const sides = [
    { side: baseline, name: 'baseline' as const },
    { side: candidate, name: 'candidate' as const },
  ].filter(({ side }) => side.leftOut.length > 0)
  const emptied = sides.find(({ side }) => side.samples.every(each => each === null))
  const isMeasured = candidate.newest !== null
  const notComparable =
    contradicts ?? (isMeasured && emptied ? leftOutText(emptied.side, emptied.name) : null)
  return {
    entry: ((candidate.newest ?? baseline.newest) as SourcedSample).sample,
    baselines: contradicts ? baseline.samples.map(() => null) : baseline.samples,
    candidates: candidate.samples,
    notComparable,
    warnings:
      notComparable === null
        ? sides.map(({ side, name }) => ({ code: 'sessions-left-out', message: leftOutText(side, name) }))
        : [],
  }
}
