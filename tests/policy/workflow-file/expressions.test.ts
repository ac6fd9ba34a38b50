// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { fill, isProof } from '../../../src/policy/workflow-file/expressions/expressions.ts'

const values = new Map<string, unknown>([
  ['inputs.band', '5%'],
  ['inputs.quoted', "it's"],
  ['inputs.variable', '${{ vars.BAND }}'],
  ['inputs.mixed', 'x${{ vars.BAND }}%'],
  ['inputs.off', false],
  ['inputs.count', 3],
  ['inputs.empty', ''],
  ['matrix.size.name', 'small'],
])
const filled = (text: string) => fill(text, { values, closed: ['inputs'] })

describe('a text of a workflow file', () => {
  it.each([
    ['band ${{ inputs.band }}!', 'band 5%!'],
    ["${{ Inputs['BAND'] }}-${{matrix.size.name}}", '5%-small'],
    ['${{ inputs.quoted }}', "it's"],
    ['${{ inputs.off }} ${{ inputs.count }}', 'false 3'],
    ['${{ inputs.missing }}', ''],
    ["${{ inputs.empty || '2%' }}", '2%'],
    ["${{ inputs.band || '2%' }}", '5%'],
    ["${{ inputs.off || 'never' }}", 'never'],
    ["${{ 'a }} b' }}", 'a }} b'],
  ])('%s is filled in with what the file gives: %s', (text, expected) => {
    expect(filled(text)).toBe(expected)
  })

  it.each([
    ['${{ inputs.variable }}', '${{ vars.BAND }}'],
    ["${{ inputs.variable || '2%' }}", "${{ vars.BAND || '2%' }}"],
    ["${{ inputs.empty || inputs.variable || '2%' }}", "${{ vars.BAND || '2%' }}"],
    ["${{ inputs.band == '5%' && '1%' || '2%' }}", "${{ '5%' == '5%' && '1%' || '2%' }}"],
    ['${{ format(inputs.quoted) }}', "${{ format('it''s') }}"],
    ['${{ inputs.mixed }}', '${{ inputs.mixed }}'],
    ['${{ vars.inputs.band }}', '${{ vars.inputs.band }}'],
    ["${{ contains('inputs.band', 'x') }}", "${{ contains('inputs.band', 'x') }}"],
    ['${{ matrix.other }} ${{ toJSON(inputs) }}', '${{ matrix.other }} ${{ toJSON(inputs) }}'],
    ['${{ inputs.band', '${{ inputs.band'],
  ])('%s keeps what only the runner knows: %s', (text, expected) => {
    expect(filled(text)).toBe(expected)
  })
})

describe('an expression whose value no pull request can change', () => {
  it.each([
    '5%',
    '${{ vars.BAND }}%',
    "${{ secrets['BAND'] || '2%' }}",
    "${{ github.event_name == 'push' && '2%' || vars.BAND }}",
    "${{ fromJSON(vars.LIMITS)['parse'] }}",
    "${{ github['repository'] }}",
  ])('is %s', text => {
    expect(isProof(text)).toBe(true)
  })

  it.each([
    '${{ inputs.band }}',
    '${{ matrix.band }}',
    '${{ env.BAND }}',
    '${{ needs.a.outputs.band }}',
    '${{ steps.a.outputs.band }}',
    '${{ github.event.pull_request.title }}',
    '${{ github.head_ref }}',
    '${{ github.actor }}',
    '${{ github }}',
    '${{ github[vars.NAME] }}',
    '${{ vars[inputs.name] }}',
    "${{ hashFiles('band') }}",
    '${{ runner.name }}',
    '${{ vars.BAND',
    '${{ vars.A }}${{ inputs.b }}',
    "${{ contains(github.event.pull_request.labels.*.name, 'x') && '9%' || '2%' }}",
  ])('is not %s', text => {
    expect(isProof(text)).toBe(false)
  })
})

describe('a text that a stranger wrote', () => {
  it.each([
    ['quotes that do not end', "'${{ ' + \"'\".repeat(200_001)"],
    ['expressions that do not end', "'${{ '.repeat(200_000)"],
    ['quotes in every expression', "\"${{ 'a''b' }}\".repeat(50_000) + '${{ ' + \"''\".repeat(100)"],
  ])(
    'with %s is looked at once',
    (_, text) => {
      const module = new URL('../../../src/policy/workflow-file/expressions/expressions.ts', import.meta.url)
      const program = `
      import { fill, isProof } from '${module}'
      const text = ${text}
      console.log(fill(text, { values: new Map(), closed: [] }).length > 0, isProof(text))`
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        encoding: 'utf8',
        timeout: 60_000,
      })
      expect(stdout).toBe('true false\n')
    },
    90_000,
  )

  it('stays as it is from an expression that does not end', () => {
    expect(filled("${{ inputs.band }} ${{ ' ${{ inputs.band }}")).toBe("5% ${{ ' ${{ inputs.band }}")
    expect(isProof("${{ vars.A }} ${{ ' ${{ vars.B }}")).toBe(false)
  })
})
