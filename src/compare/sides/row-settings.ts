// The settings of one row: the policy, overridden by the rules whose patterns match its benchmark and metric.
import type { Better, Policy, RowRule, Summary } from '../../model/index.ts'
import { formatShare } from '../../units.ts'

export type RowSettings = {
  band: number
  /** The smallest change for the worse that fails the comparison. */
  threshold: number
  better: Better | null
  summary: Summary
  gate: boolean | null
  /** The configuration of this row in words; null when there is none. */
  configured: string | null
}

/** How many code units the character at `at` takes. */
const widthAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** How many code units at `p` of the pattern stand for the character at `n` of the name; 0 where they do not. */
function widthOfMatch(pattern: string, p: number, name: string, n: number): number {
  if (pattern[p] === '?') return 1
  const at = pattern[p] === '\\' && /[\\*?]/.test(pattern[p + 1] ?? '') ? p + 1 : p
  const isSame = at < pattern.length && pattern.codePointAt(at) === name.codePointAt(n)
  return isSame ? at - p + widthAt(pattern, at) : 0
}

/**
 * Whether a name matches a pattern with `*` for any text and `?` for one character; `\*`, `\?` and `\\` stand for themselves
 * (see `exactPattern`). Only the last `*` met is tried with more text, which is enough: time grows with the product of both
 * lengths, with `.*` in a regular expression by a power of them.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  let [p, n] = [0, 0]
  let star: { after: number; upTo: number } | null = null
  while (n < name.length) {
    const width = pattern[p] === '*' ? 0 : widthOfMatch(pattern, p, name, n)
    if (pattern[p] === '*') {
      star = { after: ++p, upTo: n }
    } else if (width > 0) {
      p += width
      n += widthAt(name, n)
    } else if (star !== null) {
      star.upTo += widthAt(name, star.upTo)
      p = star.after
      n = star.upTo
    } else {
      return false
    }
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

function inWords(rule: Omit<RowRule, 'benchmark' | 'metric'>): string | null {
  const parts = [
    rule.band === undefined ? '' : `band ±${formatShare(rule.band)}`,
    rule.threshold === undefined ? '' : `fails from ${formatShare(rule.threshold)}`,
    rule.better === undefined ? '' : `${rule.better} is better`,
    rule.summary === undefined ? '' : `${rule.summary} of each run`,
    rule.gate === undefined ? '' : rule.gate ? 'gates' : 'does not gate',
  ].filter(Boolean)
  return parts.length === 0 ? null : `configured: ${parts.join(', ')}`
}

/** The settings of the row of `benchmark` and `metric`. */
export function rowSettings(
  { band, threshold, rules }: Policy,
  benchmark: string,
  metric: string,
): RowSettings {
  const matching = rules.filter(
    rule => matchesPattern(rule.benchmark, benchmark) && matchesPattern(rule.metric, metric),
  )
  const defined = matching.flatMap(({ benchmark: _, metric: __, ...set }) =>
    Object.entries(set).filter(([, value]) => value !== undefined),
  )
  const rule: Omit<RowRule, 'benchmark' | 'metric'> = Object.fromEntries(defined)
  const tolerated = rule.band ?? band
  return {
    band: tolerated,
    threshold: rule.threshold ?? threshold ?? tolerated,
    better: rule.better ?? null,
    summary: rule.summary ?? 'median',
    gate: rule.gate ?? null,
    configured: inWords(rule),
  }
}
