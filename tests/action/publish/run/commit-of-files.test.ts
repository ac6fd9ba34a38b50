import { expect, it } from '@jest/globals'
import { commitOfFiles } from '../../../../src/action/publish/run/commit-of-files.ts'

const read = (changed: string[] | null) =>
  commitOfFiles({ base: 'the base', head: 'the head', changed }, 'perf/bench.conf')

it('reads the files that measure a pull request only where it may change one of them', () => {
  expect(read([])).toBe('the base')
  expect(read(['src/index.ts', 'README.md'])).toBe('the base')
  expect(read(['src/index.ts', '.github/workflows/bench.yml'])).toBe('the head')
  expect(read(['.github/actions/bench/action.yaml'])).toBe('the head')
  // A link may lead there.
  expect(read(['shared/Measured.YML'])).toBe('the head')
  expect(read(['perf/bench.conf'])).toBe('the head')
  expect(read(null)).toBe('the head')
})
