import { expect, it } from '@jest/globals'
import { runsRepeated } from '../../../src/job/doubts/job-warnings.ts'
import type { Repeat } from '../../../src/measure/runs/repeat-run.ts'

const repeats = (count: number): Repeat[] =>
  Array.from({ length: count }, (_, number) => ({
    planned: { side: 'candidate', kind: 'measured', number },
    kind: 'invalid',
    reason: 'busy',
  }))

it('ten repeated runs are one short line', () => {
  const [warning] = runsRepeated(repeats(10))
  expect(warning?.message).toMatch(
    /^10 runs were repeated: run 1 [^;]*\(busy\); run 2 [^;]*; run 3 [^;]* and 7 more$/,
  )
  expect(runsRepeated(repeats(1))[0]?.message).toMatch(/^one run was repeated: run 1 .*\(busy\)$/)
})
