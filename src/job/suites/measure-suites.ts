// Measures several suites one after the other, each as a job of its own. One that fails does not keep the others from
// being measured.

import { MeasureError } from '../../measure/runs/errors.ts'
import type { MeasureRequest } from '../request/request.ts'
import { bySetup, onceEach, type SuiteSetup } from './set-up.ts'
import { aboutSuite } from './suite-request.ts'

/** A suite that is to be measured, after its setups. */
export type PlannedSuite<Request = MeasureRequest> = { name: string; request: Request; setups: SuiteSetup[] }

type Limited = Pick<MeasureRequest, 'maxTimeMs'>

/** What became of a suite: what `measure` made of it, or why it could not be measured. */
export type SuiteOutcome<Result> =
  | { name: string; result: Result; problem: null }
  | { name: string; result: null; problem: MeasureError }

type Listeners<Suite, Result> = {
  setUp: (setup: SuiteSetup) => Promise<void>
  /** Is called between two setups of a suite, after the first: a mistake need not cost the other one. */
  betweenSetups?: (suite: Suite) => Promise<void>
  measure: (suite: Suite) => Promise<Result>
  /** Is told before each suite: its position from 1, and how many there are. */
  onSuite: (suite: Suite, position: { number: number; of: number }) => void
  onProblem: (suite: Suite, problem: MeasureError) => void
  /** The time that the limit is about, in milliseconds; all time but that of setups where it is left out. */
  now?: () => number
}

/** The share of the time limit that is left for the next of `left` suites; 0: no limit. */
const shareOfTime = (limit: number, spent: number, left: number) =>
  limit === 0 ? 0 : Math.max(1, (limit - spent) / left)

/**
 * Sets each suite up and measures it. Setups that several share run once; the time limit holds for all suites together. A
 * MeasureError is the problem of its suite. Throws all other errors: an InputError, which names the suite, an interruption, a
 * machine that is not tuned.
 */
export async function measureSuites<Suite extends PlannedSuite<Limited>, Result>(
  suites: Suite[],
  {
    setUp,
    betweenSetups = async () => {},
    measure,
    onSuite,
    onProblem,
    now = () => performance.now(),
  }: Listeners<Suite, Result>,
): Promise<SuiteOutcome<Result>[]> {
  const setUpOnce = onceEach(setUp)
  const outcomes: SuiteOutcome<Result>[] = []
  const ordered = bySetup(suites)
  let spent = 0
  for (const [i, suite] of ordered.entries()) {
    const { name, setups, request } = suite
    onSuite(suite, { number: i + 1, of: ordered.length })
    const maxTimeMs = shareOfTime(request.maxTimeMs, spent, ordered.length - i)
    let begun = now()
    try {
      for (const [k, setup] of setups.entries()) {
        await setUpOnce(setup)
        if (k === 0 && (setups[1]?.command ?? '') !== '') await betweenSetups(suite)
      }
      begun = now()
      const limited = { ...suite, request: { ...request, maxTimeMs } }
      outcomes.push({ name, result: await aboutSuite(name, () => measure(limited)), problem: null })
    } catch (error) {
      if (!(error instanceof MeasureError)) throw error
      onProblem(suite, error)
      outcomes.push({ name, result: null, problem: error })
    }
    spent += now() - begun
  }
  const order = suites.map(({ name }) => name)
  return outcomes.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}
