// Builds the suites of `ab`: the candidate first, whose command is tried before the base is built. Where a benchmark fails, what was
// built stays, so that the next comparison of the same files need not build again.
import type { ValuesOf } from '../../inputs/values.ts'
import { directoryOfSide } from '../../job/prepare-measuring.ts'
import type { SuiteSetup } from '../../job/suites/set-up.ts'
import { staysBuilt } from '../../measure/checkout/kept-checkouts.ts'
import type { Setups } from '../../measure/checkout/setups.ts'
import type { Worktrees } from '../../measure/checkout/worktrees.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import { buildsOneJob, builtBefore, failureIn, mayTry, setUp } from '../ab/build-both.ts'
import { say } from '../print.ts'
import type { AskedSuites, CheckedOutSuite } from './plan.ts'

const SIDES = ['baseline', 'candidate'] as const

/** One text for all setups of the suites that were asked for; '' where there is none, or where one makes builds for one job alone. */
export function setupsText({ measured }: AskedSuites): string {
  const sides = measured.flatMap(({ pair, values }) =>
    SIDES.flatMap(side => {
      const own = values[side]
      return own === null ? [] : [{ name: pair.name, side, own }]
    }),
  )
  const ofOneJob = sides.some(({ own }) => buildsOneJob(own))
  const texts = sides
    .filter(({ own }) => own.setup !== '')
    .map(({ name, side, own }) => [name, side, own['working-directory'], own.setup])
  return ofOneJob || texts.length === 0 ? '' : JSON.stringify(texts)
}

const keyOf = ({ side, cwd, command }: SuiteSetup) => JSON.stringify([side, cwd, command])

/** The sides of which `done` has every setup of these suites. */
function wholeSides(suites: CheckedOutSuite[], done: SuiteSetup[]): Side[] {
  const made = new Set(done.map(keyOf))
  return SIDES.filter(side => {
    const own = suites
      .flatMap(({ setups }) => setups)
      .filter(each => each.side === side && each.command !== '')
    return own.length > 0 && own.every(each => made.has(keyOf(each)))
  })
}

/** Runs the candidate's command once; throws a MeasureError where it fails. */
async function tryCandidate({ request, isNew }: CheckedOutSuite, signal: AbortSignal): Promise<void> {
  if (isNew || !mayTry(request)) return
  const failure = await failureIn(directoryOfSide(request, 'candidate'), request, signal)
  if (failure !== null) throw failure
}

type Building = { trees: Worktrees; setups: Setups; values: ValuesOf<'ab'> }

/** How the suites of one comparison are built. */
export function suiteBuilds({ trees, setups, values }: Building, signal: AbortSignal) {
  const built = builtBefore({ values, trees })
  const done: SuiteSetup[] = []
  return {
    /** Runs a setup, unless an earlier comparison has built its side. Throws as `setUp`. */
    setUp: async (setup: SuiteSetup): Promise<void> => {
      if (!built.includes(setup.side)) await setUp(values, setups, setup, signal)
      done.push(setup)
    },
    /** Throws a MeasureError where the candidate's command fails, whose side was built just now. */
    tryOut: async (suite: CheckedOutSuite): Promise<void> => {
      if (!built.includes('candidate')) await tryCandidate(suite, signal)
    },
    /** Leaves the sides of which all is built to the next comparison, unless a setup left a server in them. */
    keep: async (suites: CheckedOutSuite[]): Promise<void> => {
      const whole = wholeSides(suites, done)
      const isServed = suites.some(suite => setups.left(suite.setups).length > 0)
      if (whole.length === 0 || isServed) return
      say(values, staysBuilt(await trees.keep(whole)))
    },
  }
}
