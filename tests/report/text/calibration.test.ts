import { describe, expect, it } from '@jest/globals'
import type { Calibration, FalseAlarms, Testbed } from '../../../src/model/index.ts'
import { renderCalibration } from '../../../src/report/text/calibration.ts'
import { expectGolden } from '../golden.ts'

const testbed: Testbed = {
  grade: 'tuned',
  gradeReason: 'all 11 knobs read back as wanted',
  fingerprint: 'sha256:7d1f',
  facts: { 'pinned-cpus': '3', cache: 'warm', aslr: 'off', 'warmup-runs': '1' },
}

const alarms = (alarms: number, comparisons: number, low: number, high: number): FalseAlarms => ({
  alarms,
  comparisons,
  share: comparisons === 0 ? 0 : alarms / comparisons,
  interval: [low, high],
})

const noise = (benchmark: string, detectable: number | null, metric = 'time') => ({
  benchmark,
  metric,
  runSd: detectable === null ? null : detectable / 2,
  detectable,
  runsForBand: 7,
  suggestedBand: 0.02,
})

const calibration = (more: Partial<Calibration> = {}): Calibration => ({
  runs: 40,
  perSide: 10,
  alpha: 0.01,
  rows: [noise('format', 0.008), noise('parse', 0.02), noise('parse', 0.3, 'rss'), noise('search', 0.012)],
  row: alarms(9, 1200, 0.002, 0.05),
  family: alarms(8, 400, 0.005, 0.08),
  designs: [],
  warnings: [],
  ...more,
})

const answer = (more: Partial<Calibration>): string[] =>
  (renderCalibration(calibration(more), 0.05, null).split('\n\n')[0] as string).split('\n')

describe('the report of a calibration', () => {
  it('holds what each design sees in the same time, and names a duet where it sees more', () => {
    const rows = (time: number) => [
      { benchmark: 'parse', metric: 'time', detectable: time },
      { benchmark: 'parse', metric: 'rss', detectable: 0.5 },
    ]
    const interleaved = { design: 'in-turns' as const, runs: 10, seconds: 12.4, rows: rows(0.081) }
    const designs = [interleaved, { design: 'duet' as const, runs: 20, seconds: 12.2, rows: rows(0.023) }]
    const lines = renderCalibration(calibration({ designs }), 0.05, null).split('\n')
    const from = lines.findIndex(line => line.startsWith('design'))
    expect(lines.slice(from, from + 4)).toEqual([
      'design       runs per side  time   sees',
      `interleaved             10  12 s  8.1 %  ${'█'.repeat(24)}`,
      `duet                    20  12 s  2.3 %  ${'█'.repeat(7)}`,
      'ab --duet, or duet: true: both versions at the same time show changes of 2.3 % here',
    ])
    const alike = [interleaved, { ...interleaved, design: 'duet' as const }]
    expect(renderCalibration(calibration({ designs: alike }), 0.05, null)).not.toContain('set duet')
    expect(renderCalibration(calibration({ designs: [interleaved] }), 0.05, null)).not.toContain(
      'interleaved',
    )
  })

  it('begins with what the machine sees in the rows that decide, the worst by name, and its false alarms', () => {
    const text = renderCalibration(calibration(), 0.05, testbed)
    expect(text).toMatch(
      /^With 10 runs per side this machine sees changes of 1\.2 % \(worst row 2 %: parse\)\. False alarms as promised\.\n/,
    )
    expect(text).toMatch(/^settings: CPU 3, warm page cache, ASLR off, 1 warm-up run$/m)
    expectGolden('calibration.txt', text)
  })

  it('begins with the false alarms where they are above what is promised', () => {
    const said = answer({ row: alarms(60, 1200, 0.02, 0.1), family: alarms(48, 400, 0.07, 0.2) })
    expect(said).toEqual([
      'More false alarms than promised: 5 % of rows, at most 1 % promised; 12 % of comparisons, at most 5 % promised.',
      'Keep other work off this machine and calibrate again before you rely on its verdicts.',
      'With 10 runs per side this machine sees changes of 1.2 % (worst row 2 %: parse).',
    ])
  })

  it('does not call false alarms as promised that only chance may excuse', () => {
    const said = answer({ row: alarms(24, 1200, 0.005, 0.06) })
    expect(said[1]).toBe('False alarms: 2 % of rows, at most 1 % promised. With 40 runs that may be chance.')
  })

  it('names no worst row where there is one row', () => {
    expect(answer({ rows: [noise('parse', 0.02)] })).toEqual([
      'With 10 runs per side this machine sees changes of 2 %. False alarms as promised.',
    ])
  })

  it('promises nothing for numbers that never vary or hold a zero', () => {
    const none = { row: alarms(0, 0, 0, 1), family: alarms(0, 400, 0, 0.05) }
    const said = [
      'No benchmark has a noise to plan by: its numbers never vary, or hold a zero.',
      'No row varied, so there was nothing to raise a false alarm.',
    ]
    expect(answer({ rows: [noise('size', 0)], ...none })).toEqual(said)
    expect(answer({ rows: [noise('size', null)], ...none })).toEqual(said)
  })

  it('shows control characters in names', () => {
    const rows = [noise('a\u001b[31m', 0.02), noise('b', 0.01)]
    expect(renderCalibration(calibration({ rows }), 0.05, null)).not.toContain('\u001b')
  })
})
