// Which suites a workflow measures on demand, as its file says before anything of it runs.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { suitesOnDemand } from '../../../src/action/on-demand/own-workflow.ts'
import { measuringSteps } from '../../../src/policy/workflow-file/measuring-steps.ts'

const step = (...inputs: string[]) => `      - { uses: org/stable-bench@v1, with: { ${inputs.join(', ')} } }`
const workflow = (...steps: string[]) => ['jobs:', '  bench:', '    steps:', ...steps].join('\n')
const expression = (text: string) => `"\${{ ${text} }}"`
const asked = `command: ./bench, pull-request: ${expression('needs.request.outputs.pull-request')}`

const usual = '.stable-bench.yml'

/** Of a workflow with this text, in a repository whose configurations describe these suites, by path. */
async function onDemand(text: string, repository = '', described: Record<string, string[]> = {}) {
  const { steps } = await measuringSteps(async () => text, 'bench.yml', repository, { isByHand: true })
  return suitesOnDemand(steps, async path => described[path] ?? [])
}

describe('the suites on demand', () => {
  it('are those of the configuration for the example, which has no command', async () => {
    const text = readFileSync('examples/on-demand/bench.yml', 'utf8')
    expect(await onDemand(text, 'org/stable-bench', { [usual]: ['parse', 'http'] })).toEqual([
      'parse',
      'http',
    ])
    expect(await onDemand(text, 'org/stable-bench')).toEqual([])
  })

  it('are of the steps that measure what was asked for, and one without a name has the usual one', async () => {
    const other = step('name: other', 'command: x')
    const request = step('mode: request', `pull-request: ${expression('inputs.pull-request')}`)
    const text = workflow(request, other, step(asked), step('name: a', asked), step('name: a', asked))
    expect(await onDemand(text)).toEqual(['benchmark', 'a'])
    expect(await onDemand(workflow(request, other))).toEqual([])
  })

  it.each([
    [
      'all of its configuration, where it asks for what somebody asked for',
      `suite: ${expression('needs.request.outputs.suite')}`,
      ['parse', 'print', 'http'],
    ],
    ['those that it asks for itself', 'suite: p*', ['parse', 'print']],
    ['those that may come of it', `suite: "p\${{ needs.request.outputs.suite }}"`, ['parse', 'print']],
    ['those of a configuration of its own', 'config: other.yml', ['slow']],
    ['not known where its configuration is an expression', `config: ${expression('vars.CONFIG')}`, null],
  ])('of a step without a command are %s', async (_, inputs, suites) => {
    const text = workflow(step(inputs, `pull-request: ${expression('needs.request.outputs.pull-request')}`))
    const described = { [usual]: ['parse', 'print', 'http'], 'other.yml': ['slow'] }
    expect(await onDemand(text, '', described)).toEqual(suites)
  })

  const inMatrix = (matrix: string, name: string) =>
    workflow(step(`name: ${name}`, asked)).replace(
      '    steps:',
      `    strategy: { matrix: ${matrix} }\n    steps:`,
    )

  it.each([
    ['{ suite: [a, b] }', expression('matrix.suite'), ['a', 'b']],
    ['{ suite: [a], size: [1, 2] }', `"x-\${{ matrix.suite }}-\${{ matrix.size }}"`, ['x-a-1', 'x-a-2']],
    ['{ include: [{ suite: a }, { suite: b, size: 1 }] }', expression('matrix.suite'), ['a', 'b']],
    ['{ suite: [a], include: [{ suite: b }] }', expression('matrix.suite'), ['a', 'b']],
    ['{ suite: [a] }', expression("matrix.suite || 'b'"), ['a']],
    ['{ suite: [{ name: a }, { name: b }] }', expression('matrix.suite.name'), ['a', 'b']],
  ])('of the matrix %s are those that a step called %s becomes', async (matrix, name, suites) => {
    expect(await onDemand(inMatrix(matrix, name))).toEqual(suites)
  })

  it.each([
    ['{ suite: [a] }', expression('inputs.suite')],
    ['{ suite: [a] }', expression('format(matrix.suite)')],
    [`{ suite: ${expression('fromJSON(needs.list.outputs.suites)')} }`, expression('matrix.suite')],
    [`{ suite: [a, ${expression('inputs.suite')}] }`, expression('matrix.suite')],
    ['{ other: [a] }', expression('matrix.suite')],
  ])('of the matrix %s are not known where a step is called %s', async (matrix, name) => {
    expect(await onDemand(inMatrix(matrix, name))).toBeNull()
  })
})
