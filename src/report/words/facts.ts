// The facts about a comparison that every report lists below its rows.
import type { Comparison } from '../../model/index.ts'
import { chosenDesignText, decisionText, plainSides, sideText } from './design.ts'
import { settingsLine, shownTestbed, testbedLine } from './testbed.ts'

/** Baseline, candidate, testbed, settings, design and decision rule, each with its name; those that are known. */
export function listedFacts(comparison: Comparison, writing = plainSides): [name: string, text: string][] {
  const { baseline, candidate } = comparison
  const testbed = shownTestbed(comparison)
  const others: [string, string | null][] = [
    ['testbed', testbed && testbedLine(testbed)],
    ['settings', testbed && settingsLine(testbed)],
    ['design', chosenDesignText(comparison)],
    ['decision', decisionText(comparison)],
  ]
  return [
    ['baseline', sideText(baseline, undefined, writing)],
    ['candidate', sideText(candidate, baseline, writing)],
    ...others.flatMap(([name, text]): [string, string][] =>
      text === null ? [] : [[name, writing.prose(text)]],
    ),
  ]
}
