// Whatever a server answers to whichever request of the job that reports: of a pull request that takes twice the time no
// check run is green, and the outcome is never a pass. The artifact of the run is there from the beginning; each fault then
// meets the same job, in this process.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { renderResultDocument } from '../../src/formats/documents/result.ts'
import { jobBudget, newBudget } from '../../src/github/api/budget.ts'
import { sample, session, testbed } from '../compare/session.ts'
import { root } from '../e2e/command-line.ts'
import { hostileZip } from '../github/hostile-zip.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import type { Interruption } from '../stand-ins/interruption.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { quickExample, suiteFiles } from './quick-suite.ts'

// The pauses before another attempt take half a minute in all. No case asks how long one is, so a thousandth does.
const timers = await import('node:timers/promises')
jest.unstable_mockModule('node:timers/promises', () => ({
  ...timers,
  setTimeout: (milliseconds: number, ...rest: []) => timers.setTimeout(milliseconds / 1000, ...rest),
}))

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const files = {
  [bench]: quickExample('pull-request/bench.yml'),
  [publish]: quickExample('pull-request/publish.yml'),
  ...suiteFiles({ 'access-log': 20 }),
}
const reading = { contents: 'read', actions: 'read' } satisfies Permissions
const writing = {
  ...reading,
  issues: 'read',
  'pull-requests': 'write',
  checks: 'write',
} satisfies Permissions

/** An action that leaves the environment of its step, with the inputs, in a file. */
function environmentRecorder(file: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'stable-bench-recorder-'))
  for (const name of ['action.yml', 'package.json']) cpSync(join(root, name), join(directory, name))
  cpSync(join(root, 'dist'), join(directory, 'dist'), { recursive: true })
  const source = `import { cpSync, writeFileSync } from 'node:fs'
cpSync(process.env.GITHUB_EVENT_PATH, ${JSON.stringify(`${file}.event`)})
writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env))
`
  writeFileSync(join(directory, 'dist/action.js'), source)
  return directory
}

/** One side of what a job leaves that has measured, as a file of its artifact. */
function side(value: number, commit = ''): Buffer {
  const benchmarks = [
    sample(
      'parse',
      [0, 1, 2, 3, 4].map(i => value + i / 100),
    ),
  ]
  const revision = { commit, ref: null, dirty: false }
  const about = { suite: 'access-log', revision, testbed: { ...testbed({ machine: 'm' }), fingerprint } }
  return gzipSync(renderResultDocument(session(benchmarks, about)))
}

/** What one answer, or every answer, to an operation is. */
const FAULTS: [string, Interruption, 'once' | 'always'][] = [
  ['401', { status: 401, message: 'Bad credentials' }, 'always'],
  ['403', { status: 403, message: 'Resource not accessible by integration' }, 'always'],
  ['404', { status: 404, message: 'Not Found' }, 'always'],
  ['a rate limit of an hour', { status: 429, headers: { 'retry-after': '3600' } }, 'always'],
  ['422', { status: 422, message: 'Validation Failed' }, 'always'],
  ['500', { status: 500 }, 'once'],
  ['502 after it was done', { status: 502, done: true }, 'once'],
  ['a connection that breaks off', { cut: true }, 'once'],
]

const fingerprint = 'a'.repeat(12)

describe('the report on a pull request that takes twice the time', () => {
  let bed: TestBed
  let environment: Record<string, string>
  const before = { ...process.env }
  const scratch = mkdtempSync(join(tmpdir(), 'stable-bench-faults-'))
  let cases = 0

  beforeAll(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files })
    bed.openPull(3, { branch: 'slower', files: { 'bench/access-log.txt': '40' } })
    const [pull] = bed.github.state.pulls
    const head = { head_branch: 'slower', head_sha: pull?.head.sha ?? '', pull_requests: [3] }
    bed.github.state.runs.push({ id: 700, event: 'pull_request', name: 'bench', path: bench, ...head })
    const content = hostileZip([
      { name: 'result.json.gz', content: side(40, pull?.merge_commit_sha) },
      { name: 'baseline.json.gz', content: side(20, pull?.base.sha) },
    ])
    bed.results.addArtifact({ runId: 700, name: `stable-bench-candidate-access-log-${fingerprint}`, content })
    const recorded = join(scratch, 'environment.json')
    const recorder = environmentRecorder(recorded)
    const actions = { 'org/stable-bench': recorder }
    await bed.workflowRun(700, { workflow: publish, permissions: writing, actions })
    rmSync(recorder, { recursive: true })
    // Without the runtime token nothing is uploaded, which only a warning says.
    const { ACTIONS_RUNTIME_TOKEN: _, ...rest } = JSON.parse(readFileSync(recorded, 'utf8'))
    environment = { ...rest, RUNNER_TEMP: scratch, GITHUB_EVENT_PATH: `${recorded}.event` }
  }, 120_000)

  afterAll(async () => {
    process.env = before
    process.exitCode = undefined
    await bed.close()
    rmSync(scratch, { recursive: true })
  })

  /** Runs the job that reports; only its entry is loaded anew, so that a case costs a few hundredths of a second. */
  async function report(operation?: string, fault?: Interruption, often?: 'once' | 'always') {
    const { state } = bed.github
    const output = join(scratch, `output-${++cases}`)
    for (const file of [output, `${output}-summary`]) writeFileSync(file, '')
    state.comments.length = 0
    state.checks.length = 0
    Object.assign(jobBudget, newBudget())
    process.env = { ...environment, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: `${output}-summary` }
    const from = bed.github.requests.length
    if (operation && fault) bed.github.interrupt(operation, ...Array(often === 'once' ? 1 : 60).fill(fault))
    await import(`../../src/action.ts?case=${cases}`)
    if (operation) bed.github.clearInterruptions()
    process.exitCode = undefined
    const [, outcome] = /outcome<<(\S+)\n(.*)\n\1/.exec(readFileSync(output, 'utf8'))?.slice(1) ?? []
    return {
      outcome,
      conclusions: state.checks.map(({ conclusion }) => conclusion),
      operations: bed.github.requests.slice(from).map(request => request.operation ?? ''),
    }
  }

  it('is red, whichever request fails and however', async () => {
    const clean = await report()
    expect(clean).toMatchObject({ outcome: 'regression', conclusions: ['failure'] })
    const operations = [...new Set(clean.operations)]
    expect(operations.length * FAULTS.length).toBeGreaterThanOrEqual(70)
    const wrong: string[] = []
    const silent = new Set<string>()
    for (const operation of operations)
      for (const [name, fault, often] of FAULTS) {
        const { outcome, conclusions } = await report(operation, fault, often)
        const isGreen = outcome === 'pass' || conclusions.includes('success')
        const isTold = often === 'always' || outcome === 'regression'
        if (isGreen || outcome === undefined || !isTold)
          wrong.push(`${operation} answers ${name}: ${outcome}, checks ${conclusions.join(', ')}`)
        if (conclusions.length === 0) silent.add(operation)
      }
    expect(wrong).toEqual([])
    // What has to be known to say on which commit, and what makes a check run.
    expect([...silent].sort()).toEqual(['checks/create', 'checks/list-for-ref', 'pulls/get', 'pulls/list'])
  }, 600_000)
})
