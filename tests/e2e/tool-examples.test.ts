// The examples of tools run for real: built, measured in two versions, compared and judged. The others run at night
// (npm run test:examples).
import { describe, expect, it } from '@jest/globals'
import { isInstalled, judged } from './tool-example.ts'

type Example = { example: string; needs: string[]; benchmark: string }

const always: Example[] = [{ example: 'hyperfine', needs: ['hyperfine'], benchmark: './words.sh text.txt' }]

const nightly: Example[] = [
  { example: 'tinybench', needs: ['npm'], benchmark: 'count' },
  { example: 'pyperf', needs: ['python3'], benchmark: 'count' },
  { example: 'go', needs: ['go'], benchmark: 'example.com/words.BenchmarkCount' },
  { example: 'criterion', needs: ['cargo'], benchmark: 'count' },
  { example: 'divan', needs: ['cargo'], benchmark: 'words/count' },
  { example: 'pytest-benchmark', needs: ['python3'], benchmark: 'test_words.py::test_count' },
  { example: 'google-benchmark', needs: ['g++', 'make'], benchmark: 'Count' },
  { example: 'catch2', needs: ['g++', 'make'], benchmark: 'words/count' },
  { example: 'jmh', needs: ['mvn', 'java'], benchmark: 'com.example.WordsBenchmark.count' },
  { example: 'mitata', needs: ['npm'], benchmark: 'count' },
  { example: 'vitest', needs: ['npm'], benchmark: 'words.bench.mjs > count' },
]

const chosen = process.env.STABLE_BENCH_EXAMPLES === 'all' ? [...always, ...nightly] : always

describe.each(chosen)('examples/$example', ({ example, needs, benchmark }) => {
  const test = isInstalled(...needs) ? it : it.skip

  test(`finds that it is ten times as slow (needs ${needs.join(' and ')})`, async () => {
    const { code, stdout, stderr } = await judged(example)
    expect({ code, stderr: code === 2 ? '' : stderr, stdout: code === 2 ? '' : stdout }).toEqual({
      code: 2,
      stderr: '',
      stdout: '',
    })
    expect(stdout).toMatch(new RegExp(`^${benchmark} .* regression`, 'm'))
    expect(stdout).toMatch(/^✗ \S.* is .* slower$/m)
  }, 1_800_000)
})
