// Counts, lists, commits, placements and shell words as sentences have them, in messages and reports.
import { formatShare } from './units.ts'

/** A whole number with separators: `1,000`. To load the locales of the engine for it would take 8 ms of each process. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** A counted noun: `1 row`, `2 rows`. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(items: string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

/** The first `most` items, and how many more there are: `a, b and 3 more`. */
export function firstOf(items: string[], most: number, separator = ', '): string {
  const more = items.length - most
  return `${items.slice(0, most).join(separator)}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
}

/** The first `most` lines, each behind `mark`, and one that says how many more there are. */
export function firstLines(lines: string[], most: number, mark = '- '): string[] {
  const more = lines.length - most
  return [...lines.slice(0, most), ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].map(
    line => `${mark}${line}`,
  )
}

/**
 * `placement alone moves parse by ±3 %, at most 54 % among 20 builds`. `sd` is without what runs of one build differ by, `seen` with it;
 * all are shares. `sd` is null where it is not known.
 */
export function placementPhrase(
  what: string,
  { builds, sd, seen, farthest }: { builds: number; sd: number | null; seen: number; farthest: number },
): string {
  const among = `at most ${formatShare(Math.abs(farthest), 2)} among ${builds} builds`
  if (sd === 0 || seen === 0)
    return `placement alone does not move ${what} by more than its runs differ (${among})`
  if (sd !== null) return `placement alone moves ${what} by ±${formatShare(sd, 2)}, ${among}`
  return `placement alone moves ${what} by less than ±${formatShare(seen, 2)}, which its runs are part of, ${among}`
}

/** An ISO date as `2026-11-26 20:10 UTC`. */
export const minuteOf = (date: string): string =>
  `${new Date(date).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The first ten digits of a commit. */
export const shortSha = (commit: string): string => commit.slice(0, 10)

/** `text` as one word of a shell, in quotes where it needs them. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** The text as the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
