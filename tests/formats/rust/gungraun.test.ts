import { describe, expect, it } from '@jest/globals'
import { gungraun } from '../../../src/formats/rust/gungraun.ts'
import { refusal } from '../refusal.ts'

const parse = (text: string) => gungraun.parse(text, 'out')
const said = (document: object) => refusal(() => parse(JSON.stringify(document)))
const profile = (metrics: object) => ({ tool: 'Callgrind', data: { total: { metrics } } })

describe('gungraun', () => {
  it('passes over printed lines with other labels', () => {
    const lines = [
      'l::g::a',
      '  Baselines:   main|main (old)',
      '  Instructions:    1804|1760   (+2.5%)',
      '  Threads: two|one',
    ]
    expect(parse(`${lines.join('\n')}\n`).samples).toMatchObject([{ name: 'l::g::a', runs: [[1804]] }])
    expect(refusal(() => parse(lines.join('\n').replace('1804', 'many')))).toContain('is not a count')
  })

  it.each([
    [{ module_path: 3, profiles: [] }, 'out: module_path is 3'],
    [{ module_path: 'a::b', profiles: {} }, 'out (a::b): has no list "profiles"'],
    [
      { module_path: 'a::b', id: 'c', profiles: [] },
      'out (a::b c): has no counts of Callgrind, Cachegrind or DHAT',
    ],
    // The new build was not measured.
    [{ module_path: 'a::b', profiles: [profile({ Ir: { values: { old: 3 } } })] }, 'has no counts of'],
  ])('refuses %j', (document, message) => {
    expect(said(document)).toContain(message)
  })

  it('reads the new count where version 6 compares two, and skips one that only the old build has', () => {
    const summary = {
      Callgrind: {
        Ir: { metrics: { Both: [{ Int: 5 }, { Int: 9 }] } },
        RamHits: { metrics: { Right: { Int: 2 } } },
      },
    }
    const document = { module_path: 'a::b', profiles: [{ summaries: { total: { summary } } }] }
    expect(parse(JSON.stringify(document)).samples).toMatchObject([{ metric: 'instructions', runs: [[5]] }])
  })

  it('refuses several processes in a list of version 1 or 2, which says nothing of their sum', () => {
    const process = { events: { Ir: { new: 5, old: null } } }
    const document = {
      module_path: 'a::b',
      tool_summaries: [],
      callgrind_summary: { summaries: [process, process] },
    }
    expect(said(document)).toBe(
      'out (a::b): callgrind_summary has 2 processes, expected one; run it with --output-format=json',
    )
  })

  it('takes the new count of version 4, a plain number, and none that only the old build has', () => {
    const Callgrind = { Ir: { metrics: { Both: [5, 9] } }, RamHits: { metrics: { Right: 2 } } }
    const document = {
      module_path: 'a::b',
      profiles: [{ summaries: { total: { summary: { Callgrind } } } }],
    }
    expect(parse(JSON.stringify(document)).samples).toMatchObject([{ metric: 'instructions', runs: [[5]] }])
  })

  it('refuses counts without a benchmark above them', () => {
    expect(refusal(() => parse('  Instructions:   12|N/A (***)\n'))).toMatch(
      /"Instructions: .*" is of no benchmark/,
    )
  })
})
