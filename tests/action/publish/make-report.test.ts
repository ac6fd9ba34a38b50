import { describe, expect, it } from '@jest/globals'
import { findingsOfRun, keepInSections, unplacedText } from '../../../src/action/publish/make-report.ts'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../../src/compare/comparison-request.ts'
import { defaultPolicy } from '../../../src/model/index.ts'
import type { Section } from '../../../src/report/sections/report.ts'
import { sample, session } from '../../compare/session.ts'

/** What a suite's candidate is to its baseline, with the runs of these artifacts in the test. */
function section(suite: string, factor: number, runs: string[]): Section {
  const side = (level: number) =>
    session([
      sample(
        'parse',
        Array.from({ length: 10 }, (_, i) => level * (100 + Math.sin(i * 2.3))),
      ),
    ])
  const comparison = compareSessions(interleavedRequest([side(1)], [side(factor)], defaultPolicy))
  return { suite, machines: ['bench-1'], runs, comparison, problem: null }
}

const runId = 500
const attempt = (runAttempt: number) => ({ runId, runAttempt })

const findings = findingsOfRun({ sections: [section('codec', 1.1, ['a', 'b'])], standing: [] }, attempt(1))
const outcomes = (sections: Section[]) => sections.map(({ comparison }) => comparison?.outcome)

describe('a failure that a publish job found in an earlier attempt', () => {
  it('is refuted by a test with all of the same runs, and stays in any other', () => {
    const together = keepInSections([section('codec', 1, ['b-attempt-2', 'b', 'a'])], findings, runId)
    expect(outcomes(together.sections)).toEqual(['pass'])
    expect(together.standing).toEqual([])

    const apart = keepInSections([section('codec', 1, ['b-attempt-2', 'b'])], findings, runId)
    expect(outcomes(apart.sections)).toEqual(['regression'])
    expect(apart.sections[0]?.comparison?.rows[0]?.reason).toMatch(
      /^attempt 1 failed here, and its runs cannot/,
    )
    expect(findingsOfRun(apart, attempt(2))).toEqual(findings)
  })

  it('goes to its own suite, and there to the section that has its runs', () => {
    const sections = [
      section('other', 1, ['o']),
      section('codec', 1, ['c']),
      section('codec', 1, ['a', 'b', 'c']),
    ]
    expect(outcomes(keepInSections(sections, findings, runId).sections)).toEqual(['pass', 'pass', 'pass'])
    const without = keepInSections(sections.slice(0, 2), findings, runId)
    expect(outcomes(without.sections)).toEqual(['pass', 'regression'])
  })

  it('is named where its suite was not compared since', () => {
    const { sections, standing, unplaced } = keepInSections([section('other', 1, ['o'])], findings, runId)
    expect(outcomes(sections)).toEqual(['pass'])
    expect(standing).toEqual(findings)
    expect(unplacedText(unplaced, runId)).toEqual([
      'attempt 1 found a regression in codec, and this one did not compare that suite',
    ])
    // The same, for a later run on the same commit.
    expect(unplacedText(unplaced, 501)).toEqual([
      'run 500 found a regression in codec, and this one did not compare that suite',
    ])
  })
})
