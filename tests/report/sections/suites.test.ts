// Reports on the suites of a repository: new ones, missing ones, those that nothing touched, in every form.
import { describe, expect, it } from '@jest/globals'
import { missingSuite } from '../../../src/compare/verdict/lone-suite.ts'
import { defaultPolicy, reportSchema } from '../../../src/model/index.ts'
import { renderReportDocument } from '../../../src/report/documents.ts'
import { reportAnswer } from '../../../src/report/sections/answer.ts'
import { reportHtml } from '../../../src/report/sections/html.ts'
import { reportMarkdown } from '../../../src/report/sections/markdown.ts'
import { overallMark, overallOutcome, reportFails } from '../../../src/report/sections/outcome.ts'
import { reportText } from '../../../src/report/sections/text.ts'
import { refusedSection, reportOf, sectionOf } from '../../action/publish/example-report.ts'
import {
  hostileExample,
  notEstablishedExample,
  regressionExample,
  unchangedExample,
} from '../example-comparison.ts'
import { expectGolden } from '../golden.ts'

const plain = { colour: false }
const calm = sectionOf('parse', unchangedExample())
const added = sectionOf('query', notEstablishedExample('new-suite'))
const missing = sectionOf('http', missingSuite('http', defaultPolicy))
const local = { title: 'stable-bench', ofPull: false, runUrl: null }

const ending = (...given: Parameters<typeof reportOf>) => {
  const report = reportOf(...given)
  return [overallOutcome(report), overallMark(report), reportFails(report), reportAnswer(report).title]
}

describe('how several suites end', () => {
  it.each([
    [
      'a new suite takes nothing from the others',
      [calm, added],
      {},
      ['pass', '✓', false, 'No change: all 3 benchmarks stayed within ±2 % · 1 suite new'],
    ],
    [
      'a new suite alone decides nothing',
      [added],
      {},
      ['not-established', '?', false, 'This suite is new · 2 new'],
    ],
    [
      'a missing suite fails',
      [calm, missing],
      {},
      ['not-established', '✗', true, 'http was not measured · 3 unchanged'],
    ],
    [
      'suites that nothing touched pass',
      [],
      { untouched: ['parse', 'http'] },
      ['pass', '✓', false, 'Nothing to measure: no suite is touched'],
    ],
    ['no suite at all fails', [], {}, ['not-established', '✗', true, 'Nothing to compare']],
    [
      'untouched suites do not hide one that failed',
      [refusedSection('http', 'setup failed')],
      { untouched: ['parse'] },
      ['not-established', '✗', true, 'http could not be compared · 1 suite not touched'],
    ],
  ] as [string, Parameters<typeof reportOf>[0], object, unknown[]][])('%s', (_, sections, more, expected) => {
    expect(ending(sections, more)).toEqual(expected)
  })
})

describe('the report on several suites', () => {
  const report = reportOf(
    [
      calm,
      sectionOf('http', regressionExample()),
      added,
      refusedSection('load', 'the setup command failed: make'),
    ],
    { ...local, untouched: ['docs', 'site'] },
  )

  it('has a section for each suite as text, the worst last, then a line for each', () => {
    expectGolden('suites.txt', reportText(report, plain))
  })

  it('is the text of its comparison where it has one section only', () => {
    const text = reportText(reportOf([calm], local), plain)
    expect(text).toMatch(/\n✓ No change: .*\n$/)
    expect(text).not.toContain('──')
  })

  it('names the suites that were not measured in every form', () => {
    const sentence = '2 suites not measured, since no file of their paths changed: docs, site.'
    for (const form of [reportText(report, plain), reportMarkdown(report, 60_000), reportHtml(report)])
      expect(form).toContain(sentence)
    const many = Array.from({ length: 200 }, (_, i) => `suite-${i}`)
    const text = reportText(reportOf([], { ...local, untouched: many }), plain)
    expect(text).toMatch(/^200 suites not measured.*: suite-0, .*suite-19 and 180 more\.$/m)
    const one = reportText(reportOf([], { ...local, untouched: ['docs'] }), plain)
    expect(one).toContain('1 suite not measured, since no file of its paths changed: docs.')
  })

  it('has the reason why a suite could not be compared in one line, in every form', () => {
    const broken = reportOf([calm, refusedSection('load', 'it failed: make\nthis is the baseline\n')], local)
    for (const form of [reportText(broken, plain), reportMarkdown(broken, 60_000), reportHtml(broken)])
      expect(form).toMatch(/cannot be compared: it failed: make; this is the baseline(?!;)/)
  })

  it('says of what is missing in which suite it is, and that the base commit has to accept it', () => {
    const title =
      'To accept what is missing in http, add to .stable-bench.yml. A waiver counts once the base commit has it, a new name at once:\n'
    expect(reportText(report, plain)).toContain(title)
    expect(reportText(reportOf([sectionOf('http', regressionExample())], local), plain)).toContain(title)
  })

  it('names no run and no page where there is none', () => {
    expect(reportMarkdown(report, 60_000)).not.toMatch(/The run|Full report|null/)
  })

  it('is a document with all sections', () => {
    const document = reportSchema.parse(JSON.parse(renderReportDocument(report)))
    expect(document).toMatchObject({ outcome: 'regression', fails: true, untouched: ['docs', 'site'] })
    expect(
      document.sections.map(({ suite, comparison, problem }) => [suite, comparison?.outcome, problem]),
    ).toEqual([
      ['parse', 'pass', null],
      ['http', 'regression', null],
      ['query', 'not-established', null],
      ['load', undefined, 'the setup command failed: make'],
    ])
  })

  it('is a page where nothing was measured, and where nothing could be compared', () => {
    expect(reportHtml(reportOf([], { ...local, untouched: ['docs'] }))).toMatch(/<h1>Nothing to measure/)
    expect(reportHtml(reportOf([refusedSection('load', 'no <make>')], local))).toMatch(
      /load cannot be compared: no &lt;make&gt;/,
    )
  })

  it('lets no name reach the terminal as it is', () => {
    const names = hostileExample().rows.map(row => row.benchmark)
    const text = reportText(
      reportOf(
        names.map(name => sectionOf(name, unchangedExample())),
        { ...local, untouched: names },
      ),
      plain,
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  })
})
