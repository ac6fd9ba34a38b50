// The table of the HTML report. It is complete without the script, which adds charts, sorting and filtering.
import { type Comparison, isBlind, type Policy, type Row } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { intervalName } from '../words/design.ts'
import { type Levels, levelsOf, type Nightly } from '../words/night-levels.ts'
import { formatInterval, formatP, NOTHING, scaleFor } from '../words/numbers.ts'
import { changeText, hasManyMetrics, nameText, rowNotes, rowPair, verdictText } from '../words/rows/row.ts'
import { shortenMiddle, visibleText } from '../words/visible-text.ts'
import type { PageRow, PageTable } from './browser/data.ts'
import { escapeHtml, factHtml, nameHtml, proseHtml } from './escape.ts'
import { controlsHtml, foldedTable, sortableHead } from './table-markup.ts'

const LONGEST_NAME = 300

/** `limit` is the change at the end of the interval charts, `section` the number of the section on the page. */
type RowsOptions = {
  comparison: Comparison
  limit: number
  section: number
  label: string
}

/** Six digits are more than a pixel shows. */
function rowData(row: Row, nights: Levels | null): PageRow {
  const short = (value: number | null) => (value === null ? null : Number(value.toPrecision(6)))
  const scale = scaleFor(row.baseline ?? row.candidate ?? 0, row.unit)
  return {
    b: row.values.baseline.map(short),
    c: row.values.candidate.map(short),
    r: short(row.ratio),
    i: row.interval && [short(row.interval[0]), short(row.interval[1])],
    p: short(row.p),
    w: row.band,
    from: short(row.baseline),
    to: short(row.candidate),
    f: scale.factor,
    u: scale.unit,
    ...(nights && { n: nights.map(short) }),
  }
}

/** The data of a comparison for the script: its rows in their order, and the scale of their charts. */
export function sectionData(rows: Row[], limit: number, nightly: Nightly | null): PageTable {
  return {
    limit: Math.log1p(limit),
    rows: rows.map(row => rowData(row, levelsOf(nightly, row))),
    ...(nightly && { machine: visibleText(nightly.machine) }),
  }
}

/** What unfolds below a row: its notes, the figures that are known of it, and room for its runs. */
function details(row: Row, policy: Policy): string {
  const { interval, p, adjustedP, detectable, runs, metric } = row
  const pairs: [string, string | null][] = [
    [intervalName(policy), interval && formatInterval(interval, row.ratio)],
    ['p', p === null ? null : formatP(p)],
    ['p after Holm', adjustedP === null ? null : formatP(adjustedP)],
    [
      'found with about 80 % power',
      detectable === null || isBlind(detectable) ? null : formatShare(detectable, 2),
    ],
    ['runs', `${runs.baseline} baseline, ${runs.candidate} candidate`],
    ['metric', metric === '' ? null : `${metric}, ${row.better} is better`],
    ['gates', row.gates ? null : 'no, informational'],
  ]
  const facts = pairs.map(([name, value]) => (value === null ? '' : factHtml(name, escapeHtml(value))))
  const notes = rowNotes(row).map(note => `<p class="note">${proseHtml(note)}</p>`)
  return `<div class="more"><div>${notes.join('')}<dl>${facts.join('')}</dl></div><div class="order"></div></div>`
}

/** Which colour a row gets: only a gating row that moved is good or bad. */
function rowTone(row: Row): string {
  if (row.fails || row.verdict === 'failed' || (row.verdict === 'regression' && row.gates)) return 'bad'
  if (row.verdict === 'improvement' && row.gates) return 'good'
  if (['removed', 'not-comparable', 'inconclusive', 'scattered'].includes(row.verdict)) return 'unsure'
  return 'calm'
}

function tableBody(row: Row, metrics: boolean, policy: Policy): string {
  const verdict = verdictText(row)
  const [baseline, candidate] = rowPair(row)
  const change = changeText(row)
  const moved = change === NOTHING ? '' : ' moved'
  const interval = row.interval === null ? '' : ` <small>${formatInterval(row.interval, row.ratio)}</small>`
  const name = shortenMiddle(nameText(row), LONGEST_NAME)
  const metric = metrics ? `<small class="metric"><bdi>${escapeHtml(row.metric)}</bdi></small>` : ''
  return `<tbody class="${rowTone(row)}" data-kind="${verdict}">
<tr><th scope="row"><details><summary><bdi>${nameHtml(name)}</bdi></summary></details>${metric}</th>
<td class="judged"><span class="verdict">${verdict}</span></td>
<td class="number change${moved}">${change}${interval}</td><td class="chart interval"></td>
<td class="number from">${escapeHtml(baseline)}</td><td class="number to">${escapeHtml(candidate)}</td>
<td class="chart runs"></td><td class="number p">${escapeHtml(formatP(row.p))}</td></tr>
<tr class="unfolded"><td colspan="8">${details(row, policy)}</td></tr>
</tbody>`
}

function axis(limit: number): string {
  const label = (x: number, anchor: string, text: string): string =>
    `<text x="${x}" y="10" text-anchor="${anchor}">${text}</text>`
  const left = `−${formatShare(1 - 1 / (1 + limit), 2)}`
  const right = `+${formatShare(limit)}`
  const labels = [label(6, 'start', left), label(80, 'middle', '0'), label(154, 'end', right)]
  return `<svg viewBox="0 0 160 12" width="160" height="12" aria-hidden="true">${labels.join('')}</svg>`
}

function header({ comparison, limit }: RowsOptions): string {
  return [
    sortableHead('name', 'Benchmark'),
    sortableHead('verdict', 'Verdict'),
    sortableHead('change', 'Change', 'number'),
    `<th scope="col" class="chart">${intervalName(comparison.policy)}${axis(limit)}</th>`,
    sortableHead('baseline', 'Baseline', 'number'),
    sortableHead('candidate', 'Candidate', 'number'),
    '<th scope="col" class="chart runs">Runs</th>',
    sortableHead('p', 'p', 'number p'),
  ].join('\n')
}

/** The controls and the table of these rows in their order; a sentence where there are none. */
export function rowsTable(rows: Row[], options: RowsOptions): string {
  if (rows.length === 0) return `<p class="empty">No rows ${NOTHING} see above for the reason.</p>`
  const label = escapeHtml(options.label)
  const { section: table } = options
  const metrics = hasManyMetrics(rows)
  return `${controlsHtml(rows.map(verdictText), { table, searched: 'benchmark or metric', by: 'verdict' })}
${foldedTable(
  label,
  `<table class="rows" data-table="${table}"><caption class="unseen">${label}, most important first</caption>
<thead><tr>${header(options)}</tr></thead>
${rows.map(row => tableBody(row, metrics, options.comparison.policy)).join('\n')}
</table>`,
)}`
}
