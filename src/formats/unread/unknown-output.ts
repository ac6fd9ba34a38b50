// What is said of output in no known format: what it looks like, and what would read it.
import {
  bisectionSchemaName,
  calibrationSchemaName,
  comparisonSchemaName,
  doctorSchemaName,
  reportSchemaName,
  trendSchemaName,
} from '../../model/index.ts'
import { nothingIn } from './empty-results.ts'
import { nearestFormats } from './nearest-formats.ts'
import { type Suggested, suggestPattern } from './suggest-pattern.ts'

const GIVE_RESULTS = 'give the documents that stable-bench run -o FILE writes'
const GIVE_COMPARED = 'give the results that it compared'

/** The documents of stable-bench's own commands that hold no results of runs, and the advice. */
const WITHOUT_RUNS = new Map([
  [trendSchemaName, `stable-bench trend shows it; else ${GIVE_RESULTS}`],
  [comparisonSchemaName, GIVE_COMPARED],
  [reportSchemaName, GIVE_COMPARED],
  [doctorSchemaName, GIVE_RESULTS],
  [calibrationSchemaName, GIVE_RESULTS],
  [bisectionSchemaName, GIVE_RESULTS],
])

/** What is said of such a document; null for any other text. */
function documentWithoutRuns(text: string): string | null {
  const name = /^\s*\{\s*"schema"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? ''
  const advice = WITHOUT_RUNS.get(name)
  return advice === undefined ? null : `is a document ${name}, which holds no results of runs: ${advice}`
}

const LINES = 3
const LONGEST = 80

/** The first lines that are not blank, shortened, without what cannot be seen. */
function firstLinesOf(text: string): string[] {
  const lines = text.slice(0, 16 * 1024).split(/\r?\n/)
  return lines
    .map(line => line.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trimEnd())
    .filter(line => line.trim() !== '')
    .slice(0, LINES)
    .map(line => (line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line))
}

function patternLines({ pattern, unit, isBetterNeeded }: Suggested): string[] {
  const more =
    unit !== '' ? [`  pattern-unit: ${unit}`] : isBetterNeeded ? ['  pattern-better: lower # or higher'] : []
  return ['this would read it:', `  pattern: '${pattern.replaceAll("'", "''")}'`, ...more]
}

/**
 * Says it in several lines, to stand after the name of the output. It quotes the output. Text that holds no results at all has
 * a sentence of its own, and so has a document of another command.
 */
export function unknownText(text: string): string {
  const known = nothingIn(text) ?? documentWithoutRuns(text)
  if (known !== null) return known
  const near = nearestFormats(text)
  const suggested = suggestPattern(text)
  return [
    'is in no known format; it begins with',
    ...firstLinesOf(text).map(line => `  ${line}`),
    ...(near.length === 0 ? [] : [`most like it ${near.length === 1 ? 'is' : 'are'}: ${near.join(', ')}`]),
    ...(suggested === null ? [] : patternLines(suggested)),
    `${suggested === null ? 'give' : 'or give'} its format as tool (--tool), or where its numbers are as pattern (--pattern): docs/formats`,
  ].join('\n')
}
