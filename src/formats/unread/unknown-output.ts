// What is said of output in no known format: what it looks like, and what would read it.
import { nothingIn } from './empty-results.ts'
import { nearestFormats } from './nearest-formats.ts'
import { type Suggested, suggestPattern } from './suggest-pattern.ts'
import { documentWithoutRuns } from './without-runs.ts'

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
