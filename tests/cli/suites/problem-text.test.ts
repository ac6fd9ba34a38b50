// What `init` says of a suite that failed: the error, and not the summary that tools print after it.
import { describe, expect, it } from '@jest/globals'
import { problemInShort, problemLines, problemOf } from '../../../src/cli/suites/problem-text.ts'
import { MeasureError } from '../../../src/measure/runs/errors.ts'

const first = "run 1 of 'x' failed with exit code 2"
const failed = (...printed: string[]) => [`${first}; its last output was:`, ...printed].join('\n')

const pytest = failed(
  'bench/test_json.py:3: in <module>',
  '    import orjson',
  "E   ModuleNotFoundError: No module named 'orjson'",
  '=========== short test summary info ============',
  'ERROR bench/test_json.py',
  '!!!!!! Interrupted: 1 error during collection !!!!!!',
  '========= 1 warning, 1 error in 2.01s ==========',
  'logger.py:44: PytestBenchmarkWarning: Not saving anything, no benchmarks have been run!',
  '  warner(PytestBenchmarkWarning(text))',
)

describe('what a failed try says', () => {
  it.each([
    ['pytest', pytest, "E   ModuleNotFoundError: No module named 'orjson'"],
    [
      'cargo',
      failed('error[E0432]: unresolved import `a`', ' --> b.rs:1:5', 'error: could not compile `x`'),
      'error[E0432]: unresolved import `a`',
    ],
    ['Go', failed('panic: no table', '', 'goroutine 1 [running]:', 'exit status 2'), 'panic: no table'],
    [
      'a failed Go benchmark',
      failed('--- FAIL: BenchmarkA', '    a_test.go:9: got 3', 'FAIL'),
      '--- FAIL: BenchmarkA a_test.go:9: got 3',
    ],
    [
      'the Go compiler',
      failed('# a [a.test]', './a_test.go:7:2: undefined: parse', 'FAIL a [build failed]'),
      './a_test.go:7:2: undefined: parse',
    ],
    [
      'Node.js',
      failed(
        "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'a'",
        '    at b (c:1:2) {',
        '}',
        'Node.js v24.1.0',
      ),
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'a'",
    ],
    ['Vitest', failed('cannot resolve a', '⎯⎯⎯⎯[1/1]⎯'), 'cannot resolve a'],
    ['a program without such a line', failed('reading', 'no such table'), 'no such table'],
  ])('in a line is the error of %s', (_, problem, said) => {
    expect(problemInShort(problem)).toBe(`${first}: ${said}`)
  })

  it('in the comment has the error where it is far from the end, once', () => {
    expect(problemLines(pytest).split('\n').slice(0, 4)).toEqual([
      `${first}; its last output was:`,
      '…',
      "E   ModuleNotFoundError: No module named 'orjson'",
      '…',
    ])
    expect(problemLines(failed('a', 'b', 'c', 'd', 'e', 'Error: f')).match(/Error: f/g)).toHaveLength(1)
  })
})

describe('what stands in a list of suites', () => {
  it('is what failed, the error and the hints, without all else that was printed', () => {
    const hints = ['this is the candidate, commit 0123456789', 'it ran in a fresh checkout']
    const error = new MeasureError(pytest, 'candidate', 'it failed', hints)
    expect(problemOf(error).split('\n')).toEqual([
      `${first}: E   ModuleNotFoundError: No module named 'orjson'`,
      ...hints,
    ])
    expect(error.message.endsWith(hints.join('\n'))).toBe(true)
  })

  it('is the whole message where nothing was printed', () => {
    const message = 'it is in no known format; it begins with\nname value\nsay which format it is'
    expect(problemOf(new MeasureError(message, 'baseline'))).toBe(message)
  })
})
