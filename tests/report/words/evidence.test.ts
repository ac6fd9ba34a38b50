import { describe, expect, it } from '@jest/globals'
import type { EvidenceSummary, Testbed } from '../../../src/model/index.ts'
import { renderHtml } from '../../../src/report/html/comparison.ts'
import { renderMarkdown } from '../../../src/report/markdown/comparison.ts'
import { renderText } from '../../../src/report/text/comparison.ts'
import { evidenceLine, evidenceTable } from '../../../src/report/words/evidence.ts'
import { testbedLine } from '../../../src/report/words/testbed.ts'
import { unchangedExample } from '../example-comparison.ts'

const quiet: EvidenceSummary = {
  runs: 20,
  suspect: 0,
  invalid: 0,
  repeated: 0,
  figures: [
    { name: 'stolen by the hypervisor', unit: 'share', lowest: 0, median: 0.0012, highest: 0.023 },
    { name: 'clock', unit: 'Hz', lowest: 3.4e9, median: 3.4e9, highest: 3.4e9 },
    { name: 'device interrupts', unit: '/s', lowest: 3, median: 12.4, highest: 1204 },
    { name: 'CPU temperature', unit: '°C', lowest: 50.6, median: 52, highest: 61 },
  ],
}

function compared(baseline: EvidenceSummary | null, candidate: EvidenceSummary | null) {
  const example = unchangedExample()
  return {
    ...example,
    baseline: { ...example.baseline, evidence: baseline },
    candidate: { ...example.candidate, evidence: candidate },
  }
}

describe('the evidence in a report', () => {
  it('is one line of text when runs were disturbed, and none otherwise', () => {
    expect(evidenceLine(compared(quiet, quiet))).toBeNull()
    expect(evidenceLine(compared(null, null))).toBeNull()
    const disturbed = { ...quiet, suspect: 3, invalid: 1, repeated: 1 }
    const text = renderText(compared({ ...quiet, repeated: 2 }, disturbed), { colour: false })
    expect(text).toMatch(
      /^evidence {3}0 of 20 baseline runs disturbed, 2 repeated; 4 of 20 candidate runs disturbed, 1 repeated$/m,
    )
    expect(renderText(compared(quiet, quiet), { colour: false })).not.toMatch(/^evidence/m)
  })

  it('has its figures with the extremes where runs differ', () => {
    const only = { ...quiet, figures: quiet.figures.slice(0, 2) }
    expect(evidenceTable(compared(only, quiet))).toEqual([
      {
        name: 'stolen by the hypervisor',
        baseline: '0.12 % (0 % to 2.3 %)',
        candidate: '0.12 % (0 % to 2.3 %)',
      },
      { name: 'clock', baseline: '3.40 GHz', candidate: '3.40 GHz' },
      { name: 'device interrupts', baseline: '–', candidate: '12.4/s (3/s to 1204/s)' },
      { name: 'CPU temperature', baseline: '–', candidate: '52 °C (51 °C to 61 °C)' },
    ])
  })

  it('is folded in Markdown and in HTML, below the machine', () => {
    const markdown = renderMarkdown(compared(quiet, { ...quiet, suspect: 5 }))
    expect(markdown).toMatch(/^Evidence: 5 of 20 candidate runs disturbed\n\n\|.*\|\n\|[-|:]+\|\n\| stolen/m)
    expect(renderMarkdown(compared(quiet, quiet))).toMatch(/\nEvidence: no run was disturbed\n/)
    expect(renderMarkdown(compared(null, null))).not.toMatch('Evidence')
    const html = renderHtml(compared(quiet, { ...quiet, suspect: 5 }))
    expect(html).toMatch('<summary>Evidence: 5 of 20 candidate runs disturbed</summary>')
    expect(html.split('<th scope="row">stolen by the hypervisor</th>')).toHaveLength(2)
    expect(renderHtml(compared(null, null))).not.toMatch('Evidence:')
  })
})

describe('the testbed on one line', () => {
  const testbed = (facts: Record<string, string>): Testbed => ({
    grade: 'tuned',
    gradeReason: '',
    fingerprint: '',
    facts,
  })

  it('has what a reader needs to repeat the measurement', () => {
    const facts = {
      'cpu-model': 'Intel(R) Core(TM) i9-9900K CPU @ 3.60GHz',
      virtual: 'no',
      memory: '32 GiB',
      kernel: '6.12.48',
      governor: 'performance',
      turbo: 'off',
      smt: 'off',
      'pinned-cpus': '3',
      microcode: '0xf0',
    }
    expect(testbedLine(testbed(facts))).toBe(
      'tuned, Intel Core i9-9900K CPU @ 3.60GHz, 32 GiB, kernel 6.12.48, governor performance, turbo off, SMT off, CPU 3',
    )
  })

  it('leaves out what is not known, and is nothing when that is all', () => {
    expect(testbedLine(testbed({ kernel: '6.1', 'pinned-cpus': 'none', governor: ' ' }))).toBe(
      'tuned, kernel 6.1, not pinned',
    )
    expect(testbedLine(testbed({ colour: 'blue' }))).toBeNull()
  })
})
