import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { nothingMeasured } from '../../../src/action/attempts/unmeasured.ts'
import type { Section } from '../../../src/action/publish/compare.ts'
import { postReport, writeRunReports } from '../../../src/action/publish/output.ts'
import type { RunReport } from '../../../src/action/publish/overview.ts'
import { workFile } from '../../../src/action/work-file.ts'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { defaultPolicy } from '../../../src/compare/verdict/default-policy.ts'
import { parseInputs } from '../../../src/inputs/parse.ts'
import type { InputName } from '../../../src/inputs/table.ts'
import { sample, session } from '../../compare/session.ts'
import { everything, jobContext, pullRequest, type Setting, startSetting } from '../../github/setting.ts'
import type { Permissions } from '../../stand-ins/github-service.ts'

const runs = [1000, 1001, 1002, 1003, 1004]

function section(suite: string): Section {
  const side = session([sample(suite, runs)])
  const comparison = compareSessions({
    baselines: [side],
    candidates: [side],
    design: 'interleaved',
    look: 'last',
    policy: defaultPolicy,
    assumedGrade: 'tuned',
  })
  return { suite, machines: ['m1'], runs: [], comparison, problem: null }
}

const report = (...sections: Section[]): RunReport => ({
  title: 'all',
  sections,
  problems: [],
  attemptsLost: false,
  selfReported: false,
  runUrl: 'https://github.com/acme/rocket/actions/runs/500',
})

let directory: string
const { RUNNER_TEMP, GITHUB_OUTPUT } = process.env

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stable-bench-publish-'))
  process.env.RUNNER_TEMP = directory
  process.env.GITHUB_OUTPUT = join(directory, 'outputs')
  writeFileSync(process.env.GITHUB_OUTPUT, '')
})

afterEach(() => {
  for (const [name, before] of Object.entries({ RUNNER_TEMP, GITHUB_OUTPUT })) {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
  rmSync(directory, { recursive: true })
})

/** An output as the runner reads it. */
function output(name: string): string | undefined {
  const written = readFileSync(join(directory, 'outputs'), 'utf8')
  return RegExp(`^${name}<<(\\S+)\\n([\\s\\S]*?)\\n\\1$`, 'm').exec(written)?.[2]
}

describe('the files of a report on several legs', () => {
  it('are named by the outputs, the documents one per line', () => {
    writeRunReports(report(section('a'), section('b')))
    const documents = output('comparison-path')?.split('\n') ?? []
    expect(documents).toEqual([workFile('comparison-1.json'), workFile('comparison-2.json')])
    const schemas = documents.map(path => JSON.parse(readFileSync(path, 'utf8')).schema)
    expect(schemas).toEqual(['stable-bench/comparison@1', 'stable-bench/comparison@1'])
    expect(output('report-path')).toBe(workFile('report.html'))
  })

  it('of one suite are the page and one document', () => {
    writeRunReports(report(section('a')))
    expect(output('comparison-path')).toBe(workFile('comparison.json'))
  })

  it('are none where nothing could be compared', () => {
    expect(writeRunReports(report({ ...section('a'), comparison: null, problem: 'x' }))).toEqual([])
    expect(output('comparison-path')).toBeUndefined()
  })
})

describe('posting a report', () => {
  let setting: Setting

  beforeEach(async () => {
    setting = await startSetting()
    const head = { sha: pullRequest.headSha, parents: [pullRequest.baseSha], message: 'x' }
    setting.github.state.commits.unshift({ ...head, date: '2026-02-01T00:00:00Z' })
  })

  afterEach(async () => {
    expect(setting.github.unexpectedRequests).toEqual([])
    await setting.close()
  })

  /** What the job's log says. */
  async function post(inputs: Partial<Record<InputName, string>>, permissions: Permissions): Promise<string> {
    const said: string[] = []
    const { write } = process.stdout
    process.stdout.write = (text: string | Uint8Array) => said.push(String(text)) > 0
    try {
      const values = parseInputs('action', name => inputs[name])
      const source = { context: { ...jobContext(), pullRequest }, fork: null, ended: false }
      const posted = { report: report(section('a')), record: nothingMeasured(jobContext()) }
      await postReport(setting.octokit(permissions), values, source, posted)
    } finally {
      process.stdout.write = write
    }
    return said.join('')
  }

  const reading = { contents: 'read', actions: 'read' } satisfies Permissions

  it('says of no comment that it could not be written where none is wanted', async () => {
    const log = await post({ comment: 'never', checks: 'auto' }, { ...reading, checks: 'write' })
    expect(log).toMatch(/The report could not be posted: .*'permissions:' of the job: pull-requests: read/)
    expect(log).not.toMatch(/comment/)
    expect(setting.github.state.checks).toEqual([])
  })

  it('asks for nothing where nothing is wanted', async () => {
    expect(await post({ comment: 'never' }, reading)).toBe('')
    expect(setting.github.requests).toEqual([])
  })

  it('writes the check run also where the comment is refused, and says which of them was', async () => {
    const permissions = { ...reading, 'pull-requests': 'read', checks: 'write' } satisfies Permissions
    const log = await post({ checks: 'auto' }, permissions)
    expect(log).toMatch(/The comment could not be written: .*: pull-requests: write/)
    expect(setting.github.state.checks).toHaveLength(1)
    const unchecked = await post({ checks: 'auto' }, everything)
    expect(unchecked).toMatch(/The check run could not be written: .*: checks: write/)
    expect(setting.github.comments).toHaveLength(1)
  })
})
