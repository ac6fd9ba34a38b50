// Captures of the real tools against what a person expects of them.
import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../src/formats/check-samples.ts'
import { formatNamed, formats } from '../../src/formats/index.ts'
import { recogniseFormat } from '../../src/formats/recognise.ts'
import { fixtures } from './fixtures.ts'
import { renderOutcome } from './render-parsed.ts'

describe.each(fixtures)('$format/$file', ({ format, file, text, expected }) => {
  it('is recognised as its own format and no other', () => {
    expect(recogniseFormat(text)?.name).toBe(format)
  })

  it('holds what the .expected file beside it says', () => {
    expect(renderOutcome(() => formatNamed(format).parse(text, file))).toBe(expected)
  })

  it('passes the check of its samples, unless it is refused', () => {
    const outcome = renderOutcome(() => checkSamples(formatNamed(format).parse(text, file), file))
    expect(outcome.startsWith('REFUSED')).toBe(expected.startsWith('REFUSED'))
  })

  it('gives nothing away of the machine it was captured on', () => {
    expect(text).not.toMatch(/\/(?:root|home|tmp|usr|work)\b|"host_name": "(?!host")/)
  })
})

it('every format has a capture that is read and one benchmark at least in it', () => {
  for (const { name } of formats) {
    const read = fixtures.filter(each => each.format === name && !each.expected.startsWith('REFUSED'))
    expect({ name, captures: read.length > 0 }).toEqual({ name, captures: true })
  }
})
