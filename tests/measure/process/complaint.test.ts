// What is shown of a command that failed: its last lines, and the error that stands before them.
import { expect, it } from '@jest/globals'
import { complaint } from '../../../src/measure/process/complaint.ts'

const shown = (...stdout: string[]) => complaint({ stdout: `${stdout.join('\n')}\n`, stderr: '' }).split('\n')
const rest = (count: number) => Array.from({ length: count }, (_, i) => `Benchmark${i}-8 \t 100 \t 12 ns/op`)

it('the last fifteen lines are shown', () => {
  expect(shown(...rest(40))).toEqual(['; its last output was:', ...rest(40).slice(-15)])
})

it('the reason of a failed Go benchmark is shown where many others came after it', () => {
  const failure = ['--- FAIL: BenchmarkA', '    a_test.go:9: got 3, want 4']
  const lines = shown('goos: linux', ...failure, ...rest(40))
  expect(lines.slice(1, 3)).toEqual(failure)
  expect(lines.slice(6)).toEqual(['…', ...rest(40).slice(-15)])
})

it('an error among the last lines is shown once', () => {
  const lines = shown(...rest(20), 'panic: no table', 'exit status 2')
  expect(lines.filter(line => line === 'panic: no table')).toHaveLength(1)
  expect(lines).toHaveLength(16)
})

it('a compiler error is shown, and a warning is none', () => {
  expect(shown('./a.go:7:2: undefined: parse', ...rest(30))[1]).toBe('./a.go:7:2: undefined: parse')
  expect(shown('a.c:7:2: warning: unused', ...rest(30))[1]).toBe(rest(30).at(-15))
})

it('both streams are shown, and silence is said', () => {
  expect(complaint({ stdout: 'a\n', stderr: 'b\n' })).toBe('; its last output was:\na\nb')
  expect(complaint({ stdout: '', stderr: '' })).toBe('; it printed nothing')
})
