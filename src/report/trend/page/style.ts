// The look of the trend page on top of the report's: what changed lately, sparklines, the chart's dialog.
const COLOURS = `
:root { --other: #8a3ab9; --third: #5a6800; --fourth: #a3246f; --fifth: #7d4b2a; --sixth: #00688b; }
@media (prefers-color-scheme: dark) {
  :root { --other: #d49bff; --third: #c3cf6a; --fourth: #ff92cf; --fifth: #d9a98a; --sixth: #5fcbdc; } }
`

const LATELY = `
#lately { margin: 28px 0 8px; } #lately > h2, h2.all { font-size: 16px; margin: 0 0 10px; }
h2.all { margin-top: 36px; } h2.all ~ .controls { margin-top: 10px; }
.word, .muted { color: var(--muted); font-weight: 400; } .event { color: var(--unsure); }
#lately article { margin: 0 0 14px; padding: 12px 18px; background: var(--raised); border-left: 3px solid var(--tone);
  border-radius: 0 8px 8px 0; break-inside: avoid; }
#lately h3 { display: flex; flex-wrap: wrap; gap: 0 12px; margin: 0; font-size: 15px; font-weight: 650; }
#lately h3 span { color: var(--muted); font-weight: 400; }
#lately p { margin: 0 0 4px; color: var(--muted); font-size: 13.5px; } #lately p.event { color: var(--unsure); }
#lately article > ul { margin: 0 0 6px; padding-left: 18px; font-size: 13.5px; overflow-wrap: anywhere; }
#lately summary { color: var(--muted); font-size: 13.5px; }
.changes { width: 100%; border-collapse: collapse; font-size: 14px; }
.changes tbody > tr > * { padding: 4px 18px 4px 0; text-align: left; vertical-align: baseline; white-space: nowrap; }
.changes tbody > tr + tr > * { border-top: 1px solid var(--line); }
.changes tbody th { width: 99%; min-width: 190px; font-weight: 550; white-space: normal; overflow-wrap: break-word; }
.changes .moved { min-width: 136px; font-weight: 600; } .changes .number { font-variant-numeric: tabular-nums; }
.changes td small { color: var(--muted); font-size: 12.5px; font-weight: 400; }
.changes .metric { margin-left: 4px; } .changes .range { display: block; } .changes :is(.metric, .range) { color: var(--muted); font-size: 12.5px; font-weight: 400; }
:is(.bad, .good, .unsure) .moved { color: var(--tone); }
a { color: var(--cand); text-decoration-thickness: 1px; text-underline-offset: 2px; }
th a { color: inherit; text-decoration-color: var(--strong); } th a:hover { color: var(--cand); }
@media screen and (max-width: 760px) {
  .changes tbody > tr { display: flex; flex-wrap: wrap; gap: 0 12px; padding: 6px 0; }
  .changes tbody > tr > * { padding: 0; } .changes tbody > tr + tr > * { border: 0; }
  .changes tbody > tr + tr { border-top: 1px solid var(--line); } .changes .moved { min-width: 0; }
  .changes tbody th { flex: 1 0 100%; order: -1; min-width: 0; }
}
code { font: 12.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
`

const TABLE = `
.trend tbody tr { cursor: pointer; } #rows.trend { table-layout: fixed; min-width: 980px; }
#rows.trend thead .number { width: 132px; } #rows.trend thead .number + .number { width: 148px; }
#rows.trend tbody > tr > * { padding-top: 4px; padding-bottom: 4px; border-top: 1px solid var(--line); }
#rows.trend tbody > tr:hover > * { background: var(--raised); }
#rows.trend .metric { padding-left: 0; overflow-wrap: anywhere; } #rows.trend .verdict { margin-left: 6px; white-space: nowrap; }
#rows.trend td small { display: block; color: var(--muted); font-size: 12px; white-space: normal; } #rows.trend .event { color: var(--unsure); }
#rows.trend tbody .spark { height: 40px; }
.spark .line { fill: none; stroke: var(--cand); stroke-width: 1; }
.spark .events { fill: none; stroke: var(--unsure); stroke-dasharray: 2 2; }
.spark .worse { fill: var(--bad); } .spark .better { fill: var(--good); } .spark .machine { fill: var(--unsure); }
.spark .withdrawn { fill: none; stroke: var(--unsure); } .spark .last { fill: var(--cand); }
`

/** Narrower than the table would like, but all of its columns still fit. */
const NARROW = `
@media (max-width: 1010px) {
  #rows.trend { min-width: 740px; } #rows.trend tbody > tr > * { padding-left: 4px; padding-right: 4px; }
  #rows.trend thead :is(.number, .number + .number) { width: 106px; } #rows.trend td.number { white-space: normal; }
}
`

/** On a phone a row is a card: its name on a full line, the sparkline, and each figure with its label. */
const CARDS = `
@media screen and (max-width: 760px) {
  #rows.trend { display: block; min-width: 0; } #rows.trend thead { display: none; }
  #rows.trend tbody, #rows.trend tbody th { display: block; width: auto; min-width: 0; }
  #rows.trend tbody tr { display: grid; grid-template-columns: 1fr 1fr; gap: 4px 16px; padding: 10px 0;
    border-top: 1px solid var(--line); } #rows.trend tbody tr[hidden] { display: none; }
  #rows.trend tbody > tr > * { padding: 0; border: 0; text-align: left; white-space: normal; }
  #rows.trend tbody > tr > :is(th, .spark) { grid-column: 1 / -1; }
  #rows.trend [data-label]::before { content: attr(data-label) " "; color: var(--muted); font-size: 12px; }
}
`

const DIALOG = `
dialog { width: min(1320px, 100vw - 32px); max-width: none; max-height: calc(100dvh - 32px); padding: 20px 24px; color: inherit;
  background: var(--page); border: 1px solid var(--strong); border-radius: 10px; }
dialog::backdrop { background: #0008; }
dialog > div:first-child { display: flex; justify-content: space-between; gap: 20px; } dialog > div:first-child h2 { margin: 0; font-size: 19px;
  overflow-wrap: anywhere; } dialog > div:first-child p { color: var(--muted); font-size: 13.5px; }
#close { align-self: start; padding: 4px 10px; font: inherit; color: inherit; background: none; cursor: pointer;
  border: 1px solid var(--strong); border-radius: 6px; }
.tools { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; font-size: 13px; color: var(--muted); }
.tools select { max-width: 260px; padding: 3px 6px; font: inherit; color: var(--text); background: var(--page);
  border: 1px solid var(--strong); border-radius: 6px; } .chips button:disabled { opacity: .4; cursor: default; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) 300px; gap: 24px; margin-top: 8px; }
#plot { height: clamp(260px, 56vh, 520px); overflow: hidden; } .u-select { background: var(--band); opacity: .6; }
.u-hz .u-cursor-x { border-color: var(--muted); }
#legend, #chart-keys { margin: 4px 0 0; color: var(--muted); font-size: 12.5px; }
#legend .key { margin-right: 14px; font-weight: 600; } .series0 { color: var(--cand); } .series1 { color: var(--other); }
.series2 { color: var(--third); } .series3 { color: var(--fourth); } .series4 { color: var(--fifth); } .series5 { color: var(--sixth); }
aside { font-size: 13.5px; overflow-wrap: anywhere; } aside h3 { margin: 0 0 6px; font-size: 14px; }
aside h3 small { color: var(--muted); font-weight: 400; } aside section { margin-bottom: 18px; }
#night { min-height: 150px; } aside dl { display: grid; gap: 4px; margin: 0; }
#night dl > div { display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 8px; align-items: baseline; } aside dd { font-variant-numeric: tabular-nums; }
aside ul { margin: 0; padding: 0; list-style: none; max-height: 250px; overflow: auto; }
aside li { margin-bottom: 8px; padding-left: 10px; border-left: 3px solid var(--tone); }
#numbers div { max-height: 300px; overflow: auto; } #numbers table { border-collapse: collapse; font-size: 12.5px; }
#numbers :is(th, td) { padding: 2px 8px 2px 0; text-align: left; font-weight: 400; white-space: nowrap; }
@media (max-width: 900px) { .sides { grid-template-columns: minmax(0, 1fr); } dialog { padding: 14px; } }
@media print { dialog::backdrop { background: none; } body:has(dialog[open]) > :not(dialog) { display: none; }
  dialog { position: static; width: auto; margin: 0; max-height: none; padding: 0; border: 0; } .tools, #close, #chart-keys {
  display: none; } aside ul, #numbers div { max-height: none; }
  #plot { height: auto; } .uplot { width: 100%; } .u-wrap { width: 100% !important; height: auto !important; } .u-wrap canvas { height: auto !important; }
  .u-over, .u-under { display: none; } }
`

/** The style sheet of the trend page, to follow the report's. */
export const TREND_STYLE = `${COLOURS}${LATELY}${TABLE}${NARROW}${CARDS}${DIALOG}`
