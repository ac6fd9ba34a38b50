// The facts about a comparison that every report lists below its rows.
import type { Comparison } from '../../model/index.ts'
import { chosenDesignText, decisionText, sideText } from './design.ts'
import { settingsOfBoth } from './settings.ts'
import { testbedText } from './testbed.ts'

/** Baseline, candidate, testbed, settings, design and decision rule, each with its name; those that are known. */
export function listedFacts(comparison: Comparison): [name: string, text: string][] {
  const { baseline, candidate } = comparison
  const facts: [string, string | null][] = [
    ['baseline', sideText(baseline)],
    ['candidate', sideText(candidate, baseline)],
    ['testbed', testbedText(comparison)],
    ['settings', settingsOfBoth(comparison)],
    ['design', chosenDesignText(comparison)],
    ['decision', decisionText(comparison)],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}
