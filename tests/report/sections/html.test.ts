import { describe, expect, it } from '@jest/globals'
import { renderHtml } from '../../../src/report/html/comparison.ts'
import { reportHtml } from '../../../src/report/sections/html.ts'
import { refusedSection, reportOf, sectionOf } from '../../action/publish/example-report.ts'
import { regressionExample, unchangedExample } from '../example-comparison.ts'

describe('the page of a report', () => {
  it('with one section is the page of its comparison', () => {
    const only = sectionOf('codec', unchangedExample())
    expect(reportHtml(reportOf([only]))).toBe(renderHtml(unchangedExample(), { title: 'codec' }))
  })

  it('has all sections, the important ones first, and says what could not be compared', () => {
    const sections = [
      sectionOf('codec', unchangedExample()),
      refusedSection('json', 'one is in ms, the other in ns'),
      sectionOf('json', regressionExample(), ['m2']),
    ]
    const html = reportHtml(reportOf(sections, { problems: ['1 of 4 legs left no result'] }))
    expect(html.match(/<a href="#part-\d"><bdi>[^<]*/g)).toEqual([
      '<a href="#part-1"><bdi>json on m2',
      '<a href="#part-2"><bdi>codec',
    ])
    expect(html).toContain('<span>🔴 Regression</span> <bdi>all</bdi>')
    expect(html).toContain(
      '<h1>render/pdf in json on m2 crashed · json on m1 could not be compared, results missing, 4 slower, 1 not measured, 1 not comparable, 2 faster, 2 unclear, 7 unchanged, 1 new</h1>',
    )
    expect(html).toContain('<li>1 of 4 legs left no result</li>')
    expect(html).toContain('<li>json on m1 cannot be compared: one is in ms, the other in ns</li>')
  })

  it('has the overview where something is missing beside the only section', () => {
    const html = reportHtml(reportOf([sectionOf('codec', unchangedExample())], { problems: ['a leg'] }))
    expect(html).toContain('<span>🔴 Not established</span>')
  })

  it('says that a fork reported the numbers itself', () => {
    const both = [sectionOf('a', unchangedExample()), sectionOf('b', unchangedExample())]
    for (const sections of [both, both.slice(0, 1)]) {
      expect(reportHtml(reportOf(sections, { selfReported: true }))).toContain('(self-reported by a fork)')
    }
    expect(reportHtml(reportOf(both, { selfReported: true }))).toContain('could have written any others')
  })

  it('names the label that accepts what fails', () => {
    const failed = [sectionOf('a', regressionExample()), sectionOf('b', regressionExample())]
    for (const sections of [failed, failed.slice(0, 1)]) {
      expect(reportHtml(reportOf(sections))).toContain(
        'For this commit: somebody with write access sets the label',
      )
      expect(reportHtml(reportOf(sections))).toContain('bench: accepted')
    }
    expect(reportHtml(reportOf([sectionOf('a', unchangedExample())]))).not.toContain('For this commit')
  })
})
