import { describe, expect, it } from '@jest/globals'
import { measureSuites } from '../../../src/job/suites/measure-suites.ts'
import type { SuiteSetup } from '../../../src/job/suites/set-up.ts'
import { assertSuite } from '../../../src/job/suites/suite-request.ts'
import { MeasureError } from '../../../src/measure/runs/errors.ts'
import { InputError } from '../../../src/model/index.ts'
import { jobRequest } from '../job-request.ts'

const setup = (command: string, cwd = '/base', side: SuiteSetup['side'] = 'baseline'): SuiteSetup => ({
  side,
  cwd,
  command,
  timeoutMs: 1000,
  layouts: [],
})

const suite = (name: string, setups: SuiteSetup[], maxTimeMs = 0) => ({
  name,
  setups,
  request: jobRequest({ candidate: name }, { maxTimeMs }),
})

type Suite = ReturnType<typeof suite>

/** What happened, in order; `fails` names what throws. */
async function measured(suites: Suite[], fails: Record<string, Error> = {}) {
  const events: string[] = []
  const attempt = (what: string) => {
    events.push(what)
    if (fails[what]) throw fails[what]
  }
  const outcomes = await measureSuites(suites, {
    setUp: async ({ command, side, cwd }) => attempt(`${command} in ${cwd} of the ${side}`),
    measure: async ({ name, request }) => {
      attempt(`measure ${name}`)
      return request.maxTimeMs
    },
    onSuite: ({ name }, { number, of }) => events.push(`${name} ${number}/${of}`),
    onProblem: ({ name }, problem) => events.push(`${name} failed: ${problem.message}`),
  })
  return { events, outcomes }
}

describe('several suites', () => {
  it('are set up once on each side where they share the command and the directory', async () => {
    const both = (command: string) => [setup(command), setup(command, '/head', 'candidate')]
    const { events, outcomes } = await measured([
      suite('parse', both('make')),
      suite('http', [setup('make', '/base/server')]),
      suite('query', both('make')),
      suite('plain', [setup('')]),
    ])
    expect(events).toEqual([
      'parse 1/4',
      'make in /base of the baseline',
      'make in /head of the candidate',
      'measure parse',
      'query 2/4',
      'measure query',
      'http 3/4',
      'make in /base/server of the baseline',
      'measure http',
      'plain 4/4',
      'measure plain',
    ])
    expect(outcomes.map(({ name }) => name)).toEqual(['parse', 'http', 'query', 'plain'])
  })

  it('are measured although one of them fails, and a setup that failed is not tried again', async () => {
    const failure = new MeasureError('exit code 2', 'baseline')
    const suites = [suite('a', [setup('make')]), suite('b', [setup('make')]), suite('c', []), suite('d', [])]
    const { events, outcomes } = await measured(suites, {
      'make in /base of the baseline': failure,
      'measure c': failure,
    })
    expect(events.filter(each => each.startsWith('make'))).toHaveLength(1)
    expect(events).toContain('b failed: exit code 2')
    expect(outcomes.map(({ problem }) => problem)).toEqual([failure, failure, failure, null])
  })

  it('are given up for a mistake in the input, which names the suite', async () => {
    const mistake = new InputError('artifacts: none')
    const suites = [suite('a', []), suite('b', [])]
    await expect(measured(suites, { 'measure a': mistake })).rejects.toThrow('suite a: artifacts: none')
  })

  it('share the time limit', async () => {
    const { outcomes } = await measured([suite('a', [], 60_000), suite('b', [], 60_000)])
    const [first, second] = outcomes.map(({ result }) => Number(result))
    expect(first).toBe(30_000)
    expect(second).toBeGreaterThan(30_000)
    expect(second).toBeLessThanOrEqual(60_000)
  })

  it('are refused before anything is measured where their values contradict each other', () => {
    const benchmarks = { baseline: ['x'], candidate: [] }
    const both = { baseline: './a', candidate: './a' }
    expect(() => assertSuite(jobRequest(both, { benchmarks }))).toThrow(/put \{benchmark\} into it/)
    expect(() =>
      assertSuite(
        jobRequest(both, {
          ofBase: { prepare: '', results: 'x', relink: '', service: null, tool: 'process', delta: 0 },
        }),
      ),
    ).toThrow(/'process' reads no results/)
  })
})
