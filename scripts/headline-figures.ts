// The figures on the first screen of the README, from what bench:verdicts and bench:histories found last.
import { readFileSync } from 'node:fs'
import { digits, rate, table } from '../bench/rate-table.ts'
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

/** The gross steps of real histories that a tool found, with all its change points, from the table of bench:histories. */
function foundInHistories(tool: string): string {
  const page = readFileSync(new URL('../docs/change-points.md', import.meta.url), 'utf8')
  const part = page.slice(page.indexOf('<!-- histories -->'), page.indexOf('<!-- /histories -->'))
  const rows = part.split('\n').map(line => line.split('|').map(cell => cell.trim()))
  const column = rows.find(cells => cells.includes(tool))?.indexOf(tool) ?? -1
  const cell = (row: string) => rows.find(([, name]) => name === row)?.[column]
  const [share, marks] = [
    /\(([\d.]+ %)\)/.exec(cell('gross steps found') ?? '')?.[1],
    cell('change points in all'),
  ]
  return share === undefined || marks === undefined ? '–' : `${share}, ${marks} marks`
}

const METHODS = [
  { name: '**stable-bench**', verdicts: /^stable-bench, \d+ (to|then) \d+ runs$/, histories: 'stable-bench' },
  { name: 'benchstat', verdicts: /^benchstat, shipped$/, histories: '' },
  {
    name: 'github-action-benchmark, 110 %',
    verdicts: /^github-action-benchmark, 110 %, shipped$/,
    histories: '',
  },
  { name: 'Apache Otava', verdicts: /^$/, histories: 'Apache Otava' },
]

/** A row per tool: unchanged code that was called changed, 5 % that was found, steps of real histories. */
export function headlineFigures(): string {
  const verdicts: Score[] = read('verdicts/results.json').scores
  const rows = METHODS.map(tool => {
    const method = verdicts.find(score => tool.verdicts.test(score.method))?.method ?? ''
    return [
      tool.name,
      called(verdicts, method, 'real A/A', 0, ['slower', 'faster']),
      called(verdicts, method, 'interleaved contaminated run 0.5 within 3', 0.05, ['slower']),
      foundInHistories(tool.histories),
    ]
  })
  return table(
    [
      '',
      'false alarms on unchanged code',
      '5 % slower, found',
      'real histories: gross steps found, with how many marks',
    ],
    rows,
  )
}
