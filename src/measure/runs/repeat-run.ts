// Which runs are made twice: those that the machine spoilt, each once and only so many in all. What a run measured
// never decides it, and no repeat goes uncounted.
import type { Judgement, RunEvidence } from '../../model/index.ts'
import { mayRepeat } from '../evidence/may-repeat.ts'
import { MachineFailure } from './errors.ts'
import type { Run } from './measure-runs.ts'
import type { Step } from './schedule.ts'

export type Repeat = { step: Step; kind: 'failed' | 'invalid'; reason: string }

/** What a job has made so far; grows. */
export type RunLog = { made: number; repeats: Repeat[] }

export type Repeating = {
  /** Looks at the evidence of a process alone; absent, every run is valid. */
  judge?: (evidence: RunEvidence) => Judgement
  log: RunLog
}

/** A machine that fails more runs than this is broken. */
const MAX_FAILED = 3

/** Why `run` should be made again: a process of it is invalid, and the job has patience left. Null to keep it. */
function whyAgain({ evidence }: Run, { judge, log }: Repeating): string | null {
  const invalid = judge ? evidence.map(judge).filter(({ validity }) => validity === 'invalid') : []
  const [first] = invalid
  if (first === undefined || !mayRepeat(first, { repeated: log.repeats.length, made: log.made })) return null
  return [...new Set(invalid.flatMap(({ reasons }) => reasons.map(({ message }) => message)))].join(', ')
}

/** Makes a run, and once more where the first attempt failed for the machine's fault or its evidence is invalid. */
export async function withRepeat(step: Step, make: () => Promise<Run>, repeating: Repeating): Promise<Run> {
  const { log } = repeating
  log.made++
  const again = async (kind: Repeat['kind'], reason: string): Promise<Run> => {
    log.repeats.push({ step, kind, reason })
    const run = await make()
    return { ...run, evidence: run.evidence.map(each => ({ ...each, repeated: reason })) }
  }
  let run: Run
  try {
    run = await make()
  } catch (error) {
    const failed = log.repeats.filter(repeat => repeat.kind === 'failed').length
    if (!(error instanceof MachineFailure) || failed >= MAX_FAILED) throw error
    return again('failed', error.reason)
  }
  const reason = step.kind === 'measured' ? whyAgain(run, repeating) : null
  return reason === null ? run : again('invalid', reason)
}
