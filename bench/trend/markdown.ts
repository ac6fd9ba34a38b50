// Writes results.md: the histories that were tried, whether the promises hold, and everybody's scores.
import { defaultTrendPolicy } from '../../src/history/analyse/trend-policy.ts'
import { type Cell, endSteps, FIXED, LOOK, middleSteps, WAIT, YEAR } from './cells.ts'
import { IDEAL } from './ideal.ts'
import { NEAR, type Score } from './score.ts'
import {
  afterTable,
  column,
  creepTable,
  falseAlarms,
  familyAndSize,
  hardTable,
  methodTable,
  precisionTable,
  shiftTable,
  targetTable,
  testbedTable,
  waitTable,
} from './tables.ts'
import { finder, type Target } from './targets.ts'
import type { Effort } from './tasks.ts'

export type About = {
  seed: number
  effort: Effort
  machine: { cpu: string; processors: number; node: string }
  versions: Record<string, string>
  /** Why the rivals are left out; empty when they are not. */
  missing: string
  seconds: number
  cpuSeconds: number
  /** What the engine found in a small sample. */
  answers: string
}

const percent = (share: number) => `${100 * share} %`
const number = (value: number) => value.toLocaleString('en')

function about({ effort, seed, machine, seconds, cpuSeconds, missing, versions }: About): string {
  const { spikes, autocorrelation } = FIXED
  const left = missing === '' ? '' : `\nThe rivals are left out: ${missing}.\n`
  return `Made by \`npm run bench:trend\` with seed ${seed} in ${seconds} s (${cpuSeconds} s of CPU time) on ${machine.processors}
processors (${machine.cpu}, Node ${machine.node}). Rivals: ${Object.values(versions).join(', ')}.

Every number is a percentage of histories unless the column says otherwise, with its 95 % Wilson interval. A history
has one value a night with an sd of ${100 * FIXED.sd} %: *independent* normal; *autocorrelated*, AR(1) with ${autocorrelation.autocorrelated}; *spikes*, independent but
${100 * spikes.share} % of the nights ${100 * spikes.least} to ${100 * spikes.most} % slower. All methods read the same histories.

*One look* is one analysis of a finished history of ${LOOK.nights} nights: anything reported is an alarm, and a step is found
when a change point is at most ${NEAR} nights off. *A year* is ${YEAR} nights, analysed anew every night from the tenth on: an
alarm is any alert ever raised (for the rivals, which know no alerts, any change point). Each series stands alone
here; among many, the Benjamini-Hochberg rule can only make stable-bench say less. *${IDEAL}* is no program: it
knows sd and autocorrelation of the noise exactly and looks once, at stable-bench's own α of ${100 * defaultTrendPolicy.alpha} %.

Histories a cell: one look ${number(effort.cleanLooks)} clean ones and ${number(effort.looks)} others (rivals ${number(effort.rivalLooks)}), years ${number(effort.cleanYears)} (rivals ${number(effort.rivalYears)}), delays ${number(effort.waits)} (rivals ${number(effort.rivalWaits)}),
the months after an alert ${number(effort.afterwards)}, years of difficult noise ${number(effort.hardYears)}. Where every night is looked at there are fewer for the
rivals, and few after an alert: one history is ${YEAR} or ${WAIT.nights} analyses there, and each after an alert needs many
permutations. Their intervals are wider by that and still tell the methods apart; no promise rests on these.
${left}`
}

export type Findings = { about: About; targets: Target[]; scores: Score[] }

/** The whole page. */
export function markdown(findings: Findings): string {
  const find = finder(findings.scores)
  const steps = (cells: Cell[]) => methodTable(find, cells.map(column('found', familyAndSize)))
  return `# The trend, scored

${about(findings.about)}
## What stable-bench promises

Error rates are held by the upper end of the interval, findings by the share itself.

${targetTable(findings.targets)}

## False alarms: nothing changed, and yet an alarm

${falseAlarms(find)}

Years of noise that has no promise, stable-bench alone. *wandering*: ${percent(FIXED.wandering)} of the variance has an
autocorrelation of ${FIXED.autocorrelation.wandering}, so that the level really is another one for weeks; *strongly autocorrelated*: AR(1) with
${FIXED.autocorrelation['strongly autocorrelated']}; *noisier*: from night ${FIXED.noisier.at} on ${FIXED.noisier.times} times as noisy, with no change of testbed.

${hardTable(find)}

## Steps found in one look, in the middle (night ${LOOK.middle} of ${LOOK.nights})

A method that raises many false alarms finds steps for the wrong reason: read this with the table above.

${steps(middleSteps)}

## Steps found in one look, five nights before the end

${steps(endSteps)}

## When a step becomes an alert

Nightly analyses after a step at night ${WAIT.at}, until an alert (of a rival: a change point) names a night at most ${2 * NEAR} nights
off: nights at the new level by then, median / 90 % quantile (and the share with such an alert within ${WAIT.nights} nights). A
method that raises an alarm at anything is early: read this with the false alarms.

${waitTable(find)}

A step of 5 %, announced and remembered, and ${WAIT.nights} nightly analyses since it:

${afterTable(find)}

## How well night and size are known

The table counts the steps that stable-bench found in one look. Rows with fewer than 30 are left out.

${precisionTable(find)}

## Slow creep

The change of level over all ${LOOK.nights} nights; a creep of 5 % moves the averages of the first and last two weeks by 4.4 %.

${shiftTable(find)}

No rival says how far a level has moved. Change points they have, and so has stable-bench: steps of a staircase that
nobody climbed, each naming a night that nothing happened in.

${creepTable(find)}

## A testbed change of 3 %

No rival knows of testbeds; a commit is blamed for the change when anything is reported at all. In the second half of
the table a real step of 2 % follows after ${90 - LOOK.middle} nights.

${testbedTable(find)}
`
}
