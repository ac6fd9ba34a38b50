// What happens to the output of benchmark tools: it is cut, broken, edited, saved by an editor of another system. A
// mutation is plain data, so that fast-check can show it and make it smaller.
import * as fc from 'fast-check'

/** `place` is a share of the text: it stays where it is when a text is another one. */
type Place = { place: number }

export type Mutation =
  | ({ kind: 'cut' } & Place)
  | ({ kind: 'flip'; bit: number } & Place)
  | ({ kind: 'drop line' | 'repeat line' } & Place)
  | ({ kind: 'number'; value: string } & Place)
  | ({ kind: 'nest'; depth: number; bracket: string } & Place)
  | { kind: 'encode'; as: Encoding }

type Encoding = 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'crlf' | 'as it is'

/** Not finite, negative, too large, no number, and what a sloppy tool prints. */
const values = [
  'NaN',
  '-NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '-1',
  '-0',
  '1e308',
  '0',
  'null',
  '""',
  '"1,5"',
  '1,5',
  '',
]

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** How the same text may be saved: it must be read as before. */
export const encodings = fc.record({
  kind: fc.constant('encode' as const),
  as: fc.constantFrom<Encoding>('utf-8 with mark', 'utf-16le', 'utf-16be', 'crlf', 'as it is'),
})

export const cuts = fc.record({ kind: fc.constant('cut' as const), place })

export const numbers = fc.record({
  kind: fc.constant('number' as const),
  value: fc.constantFrom(...values),
  place,
})

export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  cuts,
  numbers,
  encodings,
  fc.record({ kind: fc.constant('flip' as const), bit: fc.nat(7), place }),
  fc.record({ kind: fc.constantFrom('drop line' as const, 'repeat line' as const), place }),
  fc.record({
    kind: fc.constant('nest' as const),
    depth: fc.constantFrom(2, 100, 1001, 20_000),
    bracket: fc.constantFrom('[', '{"a":', '<a>', '(', '"'),
    place,
  }),
)

const at = (length: number, share: number) => Math.floor(length * share)

/** The last number before the place, or the first one after it. */
const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi

function withNumber(text: string, { place: share, value }: { place: number; value: string }): string {
  const found = [...text.matchAll(NUMBER)]
  const number = found[at(found.length, share)]
  return number ? text.slice(0, number.index) + value + text.slice(number.index + number[0].length) : text
}

function withLines(text: string, share: number, change: (line: string) => string[]): string {
  const lines = text.split('\n')
  const index = at(lines.length, share)
  return lines.flatMap((line, i) => (i === index ? change(line) : [line])).join('\n')
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16()
}

function encoded(text: string, as: Encoding): Buffer {
  if (as === 'utf-8 with mark') return Buffer.from(`\uFEFF${text}`)
  if (as === 'crlf') return Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'))
  if (as === 'as it is') return Buffer.from(text)
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return as === 'utf-16le' ? bytes : swapped(bytes)
}

function mutatedOnce(bytes: Buffer, mutation: Mutation): Buffer {
  const text = bytes.toString()
  switch (mutation.kind) {
    case 'cut':
      return bytes.subarray(0, at(bytes.length, mutation.place))
    case 'flip': {
      const copy = Buffer.from(bytes)
      const index = at(bytes.length, mutation.place)
      if (copy.length > 0) copy[index] = (copy[index] ?? 0) ^ (1 << mutation.bit)
      return copy
    }
    case 'drop line':
      return Buffer.from(withLines(text, mutation.place, () => []))
    case 'repeat line':
      return Buffer.from(withLines(text, mutation.place, line => [line, line]))
    case 'number':
      return Buffer.from(withNumber(text, mutation))
    case 'nest': {
      const index = at(text.length, mutation.place)
      return Buffer.from(text.slice(0, index) + mutation.bracket.repeat(mutation.depth) + text.slice(index))
    }
    case 'encode':
      return encoded(text, mutation.as)
  }
}

/** The text's bytes after all of them, one after the other. */
export const mutated = (text: string, all: Mutation[]): Uint8Array =>
  all.reduce<Buffer>(mutatedOnce, Buffer.from(text))
