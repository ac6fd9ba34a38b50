// A large document that is read piece by piece says the same as one that is read as a whole, or is left to that.
import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import type { Format } from '../../../src/formats/format.ts'
import { formats } from '../../../src/formats/index.ts'
import { readLargeList } from '../../../src/formats/json/large-list.ts'
import { fixtures } from '../fixtures.ts'
import { mutated, mutations } from '../fuzz/mutations.ts'

function* pieces(bytes: Uint8Array, size: number): Generator<Buffer> {
  // One buffer for all, as a file is read.
  const buffer = Buffer.alloc(size)
  for (let at = 0; at < bytes.length; at += size) {
    const length = Buffer.from(bytes).copy(buffer, 0, at, at + size)
    yield buffer.subarray(0, length)
  }
}

const list = { key: 'list', keep: (each: Record<string, unknown>) => each }
const read = (text: string, size = 3) => readLargeList(pieces(Buffer.from(text), size), list)

describe('a document with one large list', () => {
  it.each([
    '{"a": 1, "list": [{"x": [1, {"y": "}]"}]}, {"x": "\\"]}"}], "b": {"list": [1]}}',
    '{"list":[]}',
    '{"list" : [ {} , {"ü": "é"} ] }\n',
    '{"b": [{"list": [{"not": "this"}]}], "list": [{"a": 1}]}',
  ])('is the same in pieces of any size: %s', text => {
    for (let size = 1; size < 40; size++) expect(read(text, size)).toEqual(JSON.parse(text))
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

type Large = Format & { large: NonNullable<Format['large']> }
const large = formats.filter((format): format is Large => format.large !== undefined)

describe('the readers of large outputs', () => {
  it.each(large.map(format => [format.name, format] as const))(
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
          const document = readLargeList(pieces(bytes, size), format.large)
          if (document === null) return
          isRead++
          const outcome = (parse: () => unknown) => {
            try {
              return parse()
            } catch (error) {
              return String(error)
            }
          }
          const whole = outcome(() => format.parse(Buffer.from(bytes).toString(), 'out'))
          expect(outcome(() => format.large.parse(document, 'out'))).toEqual(whole)
        },
      )
      fc.assert(property, { numRuns: 300 })
      expect(isRead).toBeGreaterThan(30)
    },
    60_000,
  )
})
