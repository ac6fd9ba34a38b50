// Writes results.md: the cases that were tried, whether the promises hold, and everybody's scores.
import { withRegion } from '../page-region.ts'
import { FIXED } from './noise.ts'
import { interleavedTable, storedTable } from './own-tables.ts'
import { rivals } from './rivals/index.ts'
import type { Score } from './score.ts'
import { briefTable, falseAlarmTable, powerTable, targetTable } from './tables.ts'
import type { Target } from './target.ts'
import type { Effort } from './tasks.ts'

export type About = {
  seed: number
  effort: Effort & { processes: number }
  machine: { cpu: string; processors: number; node: string }
  versions: Record<string, string>
  /** Rivals that could not be installed, and why; empty when all could. */
  missing: string
  /** The sd of the real runs' medians, in percent. */
  realRunSd: Record<string, number>
  installSeconds: number
  seconds: number
  /** Whether this run asked stable-bench alone. */
  ownAlone?: boolean
  /** What the engine answered to a small sample. */
  answers: string
}

const number = (value: number) => value.toLocaleString('en')

function cases({ effort, seed, machine, seconds, missing, realRunSd, ownAlone }: About): string {
  const { contaminated, bimodal } = FIXED
  const left = missing === '' ? '' : `\nLeft out because it could not be installed: ${missing}.\n`
  const spread = Object.entries(realRunSd).map(([name, sd]) => `${name} ${sd} %`)
  return `Made by \`npm run bench:verdicts\` with seed ${seed} in ${seconds} s on ${machine.processors} processors
(${machine.cpu}, Node ${machine.node}).

Every number is a percentage. Simulated runs have a random effect each (run sd 0.5 % unless the column says
otherwise) and hold ${FIXED.measurements} measurements that are right-skewed and autocorrelated (AR(1), ${FIXED.autocorrelation}) with an sd of 3 %.
*Contaminated*: ${100 * contaminated.share} % of the runs are ${100 * contaminated.least} to ${100 * contaminated.most} % slower. *Bimodal*: ${100 * bimodal.share} % of the runs are ${100 * bimodal.slowdown} % slower.
*Drifting*: the machine's speed is a random walk, ${100 * FIXED.driftSdPerRun} % per run. *Real A/A*: ${effort.processes} fresh processes of
\`examples/demo\` on the machine named above, drawn without replacement for every case (run sd: ${spread.join(', ')}); the cases
share these processes, so the intervals of that column are too narrow. *Stored*: the baseline is ten earlier sessions, each with
an effect of its own; rivals compare with the latest one. *One run in N slower*: by ${100 * FIXED.periodic.slowdown} %, beginning anywhere. *Advice*: a
first comparison says which effect it could have found and how many runs would find the band, and another one tries it.

All methods read the same runs, ten a side in random order per pair unless they are named otherwise. stable-bench has
${number(effort.cases)} cases a cell (${number(effort.familyCases)} comparisons of 20 benchmarks), rivals ${number(effort.rivalCases)}, and ${number(effort.slowRivalCases)} where a case takes them long.
${ownAlone ? 'What the rivals say, and what all say of real runs, is of an earlier run.\n' : ''}${left}`
}

const howRun = () => rivals.map(({ name, how }) => `- **${name}**: ${how}.`).join('\n')

/** The whole page. */
export function markdown(run: { about: About; targets: Target[]; scores: Score[] }): string {
  const { about, targets, scores } = run
  return `# Verdicts, scored

${cases(about)}
## False alarms: nothing changed, and yet an alarm

Percent of cases (95 % Wilson interval). A rival's alarm is "significant", "regressed", "faster", an alert.

${falseAlarmTable(scores)}

## Changes found

Percent of cases in which the candidate, which is slower by so much, is called slower. A method that raises many
false alarms finds changes for the wrong reason: read both tables together. *Worst* is over
all changes in all kinds of noise that the table above shows; only methods that can say "no change" leave anything open.

${powerTable(scores)}

## What stable-bench promises

A promise is held against the worst cell: error rates by the upper end of the 95 % interval, coverage and power by
the share itself. Lines that *hold* or *do not hold* are not promised; they are here because they should be known.

${targetTable(targets)}

## stable-bench, interleaved

*False alarms*, *significant* and *"no change"* are shares of the cases in which nothing changed; *significant* counts
differences that the test found, also where the no-change band kept them from being an alarm. The runs a side are
those of unchanged cases, and so are those that stay *inconclusive* unless the column says otherwise; *wrong direction*
is the largest share of slower candidates that are called faster, over all changes that were tried. Keys read *family,
run sd %, measurement or session sd %, K stored sessions*.

${interleavedTable(scores)}

## stable-bench, stored baseline

${storedTable(scores)}

## How each rival is run

${howRun()}

"As shipped" is what the tool makes of such measurements when used as its documentation says; "one value per process"
spares it the mistake of taking the measurements of one process for independent ones.
`
}

/** docs/statistics.md with its table of these scores. */
export const withScores = (page: string, scores: Score[]) => withRegion(page, 'verdicts', briefTable(scores))
