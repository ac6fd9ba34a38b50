// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows
import { describe, expect, it } from '@jest/globals'
import { readWorkflow } from '../../../src/policy/workflow-file/bench-steps.ts'
import { mayBecome, writtenCommands } from '../../../src/policy/workflow-file/written-inputs.ts'

describe('what the runner can make of a text', () => {
  it.each([
    ['make bench', 'make bench'],
    ['make ${{ matrix.a }}', 'make one'],
    ['${{ a }}', ''],
    ['${{ inputs.command }}', 'any ${{ thing'],
    ['a ${{ x }} b ${{ y }} c', 'a  b b c c'],
    ['${{ x }}${{ y }}', 'z'],
  ])('%s: %s', (written, evaluated) => expect(mayBecome(written, evaluated)).toBe(true))

  it.each([
    ['make bench', 'make bench2'],
    ['make ${{ matrix.a }}', 'cmake one'],
    ['a ${{ x }} b ${{ y }} c', 'a b c'],
    ['ab${{ x }}ba', 'aba'],
    ['make ${{ x', 'make 1'],
  ])('%s: not %s', (written, evaluated) => expect(mayBecome(written, evaluated)).toBe(false))

  it('is decided in a moment, however long both are', () => {
    const long = '${{ x }}a'.repeat(50_000)
    expect(mayBecome(`${long}b`, 'a'.repeat(200_000))).toBe(false)
    expect(mayBecome(long, 'a'.repeat(200_000))).toBe(true)
  })
})

describe('the commands of a job as its workflow file has them', () => {
  const text = `
jobs:
  bench:
    steps:
      - uses: org/stable-bench@v1
        with: { name: one, command: 'bench --key \${{ secrets.KEY }}', setup: make }
      - uses: org/stable-bench@v1
        with: { name: two, command: bench, setup: 'make \${{ matrix.a }}', prepare: 'rm \${{ secrets.KEY }}' }
  other:
    steps:
      - uses: org/stable-bench@v1
        with: { command: other }
`
  const { steps } = readWorkflow(text, '')
  type Given = { name: string; command: string; setup: string; prepare?: string }
  const find = (values: Given, job = 'bench') =>
    writtenCommands(steps, { path: 'bench.yml', job, values: { prepare: '', ...values } })

  it('are those of the step that the values can be of', () => {
    const place = expect.stringMatching(/^bench.yml, line \d+$/)
    expect(find({ name: 'one', command: 'bench --key k', setup: 'make' })).toEqual({
      command: 'bench --key ${{ secrets.KEY }}',
      setup: 'make',
      prepare: '',
      place,
    })
    expect(find({ name: 'two', command: 'bench', setup: 'make x', prepare: 'rm k' })).toMatchObject({
      command: 'bench',
      setup: 'make ${{ matrix.a }}',
      prepare: 'rm ${{ secrets.KEY }}',
    })
    expect(find({ name: 'benchmark', command: 'other', setup: '' }, 'other')).toMatchObject({
      command: 'other',
      setup: '',
    })
  })

  it('are not known where no step fits, or several do with other commands', () => {
    const nothing = { command: null, setup: null, prepare: null }
    expect(find({ name: 'one', command: 'else', setup: 'make' })).toEqual({
      ...nothing,
      place: 'bench.yml, line 5',
    })
    expect(find({ name: 'one', command: 'bench --key k', setup: 'make' }, 'gone')).toEqual({
      ...nothing,
      place: 'bench.yml',
    })
    const twice = readWorkflow(
      text.replaceAll(/with: { name: (\w+).*/g, "with: { name: x, command: '${{ $1 }}' }"),
      '',
    )
    const values = { name: 'x', command: 'y', setup: '', prepare: '' }
    expect(writtenCommands(twice.steps, { path: 'bench.yml', job: 'bench', values })).toMatchObject(nothing)
  })
})
