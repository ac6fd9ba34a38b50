// What a bisection found: for a terminal, as Markdown, and as the document `stable-bench/bisection@1`.
import {
  type BisectedStep,
  type Bisection,
  bisectionSchemaName,
  isBlind,
  type NamedCommit,
} from '../model/index.ts'
import { capital, counted, shortSha } from '../phrases.ts'
import { formatShare } from '../units.ts'
import { codeBlock, escapeMarkdown, keepPercents } from './markdown/escape.ts'
import { formatChange, formatInterval } from './words/numbers.ts'
import { visibleText } from './words/visible-text.ts'

/** The JSON document. */
export const bisectionJson = (bisection: Bisection): string =>
  `${JSON.stringify({ schema: bisectionSchemaName, ...bisection }, null, 2)}\n`

/** `2026-11-12T20:10:05Z` as `2026-11-12 20:10 +00:00`. */
const dateOf = (authored: string): string =>
  authored.replace(/^(\S+T.*)Z$/, '$1+00:00').replace(/^(\S+)T(\d\d:\d\d)\S*?([+-]\d\d:\d\d)$/, '$1 $2 $3')

const commitText = ({ sha, subject }: Pick<NamedCommit, 'sha' | 'subject'>): string =>
  `${shortSha(sha)} ${visibleText(subject)}`

const probabilityText = (probability: number): string =>
  probability >= 0.9995 ? `> ${formatShare(0.9995)}` : formatShare(Math.floor(probability * 1000) / 1000)

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** The one sentence. */
export function bisectionAnswer(bisection: Bisection): string {
  const { outcome, steps, benchmark, ends, detectable, range } = bisection
  const name = benchmark === null ? '' : `${visibleText(benchmark)}: `
  if (outcome === 'no-change') {
    const none = `${name}no change is to be found in ${range}`
    return detectable === null || isBlind(detectable)
      ? none
      : `${none}; a change of ${formatShare(detectable, 2)} would have been seen`
  }
  const total = formatChange(ends?.ratio ?? null)
  if (outcome === 'undecided') return `${name}${total} in ${range}, but no commit is sure to have made it`
  const shas = steps.map(({ commits }) =>
    commits.length === 1 ? shortSha(commits[0]?.sha ?? '') : `one of ${commits.length} commits`,
  )
  const [only] = steps
  if (steps.length > 1) return `${name}${total} in ${range}, in ${steps.length} steps: ${shas.join(', ')}`
  const isWorse = only !== undefined && only.ratio > 1 === (bisection.better === 'lower')
  const moved = only === undefined ? '' : ` (${isWorse ? 'worse' : 'better'})`
  return `${name}${formatChange(only?.ratio ?? null)}${moved} since ${shas[0]}`
}

type Fact = [label: string, value: string]

const known = (facts: (Fact | null)[]): Fact[] => facts.filter(fact => fact !== null)

/** Of a merge whose commits could not all be searched, it says why. */
const mergeText = (unsearched: string | null) =>
  unsearched === null
    ? 'a merge: no single commit that it brought in makes the change'
    : `a merge: it, or a commit that it brought in, makes the change (${unsearched})`

function stepFacts(step: BisectedStep): Fact[] {
  const { commits, probability, ratio, interval, merge } = step
  const last = commits.at(-1) as NamedCommit
  const author = `${visibleText(last.author)}, ${dateOf(last.authored)}`
  const which: Fact[] =
    commits.length === 1
      ? [
          ['commit', commitText(last)],
          ['author', author],
        ]
      : commits.map((commit, i) => [
          i === 0 ? 'one of' : '',
          `${commitText(commit)}, ${dateOf(commit.authored)}`,
        ])
  return known([
    ...which,
    merge && ['merged by', commitText(merge)],
    step.isMerge ? ['note', mergeText(step.unsearched)] : null,
    ['its change', `${formatChange(ratio)} ${formatInterval(interval, ratio)}`],
    ['probability', probabilityText(probability)],
  ])
}

function facts({ range, commits, ends, measured, runs, seconds, reason, rest }: Bisection): Fact[] {
  const size = `${counted(measured.length, 'commit')} and the old end, ${counted(runs, 'run')}`
  return known([
    reason === null ? null : ['because', reason],
    ['range', `${range}: ${counted(commits, 'commit')}`],
    ends && ['in all', `${formatChange(ends.ratio)} ${formatInterval(ends.interval, ends.ratio)}`],
    ['measured', `${size}, ${durationText(seconds)}`],
    rest === true ? ['more', 'other commits of the range changed it as well: --all finds them'] : null,
  ])
}

/** What is listed below the facts: a title, and a line for each commit. */
function lists({ probabilities, skipped }: Bisection): { title: string; lines: string[] }[] {
  const odds = probabilities.map(each => `${probabilityText(each.probability)}  ${commitText(each)}`)
  const passed = skipped.map(each => `${commitText(each)}: ${visibleText(each.reason)}`)
  return [
    { title: 'most probable:', lines: odds },
    { title: `passed over: ${counted(skipped.length, 'commit')}`, lines: passed },
  ].filter(({ lines }) => lines.length > 0)
}

const table = (rows: Fact[]): string[] => rows.map(([label, value]) => `${label.padEnd(12)}${value}`)

/** For a terminal. */
export function bisectionText(bisection: Bisection): string {
  const { steps, warnings } = bisection
  const blocks = [
    [bisectionAnswer(bisection)],
    ...steps.map(step => table([...stepFacts(step), ['again', step.repeat]])),
    table(facts(bisection)),
    ...lists(bisection).map(({ title, lines }) => [title, ...lines.map(line => `- ${line}`)]),
    warnings.map(({ message }) => `warning: ${visibleText(message)}`),
  ]
  return `${blocks
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

/** Their values are numbers of ours; the others may hold text of a repository. */
const OWN = ['its change', 'probability', 'in all', 'measured']

const items = (rows: Fact[]): string =>
  rows
    .map(([label, value]) => `- ${label || 'or'}: ${OWN.includes(label) ? value : escapeMarkdown(value)}`)
    .join('\n')

/** GitHub Markdown. `pull`: the number of the pull request that brought the commit. */
export function bisectionMarkdown(bisection: Bisection, pull: number | null = null): string {
  const { steps, warnings } = bisection
  const blocks = [
    `### ${escapeMarkdown(bisectionAnswer(bisection))}`,
    pull === null ? '' : `The commit came with #${pull}.`,
    ...steps.flatMap(step => [
      items(stepFacts(step)),
      ...(step.repeat === '' ? [] : ['Measure it again:', codeBlock(step.repeat)]),
    ]),
    items(facts(bisection)),
    ...lists(bisection).flatMap(({ title, lines }) => [
      capital(title),
      lines.map(line => `- ${escapeMarkdown(line)}`).join('\n'),
    ]),
    ...warnings.map(({ message }) => `> ${escapeMarkdown(message)}`),
  ]
  return keepPercents(`${blocks.filter(Boolean).join('\n\n')}\n`)
}
