import { describe, expect, it } from '@jest/globals'
import { checkAnnotations } from '../../../src/action/publish/check-annotations.ts'
import { regressionExample } from '../../report/example-comparison.ts'

const place = { workflowPath: '.github/workflows/bench.yml' }

describe('the annotations of a check run', () => {
  it('are one for each row that fails, and for no other', () => {
    const all = checkAnnotations(regressionExample(), place, { prefix: 'json: ' })
    expect(all).toHaveLength(regressionExample().rows.filter(row => row.fails).length)
    expect(all).toContainEqual({
      path: place.workflowPath,
      message: 'json: json/stringify large (wall-time): +12.1 %',
      level: 'failure',
    })
  })

  it('only warn in shadow mode, and of numbers that a fork reports itself', () => {
    const { policy, ...example } = regressionExample()
    const shadow = checkAnnotations({ ...example, policy: { ...policy, shadow: true } }, { workflowPath: '' })
    const fork = checkAnnotations(regressionExample(), place, { warnOnly: true })
    for (const { level } of [...shadow, ...fork]) expect(level).toBe('warning')
    expect(shadow[0]?.path).toBe('.stable-bench.yml')
  })
})
