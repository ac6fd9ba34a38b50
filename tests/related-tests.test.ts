// What `npm run quick` runs for a change.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const script = fileURLToPath(new URL('related-tests.sh', import.meta.url))
const relatedTo = (...changed: string[]) =>
  execFileSync('bash', [script], { input: changed.join('\n'), encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

describe('the unit tests of a change', () => {
  it('are those of the folder that mirrors its folder, and those of its name', () => {
    const found = relatedTo('src/stats/series/hampel.ts')
    expect(found).toContain('tests/stats/series/hampel.test.ts')
    expect(found).toContain('tests/stats/series/step-search.test.ts')
    expect(found).not.toContain('tests/stats/remembered.test.ts')
  })

  it('are those of the nearest folder above where its own has none', () => {
    expect(relatedTo('tests/formats/fixtures/my-tool/my-tool-1.0.txt')).toContain(
      'tests/formats/fixtures.test.ts',
    )
    expect(relatedTo('src/formats/zig/zbench.ts')).toContain('tests/formats/fixtures.test.ts')
  })

  it('are changed tests themselves, but none that needs the built action, and none for a page', () => {
    const changed = [
      'tests/units.test.ts',
      'tests/workflows/gating.test.ts',
      'tests/gone.test.ts',
      'README.md',
    ]
    expect(relatedTo(...changed)).toEqual(['tests/units.test.ts'])
    expect(relatedTo()).toEqual([])
  })
})
