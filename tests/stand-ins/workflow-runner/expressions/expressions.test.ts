// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows
import { describe, expect, it } from '@jest/globals'
import { expand, meets } from './expressions.ts'

const contexts = {
  github: { event_name: 'push', event: { number: 7, head: { ref: 'Main' } }, ref: 'refs/heads/main' },
  matrix: { suite: 'parse', size: 2 },
  steps: { 'first-one': { outputs: { list: '["a","b"]' }, outcome: 'success' } },
}
const value = (expression: string) => expand(`\${{ ${expression} }}`, { contexts })

describe('an expression', () => {
  it.each([
    ['github.event_name', 'push'],
    ['github.event.head.ref', 'Main'],
    ['steps.first-one.outputs.list == \'["a","b"]\'', 'true'],
    ["github['event']['number']", '7'],
    ["'it''s }} fine'", "it's }} fine"],
    ["github.event.head.ref == 'main'", 'true'],
    ["github.event.number == '7'", 'true'],
    ["matrix.size != 2 || !(matrix.suite == 'parse' && false)", 'true'],
    ["matrix.size > 1 && 'big' || 'small'", 'big'],
    ['github.event.pull_request.number || matrix.size', '2'],
    ['matrix.none', ''],
    ['null', ''],
    ["'' == 0", 'true'],
    ["'x' == 0", 'false'],
    ['github.event', 'Object'],
    ["startsWith(github.ref, 'refs/HEADS/') && endsWith(github.ref, 'main')", 'true'],
    ["contains('a, B', 'b')", 'true'],
    ["contains(fromJSON(steps.first-one.outputs.list), 'b')", 'true'],
    ["format('{0}-{1} {{}}', matrix.suite, matrix.size)", 'parse-2 {}'],
    ['toJSON(matrix.suite)', '"parse"'],
  ])('has the value that it has on GitHub: %s', (expression, expected) => {
    expect(value(expression)).toBe(expected)
  })

  it.each([
    ['job.status', "no context 'job'"],
    ['hashFiles(matrix.suite)', "no function 'hashfiles'"],
    ['success()', "no function 'success'"],
    ['github.token', 'does not know github.token'],
    ['github.event.*.ref', "from '*.ref '"],
    ['a b', "unexpected 'b'"],
    ["('x'", "unexpected 'end'"],
    ['"x"', 'cannot read the expression'],
  ])('is an error where the stand-in does not know it: %s', (expression, message) => {
    expect(() => value(expression)).toThrow(message)
  })

  it('takes its place in a text', () => {
    expect(expand('a ${{matrix.suite}} b ${{ matrix.size }}\n', { contexts })).toBe('a parse b 2\n')
    expect(expand(1.5, { contexts })).toBe('1.5')
  })
})

describe('a condition', () => {
  const [good, bad] = [
    { success: true, failure: false },
    { success: false, failure: true },
  ]
  it.each([
    [undefined, true, false],
    ["github.event_name == 'push'", true, false],
    ['${{ always() }}', true, true],
    ["always() && github.event_name == 'pull_request'", false, false],
    ["github.event_name == 'push' && !(failure() || cancelled())", true, false],
    ['failure()', false, true],
    ["contains(fromJSON('[true]'), success())", true, false],
    [false, false, false],
  ])('holds as on GitHub after success and after a failure: %s', (condition, afterSuccess, afterFailure) => {
    expect(meets(condition, { contexts, status: good })).toBe(afterSuccess)
    expect(meets(condition, { contexts, status: bad })).toBe(afterFailure)
  })

  it('has to be one expression, since GitHub would take it for a text that always holds', () => {
    const half = "${{ github.event_name }} == 'pull_request'"
    expect(() => meets(half, { contexts, status: good })).toThrow('has to be one expression')
  })
})
