import { describe, expect, it } from '@jest/globals'
import { renderText } from '../../../src/report/text/comparison.ts'
import { displayWidth } from '../../../src/report/words/shorten-middle.ts'
import {
  comparison,
  hostileExample,
  inconclusiveExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
} from '../example-comparison.ts'
import { expectGolden } from '../golden.ts'
import { HOSTILE } from '../hostile-text.ts'

const plain = { colour: false }

describe('renderText', () => {
  it('shows every verdict with notes, warnings, facts and the headline last', () => {
    expectGolden('regression.txt', renderText(regressionExample(), { colour: false, width: 132 }))
  })

  it('drops p and then the interval in a narrow window, and shortens names', () => {
    expectGolden('regression-80-columns.txt', renderText(regressionExample(), { colour: false, width: 80 }))
  })

  it('shows a stored baseline with its sessions and machine', () => {
    expectGolden('stored.txt', renderText(storedExample(), plain))
  })

  it('says what inconclusive rows could have shown', () => {
    expectGolden('inconclusive.txt', renderText(inconclusiveExample(), plain))
  })

  it('says why nothing was established', () => {
    expectGolden('testbed-changed.txt', renderText(notEstablishedExample('testbed-changed'), plain))
  })

  it('makes hostile names harmless and visible', () => {
    expectGolden('hostile.txt', renderText(hostileExample(), plain))
  })

  it('lets no control or invisible character through', () => {
    const text = renderText(hostileExample(), plain)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  })

  it('starts no line with text of a user that could pass for its own', () => {
    const lines = renderText(hostileExample(), plain).split('\n')
    expect(lines.filter(line => line.startsWith('# heading') || line.startsWith('- item'))).toEqual([])
    expect(HOSTILE.some(text => text.includes('\n# heading'))).toBe(true)
  })

  it('writes colours only when asked to, and the same text', () => {
    const coloured = renderText(regressionExample(), { colour: true })
    const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
    expect(coloured.match(escapes)?.length).toBeGreaterThan(20)
    expect(coloured.replace(escapes, '')).toBe(renderText(regressionExample(), plain))
  })

  it('keeps the table within the window down to 80 columns', () => {
    for (const width of [80, 100, 120, 200]) {
      const lines = renderText(regressionExample(), { colour: false, width }).split('\n')
      const table = lines.slice(0, lines.indexOf('')).filter(line => !line.startsWith('    '))
      expect(table.length).toBe(regressionExample().rows.length + 1)
      for (const line of table) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    }
  })

  it('survives a comparison without rows', () => {
    const text = renderText(comparison([], { outcome: 'not-established', reason: 'nothing-compared' }), plain)
    expect(text).toMatch(/^baseline {3}4f1c2d9be0 on main/)
  })
})
