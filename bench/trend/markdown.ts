// results.md: what was tried, whether the promises hold, and everybody's scores.
import type { Rate } from '../verdicts/score.ts'
import {
  afterwards,
  type Cell,
  cleanLooks,
  cleanYears,
  creeps,
  endSteps,
  FIXED,
  LOOK,
  middleSteps,
  testbedAndSteps,
  testbeds,
  WAIT,
  waits,
  YEAR,
} from './cells.ts'
import { STABLE_BENCH } from './engine.ts'
import { RIVALS } from './rivals.ts'
import { delayQuantile, NEAR, type Score } from './score.ts'
import { type Find, finder, rateOf, type Target } from './targets.ts'
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
}

const digits = (share: number) => (100 * share).toFixed(share > 0.0995 && share < 0.9 ? 0 : 1)
const range = ({ share, low, high }: Rate) => `${digits(share)} (${digits(low)}–${digits(high)})`

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

const methods = [STABLE_BENCH, ...Object.values(RIVALS)]

type Column = { head: string; cell: Cell; show: (score: Score) => string }

/** One row per method that has anything to show. */
function methodTable(find: Find, columns: Column[]): string {
  const rows = methods.map(method => {
    const shown = columns.map(({ cell, show }) => {
      const score = find(cell, method)
      return score ? show(score) : '—'
    })
    return [method, ...shown]
  })
  return table(
    ['', ...columns.map(column => column.head)],
    rows.filter(([, ...shown]) => shown.some(text => text !== '—')),
  )
}

const column =
  (count: string, head: (cell: Cell) => string) =>
  (cell: Cell): Column => ({
    head: head(cell),
    cell,
    show: score => range(rateOf(score, count)),
  })

const sizeOf = ({ changes }: Cell) => `${100 * (changes.at(-1)?.size ?? 0)} %`
const familyAndSize = (cell: Cell) => `${cell.family}, ${sizeOf(cell)}`

function falseAlarms(find: Find): string {
  return methodTable(find, [
    ...cleanLooks.map(column('any', cell => `one look, ${cell.family}`)),
    ...cleanYears.map(column('any', cell => `a year, ${cell.family}`)),
  ])
}

/** Nights at the new level until the alert: median and 90 % quantile of all histories. */
function waitTable(find: Find): string {
  const nights = (score: Score, share: number) => `${delayQuantile(score, share) ?? `> ${WAIT.nights}`}`
  const rows = waits.flatMap(cell => {
    const score = find(cell)
    if (!score) return []
    const found = range(rateOf(score, 'found'))
    return [[familyAndSize(cell), found, nights(score, 0.5), nights(score, 0.9)]]
  })
  return table(['', `alert within ${WAIT.nights} nights`, 'median night', '90 % by night'], rows)
}

/** How well stable-bench knows night and size of the steps it has found. */
function precisionTable(find: Find): string {
  const rows = [...middleSteps, ...endSteps].flatMap(cell => {
    const score = find(cell)
    const located = score?.counts.located ?? 0
    if (!score || located < 30) return []
    const share = (count: string) => digits((score.counts[count] ?? 0) / located)
    const nights = ((score.counts.rangeNights ?? 0) / located).toFixed(1)
    const where = cell.changes[0]?.at === LOOK.end ? 'at the end' : 'in the middle'
    return [
      [`${familyAndSize(cell)}, ${where}`, `${located}`, share('rangeHolds'), nights, share('sizeHolds')],
    ]
  })
  return table(['', 'found', 'range holds the night', 'nights in it', 'interval holds the size'], rows)
}

function driftTable(find: Find): string {
  const rows = [...cleanLooks, ...creeps].flatMap(cell => {
    const score = find(cell)
    if (!score) return []
    const size = ((100 * (score.counts.driftSize ?? 0)) / score.series).toFixed(2)
    const what = cell.changes.length === 0 ? 'clean' : 'creep of 5 %'
    return [[`${cell.family}, ${what}`, range(rateOf(score, 'drifts')), `${size} %`]]
  })
  return table(['', 'interval without 0', 'drift on average'], rows)
}

function afterTable(find: Find): string {
  const rows = afterwards.flatMap(cell => {
    const score = find(cell)
    if (!score) return []
    return [[cell.family, ...['announced', 'again', 'other'].map(count => range(rateOf(score, count)))]]
  })
  return table(['', 'announced', 'announced again', 'something else announced'], rows)
}

function testbedTable(find: Find): string {
  const blame = column('any', cell => `a commit is blamed, ${cell.family}`)
  const found = column('found', cell => `2 % a month later found, ${cell.family}`)
  return methodTable(find, [...testbeds.map(blame), ...testbedAndSteps.map(found)])
}

function targetTable(targets: Target[]): string {
  const rows = targets.map(({ state, name, limit, found }) => [state, name, limit, range(found)])
  return table(['', 'what', 'limit', 'found, % (95 % interval)'], rows)
}

const number = (value: number) => value.toLocaleString('en')

function about({ effort, seed, machine, seconds, cpuSeconds, missing, versions }: About): string {
  const { spikes } = FIXED
  const left = missing === '' ? '' : `\nThe rivals are left out: ${missing}.\n`
  return `Made by \`npm run bench:trend\` with seed ${seed} in ${seconds} s (${cpuSeconds} s of processor time) on ${machine.processors}
processors (${machine.cpu}, Node ${machine.node}). Rivals: ${Object.values(versions).join(', ')}.

Every number is a percentage of histories unless the column says otherwise, with its 95 % Wilson interval. A history
has one value a night with an sd of ${100 * FIXED.sd} %: *independent* normal; *autocorrelated*, AR(1) with ${FIXED.autocorrelation}; *spikes*, independent but
${100 * spikes.share} % of the nights ${100 * spikes.least} to ${100 * spikes.most} % slower. All methods read the same histories.

*One look* is one analysis of a finished history of ${LOOK.nights} nights: anything reported is an alarm, and a step is found
when a change point is at most ${NEAR} nights off. *A year* is ${YEAR} nights, analysed anew every night from the tenth on: an
alarm is any alert ever raised (for the rivals, which know no alerts, any change point). Each series stands alone
here; among many, the Benjamini-Hochberg rule can only make stable-bench say less.

Histories a cell: one look ${number(effort.cleanLooks)} clean ones and ${number(effort.looks)} others (rivals ${number(effort.rivalLooks)}), years ${number(effort.cleanYears)} (rivals ${number(effort.rivalYears)}), delays ${number(effort.waits)},
the months after an alert ${number(effort.afterwards)}.
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

## Steps found in one look, in the middle (night ${LOOK.middle} of ${LOOK.nights})

A method that raises many false alarms finds steps for the wrong reason: read this with the table above.

${steps(middleSteps)}

## Steps found in one look, five nights before the end

${steps(endSteps)}

## When a step becomes an alert

Nightly analyses after a step at night ${WAIT.at}: alerts that name a night at most ${2 * NEAR} nights off. Nights are those at the
new level, the one before the alert included.

${waitTable(find)}

A step of 5 %, announced and remembered, and ${WAIT.nights} nightly analyses since it:

${afterTable(find)}

## How well night and size are known

Of the steps that stable-bench found in one look (rows with fewer than 30 are left out).

${precisionTable(find)}

## Slow creep

The drift over all ${LOOK.nights} nights; a creep of 5 % moves the averages of the first and last two weeks by 4.4 %.

${driftTable(find)}

## A testbed change of 3 %

No rival knows of testbeds; a commit is blamed for the change when anything is reported at all. In the second half of
the table a real step of 2 % follows after ${90 - LOOK.middle} nights.

${testbedTable(find)}
`
}
