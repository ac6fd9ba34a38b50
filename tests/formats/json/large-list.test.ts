// A large document that is read piece by piece says the same as one that is read as a whole, or is left to that.
import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { decodeText } from '../../../src/formats/decode-text.ts'
import type { Format, Parsed } from '../../../src/formats/format.ts'
import { formats } from '../../../src/formats/index.ts'
import { readLargeList } from '../../../src/formats/json/large-list.ts'
import { InputError } from '../../../src/model/index.ts'
import { fixtures } from '../fixtures.ts'
import { mutated, mutations } from '../fuzz/mutations.ts'
import { pieces } from '../pieces.ts'

/** The document with the elements in it again. */
function read(text: string, size = 3): object | null {
  const list: object[] = []
  const document = readLargeList(pieces(Buffer.from(text), size), 'list', each => list.push(each))
  return document && { ...document, list }
}

describe('a document with one large list', () => {
  it.each([
    '{"a": 1, "list": [{"x": [1, {"y": "}]"}]}, {"x": "\\"]}"}], "b": {"list": [1]}}',
    '{"list":[]}',
    '{"list" : [ {} , {"ü": "é"} ] }\n',
    '{"b": [{"list": [{"not": "this"}]}], "list": [{"a": 1}]}',
  ])('is the same in pieces of any size: %s', text => {
    for (let size = 1; size < 40; size++) expect(read(text, size)).toEqual(JSON.parse(text))
  })

  it('is left to others where an element is refused', () => {
    const refuse = () => {
      throw new InputError('not this one')
    }
    expect(readLargeList(pieces(Buffer.from('{"list": [{}]}'), 3), 'list', refuse)).toBeNull()
  })

  it.each([
    ['no list', '{"a": 1}'],
    ['something else in it', '{"list": [{"a": 1}, 0]}'],
    ['two of them', '{"list": [{"a": 1}], "list": [{"a": 2}]}'],
    ['a list that is nested', '{"list": [[{"a": 1}]]}'],
    ['NaN', '{"list": [{"a": NaN}]}'],
    ['text before it', 'Running\n{"list": [{"a": 1}]}'],
    ['a missing comma', '{"list": [{"a": 1} {"a": 2}]}'],
    ['no end', '{"list": [{"a": 1}, {"a": 2}'],
    ['nothing', ''],
  ])('is left to others with %s', (_, text) => {
    expect(read(text)).toBeNull()
  })
})

type Streamed = Format & { stream: NonNullable<Format['stream']> }
const streamed = formats.filter((format): format is Streamed => format.stream !== undefined)

describe('the readers of large outputs', () => {
  it.each(streamed.map(format => [format.name, format] as const))(
    '%s gives what it gives of a whole text',
    (name, format) => {
      const own = fixtures.filter(each => each.format === name && each.text.trimStart().startsWith('{'))
      let isRead = 0
      const property = fc.property(
        fc.constantFrom(...own),
        fc.array(mutations, { maxLength: 2 }),
        fc.integer({ min: 1, max: 5000 }),
        ({ text }, all, size) => {
          const bytes = mutated(text, all)
          const outcome = (parse: () => Parsed | null) => {
            try {
              return parse()
            } catch (error) {
              if (error instanceof InputError) return error.message
              throw error
            }
          }
          const inPieces = outcome(() => format.stream(pieces(bytes, size), 'out'))
          if (inPieces === null) return
          isRead++
          expect(inPieces).toEqual(outcome(() => format.parse(decodeText(bytes), 'out')))
        },
      )
      fc.assert(property, { numRuns: 300 })
      expect(isRead).toBeGreaterThan(30)
    },
    60_000,
  )
})
