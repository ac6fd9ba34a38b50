import { describe, expect, it } from '@jest/globals'
import type { Section } from '../../../src/action/publish/compare.ts'
import { runHtml } from '../../../src/action/publish/html.ts'
import type { RunReport } from '../../../src/action/publish/overview.ts'
import { renderHtml } from '../../../src/report/html/comparison.ts'
import { regressionExample, unchangedExample } from '../../report/example-comparison.ts'

const section = (suite: string, comparison: Section['comparison'], machine = 'm1'): Section =>
  comparison === null
    ? { suite, machines: [machine], runs: [], comparison, problem: 'one is in ms, the other in ns' }
    : { suite, machines: [machine], runs: [], comparison, problem: null }

const report = (sections: Section[], more: Partial<RunReport> = {}): RunReport => ({
  title: 'all',
  sections,
  problems: [],
  attemptsLost: false,
  selfReported: false,
  runUrl: 'https://github.com/acme/rocket/actions/runs/5',
  ...more,
})

describe('the page of a run', () => {
  it('of one comparison is the page of that', () => {
    const only = section('codec', unchangedExample())
    expect(runHtml(report([only]))).toBe(renderHtml(unchangedExample(), { title: 'codec' }))
  })

  it('has all comparisons, the important ones first, and says what could not be compared', () => {
    const sections = [
      section('codec', unchangedExample()),
      section('json', null),
      section('json', regressionExample(), 'm2'),
    ]
    const html = runHtml(report(sections, { problems: ['1 of 4 legs left no result'] }))
    expect(html.match(/<a href="#part-\d"><bdi>[^<]*/g)).toEqual([
      '<a href="#part-1"><bdi>json on m2',
      '<a href="#part-2"><bdi>codec',
    ])
    expect(html).toContain('<span>✗ Regression</span> <bdi>all</bdi>')
    expect(html).toContain('<h1>1 of 3 comparisons regressed: look into it before merging</h1>')
    expect(html).toContain('<li>1 of 4 legs left no result</li>')
    expect(html).toContain('<li>json on m1 cannot be compared: one is in ms, the other in ns</li>')
  })

  it('has the overview where something is missing from a single comparison', () => {
    const html = runHtml(report([section('codec', unchangedExample())], { problems: ['a leg'] }))
    expect(html).toContain('<span>✗ Not established</span>')
  })

  it('says of a fork whose numbers they are', () => {
    const both = [section('a', unchangedExample()), section('b', unchangedExample())]
    for (const sections of [both, both.slice(0, 1)]) {
      expect(runHtml(report(sections, { selfReported: true }))).toContain('(self-reported by a fork)')
    }
    expect(runHtml(report(both, { selfReported: true }))).toContain('could have written any others')
  })
})
