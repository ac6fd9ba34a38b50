// The figures on the first screen of the README, from what bench:verdicts and bench:trend found last.
import { readFileSync } from 'node:fs'
import { digits, rate, table } from '../bench/rate-table.ts'
import type { Score as TrendScore } from '../bench/trend/score.ts'
import type { Score } from '../bench/verdicts/score.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../bench/${path}`, import.meta.url), 'utf8'))

const percent = (share: number) => `${digits(share)} %`

/** The share of cases of a cell that were called one of these, as a percentage; a dash where it was not tried. */
function called(
  scores: Score[],
  method: string,
  cell: string,
  shift: number,
  calls: ('slower' | 'faster')[],
): string {
  const found = scores.find(each => each.method === method && each.cell === cell && each.shift === shift)
  if (found === undefined) return '–'
  const { tally } = found
  return percent(
    rate(
      calls.reduce((sum, call) => sum + tally[call], 0),
      tally.cases,
    ).share,
  )
}

/** The share of clean series with any announcement in a year of nights. */
function announced(scores: TrendScore[], method: string): string {
  const found = scores.find(each => each.method === method && each.cell === 'independent, 365 nights, clean')
  return found === undefined ? '–' : percent((found.counts.any ?? 0) / found.series)
}

const METHODS = [
  { name: '**stable-bench**', verdicts: /^stable-bench, \d+ (to|then) \d+ runs$/, trend: 'stable-bench' },
  { name: 'benchstat', verdicts: /^benchstat, shipped$/, trend: '' },
  {
    name: 'github-action-benchmark, 110 %',
    verdicts: /^github-action-benchmark, 110 %, shipped$/,
    trend: '',
  },
  { name: 'Apache Otava', verdicts: /^$/, trend: 'Apache Otava' },
]

/** A row per tool: unchanged code that was called changed, 5 % that was found, false alerts in a year of nights. */
export function headlineFigures(): string {
  const verdicts: Score[] = read('verdicts/results.json').scores
  const trend: TrendScore[] = read('trend/results.json').scores
  const rows = METHODS.map(tool => {
    const method = verdicts.find(score => tool.verdicts.test(score.method))?.method ?? ''
    return [
      tool.name,
      called(verdicts, method, 'real A/A', 0, ['slower', 'faster']),
      called(verdicts, method, 'interleaved contaminated run 0.5 within 3', 0.05, ['slower']),
      announced(trend, tool.trend),
    ]
  })
  return table(
    [
      '',
      'false alarms on unchanged code',
      '5 % slower, found',
      'series with a false alert in a year of nights',
    ],
    rows,
  )
}
