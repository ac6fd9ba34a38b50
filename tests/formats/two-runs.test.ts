// A command may print the output of one tool twice, and files may be joined: neither run is dropped without a word.
import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../src/formats/check-samples.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { ownNames } from '../../src/formats/tell-apart.ts'
import { fixtures } from './fixtures.ts'

/** Points of k6 are of one run: several-documents.test.ts. */
const isJoined = ({ format, file }: (typeof fixtures)[number]) => format === 'k6' && file.startsWith('points')

const read = fixtures.filter(each => !each.expected.startsWith('REFUSED') && !isJoined(each))

function measurements({ format, file }: (typeof fixtures)[number], text: string) {
  const named = formatNamed(format)
  const { samples } = checkSamples(ownNames(named.parse(text, file), named), file)
  return samples.map(({ runs }) => runs.flat().length).reduce((sum, count) => sum + count, 0)
}

describe('the output of two runs in one is refused or counted as two', () => {
  it.each(read)('$format/$file', fixture => {
    const once = measurements(fixture, fixture.text)
    let twice: number | string
    try {
      twice = measurements(fixture, `${fixture.text.trimEnd()}\n\n${fixture.text}`)
    } catch (error) {
      twice = (error as Error).message
    }
    if (typeof twice === 'number') expect(twice).toBe(2 * once)
    else expect(twice).toMatch(/twice|more than one/)
  })
})
