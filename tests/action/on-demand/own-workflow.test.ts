// Which suites a workflow measures on demand, as its file says before anything of it runs.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { suitesOnDemand } from '../../../src/action/on-demand/own-workflow.ts'

const step = (...inputs: string[]) => `      - { uses: org/stable-bench@v1, with: { ${inputs.join(', ')} } }`
const workflow = (...steps: string[]) => ['jobs:', '  bench:', '    steps:', ...steps].join('\n')
const expression = (text: string) => `"\${{ ${text} }}"`
const asked = `command: ./bench, pull-request: ${expression('needs.request.outputs.pull-request')}`

describe('the suites on demand', () => {
  it('are those of the configuration for the example, which has no command', () => {
    const text = readFileSync('examples/on-demand/on-demand.yml', 'utf8')
    expect(suitesOnDemand(text, 'org/stable-bench', ['parse', 'http'])).toEqual(['parse', 'http'])
    expect(suitesOnDemand(text, 'org/stable-bench', [])).toEqual([])
  })

  it('are of the steps that measure what was asked for, and one without a name has the usual one', () => {
    const other = step('name: other', 'command: x')
    const request = step('mode: request', `pull-request: ${expression('inputs.pull-request')}`)
    const text = workflow(request, other, step(asked), step('name: a', asked), step('name: a', asked))
    expect(suitesOnDemand(text, '', [])).toEqual(['benchmark', 'a'])
    expect(suitesOnDemand(workflow(request, other), '', [])).toEqual([])
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
  ])('of the matrix %s are those that a step called %s becomes', (matrix, name, suites) => {
    expect(suitesOnDemand(inMatrix(matrix, name), '', [])).toEqual(suites)
  })

  it.each([
    ['{ suite: [a] }', expression('inputs.suite')],
    ['{ suite: [a] }', expression('format(matrix.suite)')],
    [`{ suite: ${expression('fromJSON(needs.list.outputs.suites)')} }`, expression('matrix.suite')],
    [`{ suite: [a, ${expression('inputs.suite')}] }`, expression('matrix.suite')],
    ['{ other: [a] }', expression('matrix.suite')],
  ])('of the matrix %s are not known where a step is called %s', (matrix, name) => {
    expect(suitesOnDemand(inMatrix(matrix, name), '', [])).toBeNull()
  })
})
