// Which regression to plant, so that this machine can see it in the time that is left.
import { upperSd } from '../../stats/describe/spread.ts'
import { median } from '../../stats/describe/summary.ts'
import { detectableShift } from '../../stats/inference/t-tests.ts'
import { formatPercent } from '../../units.ts'

/** The regressions that examples/demo can plant: it parses every n-th line twice, which is 1/n more work. */
const PLANTS = [20, 10, 5, 2]

/** Fewer runs a side cannot show a regression, and more do not make the demo better. */
const [FEWEST, MOST] = [5, 20]
/** A demo should not fail one time in five. */
const POWER = 0.95

type DemoPlan = { every: number; planted: number; runs: number } | { why: string }

type Pilot = {
  /** The measurements of the unchanged version, run by run. */
  runs: number[][]
  /** The time of one run, and the time that is left for everything. */
  runMs: number
  leftMs: number
  alpha: number
}

/** Half of all pilots come out quieter than their machine is, so the plan goes by this bound of what they show. */
const CONFIDENCE = 0.8

const wholePercent = (effect: number) => formatPercent(Math.ceil(100 * effect))

/** The smallest regression that is found almost surely, with the runs that fit; or why there is none. */
export function planDemo({ runs, runMs, leftMs, alpha }: Pilot): DemoPlan {
  // One warm-up run a side.
  const count = Math.min(MOST, Math.floor(leftMs / (2 * runMs)) - 1)
  if (count < FEWEST)
    return { why: `one run takes ${(runMs / 1000).toFixed(1)} s here, too long for a minute` }
  const logs = runs.map(values => Math.log(median(values)))
  const sd = upperSd(logs, CONFIDENCE)
  const df = 2 * count - 2
  const visible = Math.expm1(detectableShift({ standardError: sd * Math.sqrt(2 / count), df }, alpha, POWER))
  const every = PLANTS.find(each => 1 / each > visible)
  if (every !== undefined) return { every, planted: 1 / every, runs: count }
  const spread = wholePercent(sd)
  return {
    why:
      `runs of the same program differ by ${spread} (standard deviation), so ${count} runs per side see no change below ` +
      `${wholePercent(visible)}, and the demo plants ${wholePercent(1 / (PLANTS.at(-1) as number))} at most`,
  }
}
