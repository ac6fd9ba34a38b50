// The examples are for copying, so each of them, those in the README too, has to be safe as it stands. How they work is
// tested beside; scripts/lint-workflows.sh runs actionlint and zizmor over them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { root } from '../e2e/command-line.ts'
import { expand } from '../stand-ins/workflow-runner/expressions/expressions.ts'

type Permissions = Record<string, string>
type Job = {
  if?: string
  needs?: string | string[]
  'timeout-minutes'?: number
  concurrency?: { group: string }
  permissions?: Permissions
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[]
}
type Workflow = {
  on: Record<string, unknown>
  permissions?: Permissions
  concurrency?: { group: string }
  jobs: Record<string, Job>
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const examples = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.yml') && !name.endsWith('.stable-bench.yml'))
  .map(name => [join('examples', name), read(join('examples', name))] as const)
const shown = [...read('README.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text = ''], i) => [`README.md, example ${i + 1}`, text] as const,
)

/** What it checks out, or runs, is the code of whoever made the pull request. */
const runsCode = ({ steps }: Job) => steps.some(step => step.run || step.with?.command || isCheckout(step))
const isCheckout = ({ uses = '' }: Job['steps'][number]) => uses.startsWith('actions/checkout@')
/** It measures commits of the default branch alone, once it has checked who asks. */
const bisects = ({ steps }: Job) =>
  steps.some(step => step.with?.mode === 'bisect') &&
  steps.filter(isCheckout).every(step => step.with?.ref === undefined)
/** It only checks who asks. */
const answers = ({ steps }: Job) => steps.some(step => step.with?.mode === 'request')
/**
 * The events of these are somebody else's, but the workflow and its token are the default branch's. Each has a field that no other
 * event of the examples has.
 */
const trustedEvents = {
  workflow_run: 'github.event.workflow_run',
  pull_request_target: 'github.event.label',
  issue_comment: 'github.event.comment',
}
const writes = ({ permissions = {} }: Job) => Object.values(permissions).includes('write')

describe.each([...examples, ...shown])('%s', (_, text) => {
  const workflow = parse(text) as Workflow
  const jobs = Object.values(workflow.jobs)

  it('gives no permission to all jobs, and to each one by name', () => {
    expect(workflow.permissions).toEqual({})
    for (const { permissions } of jobs) expect(permissions).toBeDefined()
  })

  it('runs the code of pull requests only where the token can only read', () => {
    const reached = 'pull_request' in workflow.on ? jobs : []
    for (const job of reached.filter(runsCode).filter(writes)) {
      expect(job.if).toMatch(/^github.event_name == '/)
      expect(job.if).not.toMatch(/pull_request|merge_group|!/)
    }
    if ('workflow_run' in workflow.on) expect(jobs.some(runsCode)).toBe(false)
  })

  it('runs such code on an event of the default branch only where somebody with write access asked for the commit', () => {
    const trusted = Object.entries(trustedEvents).filter(([name]) => name in workflow.on)
    /** Such a job would also check nothing out but the default branch. */
    const isLeftOut = ({ if: condition = '', steps }: Job) =>
      /^(?:\([^()]*\) && )?[^()|]*$/.test(condition) &&
      trusted.every(([, field]) => condition.split(' && ').includes(`!${field}`)) &&
      steps.filter(isCheckout).every(step => step.with?.ref === undefined)
    const reached = trusted.length === 0 ? [] : jobs.filter(runsCode).filter(each => !bisects(each))
    for (const job of reached.filter(each => !isLeftOut(each))) {
      expect(writes(job)).toBe(false)
      const { [String(job.needs)]: before } = workflow.jobs
      expect(before && answers(before) && !runsCode(before)).toBe(true)
      expect(job.if).toMatch(`needs.${job.needs}.outputs.commit != ''`)
      for (const step of job.steps.filter(isCheckout))
        expect(step.with?.ref).toBe(`\${{ needs.${job.needs}.outputs.commit }}`)
    }
  })

  it('sets the check run where it publishes', () => {
    const isPublishing = ({ steps, permissions = {} }: Job) =>
      permissions['pull-requests'] === 'write' && steps.some(({ with: given }) => given?.mode !== 'request')
    for (const { permissions } of jobs.filter(isPublishing)) expect(permissions?.checks).toBe('write')
  })

  it('measures the groups of a merge queue where it measures pull requests', () => {
    expect('merge_group' in workflow.on).toBe('pull_request' in workflow.on)
  })

  it('has a concurrency group, and a time limit for each job', () => {
    for (const job of jobs) {
      const { group } = job.concurrency ?? workflow.concurrency ?? {}
      if (!answers(job)) expect(group).toContain('github.workflow_ref')
      expect(job['timeout-minutes']).toBeGreaterThan(0)
    }
  })

  it('pins actions by commit, with the version beside it, and leaves no credentials behind', () => {
    // Nobody can know the commit of the release that this file will be part of.
    const named = [...text.matchAll(/uses: (.*)/g)].map(([, uses = '']) => uses)
    expect(named.length).toBeGreaterThan(0)
    for (const uses of named.filter(each => !each.startsWith('org/stable-bench@v1 #')))
      expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    for (const { steps } of jobs)
      for (const step of steps.filter(isCheckout)) expect(step.with?.['persist-credentials']).toBe(false)
  })
})

it('a measurement on demand ends no other one but that of the same pull request, also in a file for runs by hand', () => {
  const { jobs } = parse(read('examples/on-demand/bench.yml')) as Workflow
  const groupOf = (run_id: number, event: unknown) => {
    const github = { workflow_ref: 'a/b/.github/workflows/bench.yml@refs/heads/main', run_id, event }
    const needs = { request: { outputs: { suite: '' } } }
    return expand(jobs['on-demand']?.concurrency?.group, { contexts: { github, needs } })
  }
  const byHand = (run_id: number, number: string) => groupOf(run_id, { inputs: { 'pull-request': number } })
  expect(byHand(1, '12')).not.toBe(byHand(2, '13'))
  expect(groupOf(1, { issue: { number: 12 } })).toBe(groupOf(2, { pull_request: { number: 12 } }))
})

it('the README shows the workflow of examples/pull-request that measures, line by line', () => {
  const lines = (text: string) => text.split('\n').filter(line => !line.startsWith('#'))
  expect(shown.map(([, text]) => lines(text))).toEqual([lines(read('examples/pull-request/bench.yml'))])
})

it.each([
  'pull-request/bench',
  'pull-request/publish',
  'nightly/bench',
  'release/bench',
  'on-demand/bench',
  'pages/pages',
  'bisect/bisect',
])(
  'examples/%s.yml is the same in every repository: it has no command, no setup and no name of a suite',
  name => {
    const { jobs } = parse(read(`examples/${name}.yml`)) as Workflow
    const steps = Object.values(jobs).flatMap(job => job.steps)
    const given = steps
      .filter(({ uses = '' }) => uses.startsWith('org/stable-bench@'))
      .map(step => step.with ?? {})
    expect(given.length).toBeGreaterThan(0)
    for (const inputs of given) {
      for (const key of ['command', 'setup', 'name', 'results', 'tool'])
        expect(inputs).not.toHaveProperty(key)
      if ('suite' in inputs) expect(inputs.suite).toMatch(/^\$\{\{/)
    }
  },
)
