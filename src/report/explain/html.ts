// Why rows changed, in the HTML report: the sentences, a table of functions, and a differential flame graph.
import type {
  Comparison,
  Explained,
  ExplainedFunction,
  ExplainedProfile,
  StackTree,
} from '../../model/index.ts'
import { escapeHtml, headHtml, listHtml, nameHtml, proseHtml } from '../html/escape.ts'
import { visibleText } from '../words/visible-text.ts'
import {
  explainedName,
  explainedTexts,
  plainShowing,
  points,
  shownName,
  sourceAddress,
  withoutFile,
} from './words.ts'

const MOST_FUNCTIONS = 25

type Where = { depth: 1 | 2; source: string | null; section: number }

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function placeHtml({ file, line }: ExplainedFunction, source: string | null): string {
  if (file === null) return ''
  const text = nameHtml(line === null ? file : `${file}:${line}`)
  const address = sourceAddress(source, file, line)
  return address?.startsWith('https://') ? `<a href="${escapeHtml(address)}">${text}</a>` : text
}

function functionRow(each: ExplainedFunction, source: string | null): string {
  const { baseline, candidate, gain, interval, named, code } = each
  const [low, high] = interval.map(points)
  const tone = named ? (gain > 0 ? 'bad' : 'good') : 'calm'
  const cells = [
    percent(baseline),
    percent(candidate),
    `<b class="gain">${points(gain)}</b>`,
    `[${low}, ${high}]`,
  ]
  const place = [placeHtml(each, source), code === 'same' ? 'same machine code' : ''].filter(Boolean)
  const numbers = cells.map(cell => `<td class="number">${cell.replaceAll(' %', '\u00a0%')}</td>`).join('')
  return `<tr class="${tone}"><th scope="row"><code>${nameHtml(shownName(withoutFile(each)))}</code></th><td>${place.join(', ')}</td>${numbers}</tr>`
}

function functionsTable({ functions }: ExplainedProfile, source: string | null, label: string): string {
  const shown = functions.slice(0, MOST_FUNCTIONS)
  if (shown.length === 0) return ''
  const head = headHtml(['Function', 'Place', 'Baseline', 'Candidate', 'Gained points', '99 % interval'])
  return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="functions">
${head}
<tbody>${shown.map(each => functionRow(each, source)).join('\n')}</tbody></table></div>`
}

/** Room for the graph: the script fills it. */
function flameHtml(section: number, number: number, label: string): string {
  const id = `flame-${section}-${number}`
  return `<div class="flame" data-flame="${section}-${number}" hidden>
<div class="controls"><label for="${id}" class="unseen">Find a function</label>
<input class="search" id="${id}" type="search" placeholder="Find a function" autocomplete="off" spellcheck="false">
<div class="chips"><button type="button" data-do="side" aria-pressed="false">Widths of the baseline</button>
<button type="button" data-do="whole">Whole profile</button><button type="button" data-do="speedscope">Save for speedscope</button>
<button type="button" data-do="stacks">Save stacks</button></div></div>
<p class="count" role="status"></p>
<div class="graph"><canvas tabindex="0" role="application" aria-label="${label}. Arrow keys move, Enter zooms in, Escape zooms out."></canvas></div>
</div>`
}

function oneHtml(explained: Explained, flame: number | null, { depth, source, section }: Where): string {
  const { profile } = explained
  const name = escapeHtml(explainedName(explained))
  const texts = explainedTexts(explained, plainShowing).map(proseHtml)
  return `<section class="explained"><h${depth + 1}>Why ${name} differs</h${depth + 1}>${listHtml(texts)}
${profile === null ? '' : functionsTable(profile, source, `Functions of ${name}`)}
${flame === null ? '' : flameHtml(section, flame, `Flame graph of ${name}`)}</section>`
}

/** Whether there are call stacks to draw. */
const hasFlame = (explained: Explained): explained is Explained & { profile: ExplainedProfile } =>
  explained.profile !== null && explained.profile.tree.frame.length > 0

/** A section for each benchmark that was explained; empty for none. `section` is the number of the comparison on the page. */
export function explainedHtml({ explained = [] }: Comparison, where: Where): string {
  let flames = 0
  return explained.map(each => oneHtml(each, hasFlame(each) ? flames++ : null, where)).join('\n')
}

/** The trees of the flame graphs of a comparison, in their order; their names are safe to draw. */
export const flameData = ({ explained = [] }: Comparison): StackTree[] =>
  explained
    .filter(hasFlame)
    .map(({ profile: { tree } }) => ({ ...tree, frames: tree.frames.map(visibleText) }))

export const FLAME_STYLE = `
.explained { margin: 28px 0 16px; } .explained ul { margin: 0 0 12px; padding-left: 18px; overflow-wrap: anywhere; }
.functions { border-collapse: collapse; font-size: 13.5px; width: 100%; }
.functions :is(th, td) { padding: 4px 14px 4px 0; text-align: left; font-weight: 400; border-top: 1px solid var(--line); }
.functions thead th { color: var(--muted); font-size: 12.5px; border: 0; } .functions .number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.functions th code { overflow-wrap: anywhere; } .functions a { color: var(--cand); } .functions .gain { color: var(--tone); font-weight: 600; }
@media (max-width: 760px) { .functions :is(th, td):is(:nth-child(3), :nth-child(4), :nth-child(6)) { display: none; } .functions td { overflow-wrap: anywhere; } }
.flame .controls { margin: 18px 0 6px; } .flame .count { min-height: 1.5em; overflow-wrap: anywhere; }
.flame .graph { max-height: 70vh; overflow: auto; border: 1px solid var(--line); border-radius: 6px; }
.flame canvas { display: block; cursor: pointer; }
`
