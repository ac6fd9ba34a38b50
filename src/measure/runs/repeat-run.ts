// Repeats the runs that the machine disturbed: each of them once, and only so many in all. The measured values never
// decide this, and every repeat is recorded. The output of a run is read later, in job/parse-output.ts.
import type { RunEvidence } from '../../model/index.ts'
import { MachineFailure } from './errors.ts'
import type { PlannedRun } from './schedule.ts'

export type Repeat = { planned: PlannedRun; kind: 'failed' | 'invalid'; reason: string }

/** The number of runs that a job has begun, and those that it repeated. It grows during the job. */
export type RepeatLog = { made: number; repeats: Repeat[] }

/** A machine that fails more runs than this is broken. */
const MAX_FAILED = 3

/** So many invalid runs may be repeated in any job. */
const ALWAYS = 2
/** And this share of all runs. On a machine that is never quiet, more would only make the job take twice as long. */
const SHARE = 0.25

/** Why `run` should be repeated: a process of it is invalid, and the job may still repeat runs. Null to keep it. */
function whyAgain(evidence: RunEvidence[], { made, repeats }: RepeatLog): string | null {
  const judgements = evidence.flatMap(each => each.judgement ?? [])
  const invalid = judgements.filter(({ validity }) => validity === 'invalid')
  if (invalid.length === 0 || repeats.length >= Math.max(ALWAYS, Math.floor(SHARE * made))) return null
  return [...new Set(invalid.flatMap(({ reasons }) => reasons.map(({ message }) => message)))].join(', ')
}

/** Makes `plannedRuns`, once more where the machine made the first attempt fail, or where a run made alone has invalid evidence. */
export async function withRepeat<Run extends { evidence: RunEvidence[] }>(
  plannedRuns: PlannedRun[],
  make: () => Promise<Run[]>,
  log: RepeatLog,
): Promise<Run[]> {
  const [planned] = plannedRuns as [PlannedRun]
  log.made += plannedRuns.length
  const again = async (kind: Repeat['kind'], reason: string): Promise<Run[]> => {
    log.repeats.push({ planned, kind, reason })
    const runs = await make()
    return runs.map(run => ({ ...run, evidence: run.evidence.map(each => ({ ...each, repeated: reason })) }))
  }
  let runs: Run[]
  try {
    runs = await make()
  } catch (error) {
    const failed = log.repeats.filter(repeat => repeat.kind === 'failed').length
    if (!(error instanceof MachineFailure) || failed >= MAX_FAILED) throw error
    return again('failed', error.reason)
  }
  // A pair that runs together is not repeated: a disturbance meets both sides. See ../../compare/sides/duet.ts.
  const alone = planned.kind === 'measured' && plannedRuns.length === 1
  const evidence = runs.flatMap(run => run.evidence)
  const reason = alone ? whyAgain(evidence, log) : null
  return reason === null ? runs : again('invalid', reason)
}
