// What a bisection found: for a terminal, as Markdown, and as the document `stable-bench/bisection@1`.
import { type BisectedStep, type Bisection, bisectionSchemaName, type NamedCommit } from '../model/index.ts'
import { counted, formatCount, shortSha } from '../phrases.ts'
import { formatShare } from '../units.ts'
import { codeBlock, codeSpan, escapeMarkdown, keepPercents } from './markdown/escape.ts'
import { formatChange, formatInterval } from './words/numbers.ts'
import { visibleText } from './words/visible-text.ts'

/** The JSON document. */
export const bisectionJson = (bisection: Bisection): string =>
  `${JSON.stringify({ schema: bisectionSchemaName, ...bisection }, null, 2)}\n`

const dateOf = (authored: string): string => {
  const [, day = '', time = '', zone = ''] = /^(\S+)T(\d\d:\d\d)\S*?(Z|[+-]\d\d:\d\d)$/.exec(authored) ?? []
  return day === '' ? authored : `${day} ${time} ${zone === 'Z' ? '+00:00' : zone}`
}

const commitText = ({ sha, subject }: Pick<NamedCommit, 'sha' | 'subject'>): string =>
  `${shortSha(sha)} ${visibleText(subject)}`

const probabilityText = (probability: number): string =>
  probability >= 0.9995 ? `> ${formatShare(0.9995)}` : formatShare(Math.floor(probability * 1000) / 1000)

/** Slower and faster are for times; other metrics only go up or down. */
function directionOf({ better }: Bisection, ratio: number): 'worse' | 'better' {
  return ratio > 1 === (better === 'lower') ? 'worse' : 'better'
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** The one sentence. */
export function bisectionAnswer(bisection: Bisection): string {
  const { outcome, steps, benchmark, ends, detectable, range } = bisection
  const name = benchmark === null ? '' : `${visibleText(benchmark)}: `
  if (outcome === 'no-change') {
    const seen = detectable === null ? '' : `; a change of ${formatShare(detectable, 2)} would have been seen`
    return `${name}no change is to be found in ${range}${seen}`
  }
  const total = formatChange(ends?.ratio ?? null)
  if (outcome === 'undecided') return `${name}${total} in ${range}, but no commit is sure to have made it`
  const shas = steps.map(({ commits }) =>
    commits.length === 1 ? shortSha(commits[0]?.sha ?? '') : `one of ${commits.length} commits`,
  )
  const [only] = steps
  if (steps.length > 1) return `${name}${total} in ${range}, in ${steps.length} steps: ${shas.join(', ')}`
  const moved = only === undefined ? '' : ` (${directionOf(bisection, only.ratio)})`
  return `${name}${formatChange(only?.ratio ?? null)}${moved} since ${shas[0]}`
}

type Fact = [label: string, value: string]

function stepFacts({ commits, probability, ratio, interval, merge, isMerge, repeat }: BisectedStep): Fact[] {
  const last = commits.at(-1) as NamedCommit
  const which: Fact[] =
    commits.length === 1
      ? [
          ['commit', commitText(last)],
          ['author', `${visibleText(last.author)}, ${dateOf(last.authored)}`],
        ]
      : commits.map(
          (commit, i): Fact => [i === 0 ? 'one of' : '', `${commitText(commit)}, ${dateOf(commit.authored)}`],
        )
  return [
    ...which,
    ...(merge === null ? [] : [['merged by', commitText(merge)] satisfies Fact]),
    ...(isMerge
      ? [['note', 'a merge: no single commit that it brought in makes the change'] satisfies Fact]
      : []),
    ['its change', `${formatChange(ratio)} ${formatInterval(interval, ratio)}`],
    ['probability', probabilityText(probability)],
    ['again', repeat],
  ]
}

function facts(bisection: Bisection): Fact[] {
  const { range, commits, ends, measured, runs, seconds, reason, rest } = bisection
  const total = ends && `${formatChange(ends.ratio)} ${formatInterval(ends.interval, ends.ratio)}`
  return [
    ...(reason === null ? [] : [['because', reason] satisfies Fact]),
    ['range', `${range}: ${counted(commits, 'commit')}`],
    ...(total === null ? [] : [['in all', total] satisfies Fact]),
    [
      'measured',
      `${counted(measured.length, 'commit')} and the old end, ${counted(runs, 'run')}, ${durationText(seconds)}`,
    ],
    ...(rest === true
      ? [['more', 'other commits of the range changed it as well: --all finds them'] satisfies Fact]
      : []),
  ]
}

const skippedLines = ({ skipped }: Bisection): string[] =>
  skipped.map(({ sha, subject, reason }) => `${commitText({ sha, subject })}: ${visibleText(reason)}`)

const oddsLines = ({ probabilities }: Bisection): string[] =>
  probabilities.map(each => `${probabilityText(each.probability).padStart(7)}  ${commitText(each)}`)

const table = (rows: Fact[]): string[] => rows.map(([label, value]) => `${label.padEnd(12)}${value}`)

/** For a terminal. */
export function bisectionText(bisection: Bisection): string {
  const skipped = skippedLines(bisection)
  const odds = oddsLines(bisection)
  const blocks = [
    [bisectionAnswer(bisection)],
    ...bisection.steps.map(step => table(stepFacts(step))),
    table(facts(bisection)),
    ...(odds.length === 0 ? [] : [['most probable:', ...odds]]),
    ...(skipped.length === 0
      ? []
      : [[`passed over: ${counted(skipped.length, 'commit')}`, ...skipped.map(line => `- ${line}`)]]),
    ...(bisection.warnings.length === 0
      ? []
      : [bisection.warnings.map(({ message }) => `warning: ${visibleText(message)}`)]),
  ]
  return `${blocks.map(lines => lines.join('\n')).join('\n\n')}\n`
}

/** Their values are numbers of ours; the others may hold text of a repository. */
const OWN = ['its change', 'probability', 'in all', 'measured']

const item = ([label, value]: Fact): string =>
  `- ${label === '' ? 'or' : label}: ${OWN.includes(label) ? value : escapeMarkdown(value)}`

/** GitHub Markdown. `pull`: the number of the pull request that brought the commit. */
export function bisectionMarkdown(bisection: Bisection, pull: number | null = null): string {
  const skipped = skippedLines(bisection)
  const steps = bisection.steps.flatMap(step => {
    const shown = stepFacts(step).filter(([label]) => label !== 'again')
    const again = step.repeat === '' ? [] : ['Measure it again:', '', codeBlock(step.repeat), '']
    return [...shown.map(item), '', ...again]
  })
  const odds = bisection.probabilities.map(
    ({ sha, subject, probability }) =>
      `- ${codeSpan(shortSha(sha))} ${escapeMarkdown(subject)}: ${probabilityText(probability)}`,
  )
  const lines = [
    `### ${escapeMarkdown(bisectionAnswer(bisection))}`,
    '',
    ...(pull === null ? [] : [`The commit came with #${pull}.`, '']),
    ...steps,
    ...facts(bisection).map(item),
    ...(odds.length === 0 ? [] : ['', 'The most probable commits:', '', ...odds]),
    ...(skipped.length === 0
      ? []
      : [
          '',
          `${formatCount(skipped.length)} passed over:`,
          '',
          ...skipped.map(line => `- ${escapeMarkdown(line)}`),
        ]),
    ...(bisection.warnings.length === 0
      ? []
      : ['', ...bisection.warnings.map(({ message }) => `> ${escapeMarkdown(message)}`)]),
  ]
  return keepPercents(`${lines.join('\n')}\n`)
}
