import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { storedRequest } from '../../src/compare/comparison-request.ts'
import { defaultPolicy } from '../../src/model/index.ts'
import { parseConfig } from '../../src/policy/config-file.ts'
import { gatingPolicy } from '../../src/policy/make-policy.ts'
import { unmatchedEntries } from '../../src/policy/unmatched-entries.ts'
import { sample, session } from '../compare/session.ts'

const values = [100, 101, 99, 100, 100]
const inputs = {
  band: 0.02,
  alpha: 0.01,
  'fail-on': 'never',
  'fail-threshold': 0,
  'require-tuned': false,
} as const

/** What is said of a configuration where `old` became `new`, and `parse/json` is as it was. */
function saidOf(text: string, suggested = defaultPolicy.rules): string[] {
  const policy = gatingPolicy(inputs, parseConfig(text, 'c.yml'), { today: '2026-11-20', suggested })
  const side = (...names: string[]) => session(names.map(name => sample(name, values)))
  const sides = [[side('parse/json', 'old')], [side('parse/json', 'new')]] as const
  const comparison = compareSessions(storedRequest([...sides[0]], [...sides[1]], { policy }))
  return unmatchedEntries(comparison, suggested).map(({ message }) => message)
}

describe('entries of the configuration that match no row', () => {
  it('are listed in one warning, with the list that they are in', () => {
    expect(
      saidOf(`
rows:
  - { benchmark: 'prase/*', band: 1% }
  - { metric: p99, band: 1% }
  - { benchmark: 'parse/*', metric: time, band: 1% }
waivers:
  - { benchmark: gone, missing: true, expires: 2026-12-31, reason: r }
renamed:
  - { from: a, to: b }
`),
    ).toEqual([
      "these entries of the configuration match no row here: rows 'prase/*', rows 'p99', waivers 'gone', renamed 'b'; " +
        'check the names, unless they are of another suite',
    ])
  })

  it('are none where each of them names something', () => {
    expect(saidOf('')).toEqual([])
    expect(
      saidOf(`
rows: [{ metric: 'ti*', band: 1% }, { benchmark: old, band: 1% }]
renamed: [{ from: old, to: new }]
waivers: [{ benchmark: new, ceiling: 5%, expires: 2026-12-31, reason: r }]
`),
    ).toEqual([])
  })

  it('are those that somebody wrote, not those of a calibration', () => {
    expect(saidOf('', [{ benchmark: 'gone', metric: 'time', band: 0.1 }])).toEqual([])
  })

  it('are cut to a short list', () => {
    const rows = Array.from({ length: 8 }, (_, i) => `{ benchmark: ${'x'.repeat(100)}${i}, band: 1% }`)
    const [said = ''] = saidOf(`rows: [${rows.join(', ')}]`)
    expect(said).toMatch(/ and 3 more;/)
    expect(said.length).toBeLessThan(500)
  })
})
