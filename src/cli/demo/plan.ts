// Which regression to plant, so that this machine can see it in the time that is left.
import { pooledSd } from '../../stats/describe/spread.ts'
import { median } from '../../stats/describe/summary.ts'
import { chiSquareQuantile, tCritical, tQuantile } from '../../stats/distributions/continuous.ts'
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

/** The upper 80 % bound of the standard deviation: half of all pilots come out quieter than their machine is. */
function upperSd(values: number[]): number {
  const df = values.length - 1
  return pooledSd([values]) * Math.sqrt(df / chiSquareQuantile(0.2, df))
}

const percent = (effect: number) => formatPercent(Math.ceil(100 * effect))

/** The smallest regression that is found almost surely, with the runs that fit; or why there is none. */
export function planDemo({ runs, runMs, leftMs, alpha }: Pilot): DemoPlan {
  // One warm-up run a side.
  const count = Math.min(MOST, Math.floor(leftMs / (2 * runMs)) - 1)
  if (count < FEWEST)
    return { why: `one run takes ${(runMs / 1000).toFixed(1)} s here, too long for a minute` }
  const sd = upperSd(runs.map(values => Math.log(median(values))))
  const df = 2 * count - 2
  const visible = Math.expm1((tCritical(alpha, df) + tQuantile(POWER, df)) * sd * Math.sqrt(2 / count))
  const every = PLANTS.find(each => 1 / each > visible)
  if (every !== undefined) return { every, planted: 1 / every, runs: count }
  const spread = percent(sd)
  return {
    why:
      `runs of the same program differ by ${spread} (standard deviation), so ${count} runs per side see no change below ` +
      `${percent(visible)}, and the demo plants ${percent(1 / (PLANTS.at(-1) as number))} at most`,
  }
}
