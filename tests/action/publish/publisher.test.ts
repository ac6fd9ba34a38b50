// What a job leaves and says for a report: outputs, files, summary, and whether it fails.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { JobReport } from '../../../src/action/publish/job-report.ts'
import { failWhereDecided, publishReport } from '../../../src/action/publish/publisher.ts'
import { workFile } from '../../../src/action/work-file.ts'
import { connect } from '../../../src/github/api/connect.ts'
import type { InputName } from '../../../src/inputs/values.ts'
import type { FailOn } from '../../../src/model/index.ts'
import { reportHtml } from '../../../src/report/sections/html.ts'
import { reportMarkdown } from '../../../src/report/sections/markdown.ts'
import { overallConclusion, overallMark } from '../../../src/report/sections/outcome.ts'
import type { Section } from '../../../src/report/sections/report.ts'
import { jobContext } from '../../github/setting.ts'
import { jobValues } from '../../inputs/job-values.ts'
import {
  inconclusiveExample,
  notEstablishedExample,
  regressionExample,
  unchangedExample,
} from '../../report/example-comparison.ts'
import { refusedSection, reportOf, sectionOf } from './example-report.ts'

/** Unchanged, unless a comparison is given. */
const section = (suite: string, comparison = unchangedExample()): Section => sectionOf(suite, comparison)

let directory: string

// The toolkit remembers the file of the summary.
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'stable-bench-publish-'))
  process.env.RUNNER_TEMP = directory
  process.env.GITHUB_OUTPUT = join(directory, 'outputs')
  process.env.GITHUB_STEP_SUMMARY = join(directory, 'summary')
})

beforeEach(() => {
  for (const name of ['outputs', 'summary']) writeFileSync(join(directory, name), '')
  process.exitCode = 0
})

afterAll(() => {
  process.exitCode = 0
  rmSync(directory, { recursive: true })
})

/** An output as the runner reads it. */
function output(name: string): string | undefined {
  const written = readFileSync(join(directory, 'outputs'), 'utf8')
  return RegExp(`^${name}<<(\\S+)\\n([\\s\\S]*?)\\n\\1$`, 'm').exec(written)?.[2]
}

const valuesOf = (inputs: Partial<Record<InputName, string>> = {}) =>
  jobValues({ comment: 'never', checks: 'never', ...inputs })

const place = {
  file: 'stable-bench-page-a.html',
  runUrl: 'https://git.example.com/acme/rocket/actions/runs/500',
}
/** A host that shows no pages. */
const octokit = connect('token', { baseUrl: 'http://127.0.0.1:1/api/v1' })
const publish = (report: JobReport) =>
  publishReport(valuesOf(), { ...jobContext(), octokit }, { report, place })

describe('the files of a report', () => {
  it('are named by the outputs, the documents one per line', async () => {
    const files = await publish(reportOf([section('a'), section('b')]))
    const documents = output('comparison-path')?.split('\n') ?? []
    expect(documents).toEqual([workFile('comparison-1.json'), workFile('comparison-2.json')])
    const schemas = documents.map(path => JSON.parse(readFileSync(path, 'utf8')).schema)
    expect(schemas).toEqual(['stable-bench/comparison@1', 'stable-bench/comparison@1'])
    expect(output('report-path')).toBe(workFile('report.html'))
    expect(files).toEqual([workFile('report.html'), ...documents, workFile('attempt.json')])
  })

  it('of one section are the page, one document, and the record for the next attempt', async () => {
    await publish(reportOf([section('a')]))
    expect(output('comparison-path')).toBe(workFile('comparison.json'))
  })

  it('are none where nothing could be compared and no attempt follows', async () => {
    const refused = refusedSection('a', 'x')
    expect(await publish(reportOf([refused], { ended: true }))).toEqual([])
    expect(output('comparison-path')).toBeUndefined()
  })
})

describe('the outputs of a report', () => {
  const regressions = () => JSON.parse(output('regressions') ?? '')

  it('name rows with their suite, unless it is the name of the report', async () => {
    const row = 'json/stringify large (wall-time)'
    await publish(reportOf([section('json', regressionExample())]))
    expect(regressions()).toContain(`json: ${row}`)
    writeFileSync(join(directory, 'outputs'), '')
    await publish(reportOf([section('all', regressionExample())]))
    expect(regressions()).toContain(row)
    expect(output('outcome')).toBe('regression')
  })

  it('have no pass for numbers that a fork reported itself', async () => {
    await publish(reportOf([section('all')], { selfReported: true }))
    expect(output('outcome')).toBe('not-established')
  })
})

describe('the job summary of a report', () => {
  const summary = () => readFileSync(join(directory, 'summary'), 'utf8')

  it('has no overview for one section, and the commands that repeat it', async () => {
    await publish(reportOf([{ ...section('all'), reproduce: 'stable-bench ab' }]))
    expect(summary().match(/^### .*$/gm)).toEqual([
      expect.stringMatching(/^### ⚪ No change: all 3 benchmarks/),
    ])
    expect(summary()).not.toMatch(/\| Suite \|/)
    expect(summary()).toMatch(/To reproduce it:\n\n```\nstable-bench ab\n```/)
  })

  it('has an overview for several', async () => {
    await publish(reportOf([section('a'), section('b')]))
    expect(summary()).toMatch(
      /^### ⚪ No change: all 6 benchmarks stayed within ±2\u00a0%\n[\s\S]*<summary>2 suites<\/summary>\n\n\| Suite \|/,
    )
  })
})

describe('a report', () => {
  /** What the job's log says, and whether it fails. */
  function decide(report: JobReport) {
    const said: string[] = []
    process.exitCode = undefined
    const { write } = process.stdout
    process.stdout.write = (text: string | Uint8Array) => said.push(String(text)) > 0
    try {
      failWhereDecided(report)
    } finally {
      process.stdout.write = write
    }
    return { log: said.join(''), fails: process.exitCode === 1 }
  }

  const worse = () => section('a', regressionExample())

  it('fails the job with the reason of its only section, or a hint to the summary', () => {
    const { explanation } = regressionExample()
    expect(decide(reportOf([worse()]))).toMatchObject({
      fails: true,
      log: expect.stringContaining(`regression: ${explanation}`),
    })
    expect(decide(reportOf([worse(), section('b')])).log).toMatch(/regression: see the job summary/)
  })

  /** The report under another `fail-on`, as are all its comparisons. */
  const under = (failOn: FailOn, { sections, policy, ...report }: JobReport): JobReport => ({
    ...report,
    policy: { ...policy, failOn },
    sections: sections.map(each =>
      each.comparison === null
        ? each
        : { ...each, comparison: { ...each.comparison, policy: { ...each.comparison.policy, failOn } } },
    ),
  })

  it.each<[string, JobReport]>([
    ['a pass', reportOf([section('a')])],
    ['a regression that never fails', under('never', reportOf([worse()]))],
    ['a run that has ended', reportOf([worse()], { ended: true })],
  ])('does not fail the job: %s', (_, report) => {
    expect(decide(report).fails).toBe(false)
  })

  it('has a mark and a check run that fail where the job does, and says why they do not', () => {
    const accepted = 'accepted by writer on 2026-12-01 10:00 UTC'
    const refused = reportOf([section('a'), refusedSection('b', 'no baseline can be read')])
    const all: [JobReport, string, string][] = [
      [reportOf([worse(), section('b')]), '✗', 'failure'],
      [under('never', reportOf([worse(), section('b')])), '!', 'neutral'],
      [refused, '✗', 'action_required'],
      [under('regression', refused), '?', 'neutral'],
      [under('never', reportOf([section('a')], { problems: ['x'], attemptsLost: true })), '?', 'neutral'],
      [reportOf([section('a'), section('b')]), '✓', 'success'],
      [reportOf([section('a')], { selfReported: true }), '?', 'action_required'],
      [under('never', reportOf([section('a')], { selfReported: true })), '?', 'neutral'],
      [reportOf([section('a')], { selfReported: true, accepted }), '✓', 'success'],
      [reportOf([section('a', inconclusiveExample())], { accepted }), '?', 'success'],
      [reportOf([section('a', notEstablishedExample('no-baseline'))], { accepted }), '?', 'neutral'],
      [reportOf([worse()], { selfReported: true }), '✗', 'failure'],
    ]
    for (const [report, mark, conclusion] of all) {
      expect([overallMark(report), overallConclusion(report)]).toEqual([mark, conclusion])
      expect(decide(report).fails).toBe(mark === '✗')
    }
    const [, spared, , unestablished] = all.map(([report]) => reportMarkdown(report, 60_000))
    expect(spared).toMatch(
      /^### 🟠 `render\/pdf` in `a` crashed [\s\S]*^This does not fail the check: fail-on is never\./m,
    )
    expect(unestablished).toMatch(
      /^### 🟡 `b` could not be compared · 3 unchanged$[\s\S]*^This does not fail the check: fail-on is regression\./m,
    )
    expect(unestablished).toMatch(/\| 🟡 cannot be compared: no baseline/)
    expect(reportHtml(under('never', reportOf([worse(), section('b')])))).toMatch(
      /🟠 Regression[\s\S]*fail-on is never/,
    )
  })

  it.each<[string, JobReport, FailOn]>([
    ['no section', reportOf([]), 'not-established'],
    ['a leg that is missing', reportOf([section('a')], { problems: ['a leg'] }), 'not-established'],
    [
      'an earlier attempt that cannot be read',
      reportOf([section('a')], { problems: ['x'], attemptsLost: true }),
      'regression',
    ],
  ])('fails the job with %s', (_, report, failOn) => {
    expect(decide(under(failOn, report)).fails).toBe(true)
  })
})
