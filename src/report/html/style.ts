// The look of the HTML report: system fonts, one accent per meaning, light and dark from the same names.
// Colours differ in lightness as well as in hue, and no meaning rests on colour alone.
import { FLAME_STYLE } from '../explain/html.ts'

const COLOURS = `
:root {
  --page: #ffffff; --raised: #f6f7f9; --text: #1b2126; --muted: #5b6570; --line: #e1e5ea; --strong: #c6cdd5;
  --bad: #b3390f; --good: #0b6e69; --unsure: #8a5a00; --base: #66707c; --cand: #2b62d9;
  --bad-soft: #fdf0eb; --good-soft: #e9f5f4; --unsure-soft: #fbf3e2; --band: #e9edf2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --raised: #1c2127; --text: #e5e9ed; --muted: #9aa5b1; --line: #2a3139; --strong: #414b56;
    --bad: #ff9670; --good: #5cc8bd; --unsure: #e0b25c; --base: #929daa; --cand: #86adff;
    --bad-soft: #33211b; --good-soft: #17302e; --unsure-soft: #30281a; --band: #272e37;
  }
}
`

const PAGE = `
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 40px 32px 64px; max-width: 1360px; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { margin: 6px 0 4px; font-size: 24px; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; max-width: 60em;
  overflow-wrap: anywhere; }
h2 { margin: 0 0 6px; font-size: 14px; font-weight: 650; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--cand); outline-offset: 2px; border-radius: 3px; }
header { padding-left: 20px; border-left: 4px solid var(--tone); }
.outcome { margin: 0; color: var(--muted); font-size: 13px; }
.outcome span { margin-right: 8px; color: var(--tone); font-weight: 650; }
.advice { color: var(--muted); font-size: 16px; }
.bad { --tone: var(--bad); --soft: var(--bad-soft); } .good { --tone: var(--good); --soft: var(--good-soft); }
.unsure { --tone: var(--unsure); --soft: var(--unsure-soft); } .calm { --tone: var(--muted); --soft: var(--raised); }
.summary { margin: 18px 0 0; color: var(--muted); font-size: 14px; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(250px, 1fr)); gap: 16px 32px; margin: 28px 0 16px;
  padding: 18px 20px; background: var(--raised); border-radius: 8px; }
dt { color: var(--muted); font-size: 12.5px; } dd { margin: 0; overflow-wrap: anywhere; }
.warnings { margin: 16px 0; padding: 14px 20px; background: var(--unsure-soft); border-radius: 8px; }
.acceptance { margin: 28px 0 16px; }
.budgets { margin: 16px 0; } .budgets ul { margin: 0; padding-left: 18px; overflow-wrap: anywhere; }
.warnings :is(h2, h3) { color: var(--unsure); } .warnings ul { margin: 0; padding-left: 18px; overflow-wrap: anywhere; }
.machines { margin: 0 0 16px; padding-left: 20px; } .machines summary { color: var(--muted); cursor: pointer; }
.machines table { margin-top: 8px; border-collapse: collapse; font-size: 13.5px; }
.machines :is(th, td) { padding: 3px 28px 3px 0; text-align: left; font-weight: 400; overflow-wrap: anywhere; }
.machines th { color: var(--muted); } .machines .differs :is(th, td) { color: var(--unsure); font-weight: 600; }
footer { margin-top: 36px; max-width: 80em; color: var(--muted); font-size: 13.5px; }
footer h2 { color: var(--text); } footer b { color: var(--text); font-weight: 600; }
.key.base { color: var(--base); font-weight: 600; } .key.cand { color: var(--cand); font-weight: 600; }
pre { padding: 12px 16px; background: var(--raised); border-radius: 8px; color: var(--text); white-space: pre-wrap;
  overflow-wrap: anywhere; }
`

const PARTS = `
nav { margin: 24px 0 0; } nav ol { margin: 0; padding: 0; list-style: none; } nav li { padding: 2px 0; overflow-wrap: anywhere; }
nav li span { display: inline-block; width: 20px; color: var(--tone); font-weight: 650; } nav a { color: var(--cand); }
.part { margin-top: 44px; padding-top: 32px; border-top: 1px solid var(--strong); }
.part > header h2 { margin: 6px 0 4px; font-size: 20px; line-height: 1.3; letter-spacing: -.01em; max-width: 60em;
  overflow-wrap: anywhere; }
.part h3 { margin: 0 0 6px; font-size: 14px; font-weight: 650; }
`

const CONTROLS = `
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 10px 14px; margin: 28px 0 10px; }
.search { width: 240px; padding: 6px 10px; font: inherit; font-size: 14px; color: inherit; background: var(--page);
  border: 1px solid var(--strong); border-radius: 6px; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; }
.chips button { padding: 4px 11px; font: inherit; font-size: 13px; color: var(--text); background: none; cursor: pointer;
  border: 1px solid var(--strong); border-radius: 99px; }
.chips b { margin-left: 3px; font-weight: 500; color: var(--muted); font-variant-numeric: tabular-nums; }
.chips button:hover { background: var(--raised); }
.chips button[aria-pressed="true"] { background: var(--text); border-color: var(--text); color: var(--page); }
.chips button[aria-pressed="true"] b { color: inherit; }
.count { margin: 0; color: var(--muted); font-size: 13px; font-variant-numeric: tabular-nums; }
`

const TABLE = `
.scroll { overflow-x: auto; }
.rows { width: 100%; border-collapse: collapse; font-size: 14px; }
.rows > * > tr > * { padding: 8px 10px; text-align: left; vertical-align: middle; white-space: nowrap; }
.rows > * > tr > :first-child { padding-left: 6px; }
.rows thead th { vertical-align: bottom; color: var(--muted); font-size: 12.5px; font-weight: 500;
  border-bottom: 1px solid var(--strong); }
.rows tbody > tr:first-child > * { border-top: 1px solid var(--line); }
.rows thead button { padding: 0; font: inherit; color: inherit; background: none; border: 0; cursor: pointer; }
.rows thead button:hover { color: var(--text); }
.rows [aria-sort] button { color: var(--text); font-weight: 650; }
.rows [aria-sort="ascending"] button::after { content: " ↑"; }
.rows [aria-sort="descending"] button::after { content: " ↓"; }
.rows tbody > tr:first-child:hover > :not(.interval) { background: var(--raised); }
.rows tbody th { width: 99%; min-width: 240px; font-weight: 550; white-space: normal; overflow-wrap: break-word; }
.rest { margin: 12px 0; } .rest button { padding: 6px 14px; font: inherit; font-size: 14px; color: var(--text); background: none;
  cursor: pointer; border: 1px solid var(--strong); border-radius: 6px; } .rest button:hover { background: var(--raised); }
.rows .number { text-align: right; font-variant-numeric: tabular-nums; }
.rows .metric { display: block; padding-left: 15px; color: var(--muted); font-size: 12px; font-weight: 400; }
.change { font-weight: 600; } .change small { display: block; color: var(--muted); font-size: 12px; font-weight: 400; }
:is(.bad, .good) > tr > .moved { color: var(--tone); }
.verdict { padding: 2px 9px; border-radius: 99px; background: var(--soft); color: var(--tone); font-size: 12.5px;
  font-weight: 550; }
.rows .chart { width: 160px; min-width: 160px; box-sizing: content-box; }
.rows td.chart { padding-top: 4px; padding-bottom: 4px; }
.rows td.interval { padding-top: 0; padding-bottom: 0; background: linear-gradient(90deg, #0000 calc(50% - var(--half)),
  var(--band) 0 calc(50% - .5px), var(--strong) 0 calc(50% + .5px), var(--band) 0 calc(50% + var(--half)), #0000 0)
  content-box; print-color-adjust: exact; }
tbody .chart { height: 32px; }
summary { cursor: pointer; } th summary::marker { color: var(--muted); font-size: 11px; }
.unfolded { display: none; } tbody:has(details[open]) .unfolded { display: table-row; }
.rows .unfolded > td { padding: 2px 6px 22px 22px; white-space: normal; }
.more { display: grid; grid-template-columns: minmax(260px, 1fr) 520px; gap: 8px 40px; max-width: 1080px; }
.more dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 8px 20px; margin: 8px 0 0; }
.more .note { max-width: 46em; } .more dd, .order p { font-variant-numeric: tabular-nums; }
.order p { margin: 2px 0 0; color: var(--muted); font-size: 12.5px; }
.order p + svg { margin-top: 14px; } .order p.base { color: var(--base); } .order p.cand { color: var(--cand); }
.empty { margin: 32px 0; color: var(--muted); }
@media (max-width: 900px) { body { padding: 24px 16px; } .more { grid-template-columns: minmax(0, 1fr); }
  .order svg { max-width: 100%; height: auto; } h1 { font-size: 20px; } }
@media print { body { max-width: none; padding: 0; } .controls { display: none; } .scroll { overflow: visible; }
  .rows tr { break-inside: avoid; } }
`

/** Where not all columns have room, a row unfolds to show its runs and p. */
const NARROW = `
@media (max-width: 1010px) {
  .rows:not(.trend) :is(th, td):is(.runs, .p) { display: none; } .rows:not(.trend) tbody th { min-width: 170px; }
  .rows:not(.trend) > * > tr > * { padding-left: 5px; padding-right: 5px; } .rows:not(.trend) > * > tr > .judged { white-space: normal; }
  .judged .verdict { display: inline-block; border-radius: 12px; }
}
`

/** On a phone a row of the report is a card: its name on a full line, then the change, then the rest. */
const CARDS = `
@media screen and (max-width: 760px) {
  table.rows:not(.trend), .rows:not(.trend) tbody { display: block; }
  .rows:not(.trend) thead { display: none; }
  .rows:not(.trend) tbody { padding: 10px 0; border-top: 1px solid var(--line); }
  .rows:not(.trend) tbody > tr:first-child { display: grid; grid-template-columns: auto 1fr auto; gap: 4px 14px;
    align-items: center; }
  .rows:not(.trend) tbody > tr > * { padding: 0; border: 0; width: auto; min-width: 0; }
  .rows:not(.trend) tbody > tr:first-child:hover > :not(.interval) { background: none; }
  .rows:not(.trend) tbody > tr > th { grid-column: 1 / -1; } .rows:not(.trend) .metric { display: inline; padding: 0 0 0 8px; }
  .rows:not(.trend) tbody > tr > .judged { grid-row: 2; grid-column: 3; }
  .rows:not(.trend) tbody > tr > .change { grid-row: 2; grid-column: 1 / 3; text-align: left; font-size: 17px; white-space: normal; }
  .rows:not(.trend) .change small { display: inline-block; }
  .rows:not(.trend) tbody > tr > .from { grid-row: 3; grid-column: 1; color: var(--muted); text-align: left; }
  .rows:not(.trend) tbody > tr > .to { grid-row: 3; grid-column: 2; color: var(--muted); text-align: left; }
  .rows:not(.trend) .to::before { content: "→ "; }
  .rows:not(.trend) tbody > tr > .interval { grid-row: 3; grid-column: 3; width: 160px; }
  .rows:not(.trend) tbody:has(details[open]) .unfolded { display: block; padding-top: 8px; }
}
`

const CHARTS = `
svg { display: block; } svg text { fill: var(--muted); font-size: 11px; font-weight: 400; }
circle.base { fill: var(--base); fill-opacity: .6; } circle.cand { fill: var(--cand); fill-opacity: .6; }
line.base { stroke: var(--base); stroke-width: 2; } line.cand { stroke: var(--cand); stroke-width: 2; }
.order line { stroke-width: 1; stroke-dasharray: 4 3; } polyline { fill: none; stroke-width: 1; stroke-opacity: .4; }
polyline.base { stroke: var(--base); } polyline.cand { stroke: var(--cand); }
.bar { stroke: var(--tone); stroke-width: 3; stroke-opacity: .45; } .end { stroke: var(--tone); stroke-width: 1.5; }
.estimate, .arrow { fill: var(--tone); }
`

/** The style sheet of the report. */
export const REPORT_STYLE = `${COLOURS}${PAGE}${PARTS}${CONTROLS}${TABLE}${NARROW}${CARDS}${CHARTS}${FLAME_STYLE}`
