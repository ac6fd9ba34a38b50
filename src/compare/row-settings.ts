// What applies to one row: the policy, overridden by the rules whose patterns match its benchmark and metric.
import type { Better, Policy, RowRule, Summary } from '../model.ts'

export type RowSettings = {
  band: number
  /** The smallest change for the worse that fails the comparison. */
  threshold: number
  better: Better | null
  summary: Summary
  gate: boolean | null
  /** In words, what was configured for this row; null when nothing was. */
  configured: string | null
}

const patterns = new Map<string, RegExp>()

/** Whether a name matches a pattern in which `*` stands for any text and `?` for any one character. */
export function matchesPattern(pattern: string, name: string): boolean {
  let expression = patterns.get(pattern)
  if (!expression) {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&')
    expression = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su')
    patterns.set(pattern, expression)
  }
  return expression.test(name)
}

/** A share as it is configured: `2 %`. */
export const percentText = (fraction: number) => `${Number((fraction * 100).toPrecision(4))} %`

function inWords(rule: Omit<RowRule, 'benchmark' | 'metric'>): string | null {
  const parts = [
    rule.band === undefined ? '' : `band ±${percentText(rule.band)}`,
    rule.threshold === undefined ? '' : `fails from ${percentText(rule.threshold)}`,
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
  return {
    band: rule.band ?? band,
    threshold: rule.threshold ?? threshold,
    better: rule.better ?? null,
    summary: rule.summary ?? 'median',
    gate: rule.gate ?? null,
    configured: inWords(rule),
  }
}
