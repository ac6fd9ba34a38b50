// Damaged captures: half of a result must never pass for all of it, and nothing may crash a parser.
import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../src/formats/check-samples.ts'
import type { Parsed } from '../../src/formats/format.ts'
import { formatNamed, formats } from '../../src/formats/index.ts'
import { tolerantJson } from '../../src/formats/json/tolerant.ts'
import { recogniseFormat } from '../../src/formats/recognise.ts'
import { InputError } from '../../src/model/index.ts'
import { type Fixture, fixtures, isEndless } from './fixtures.ts'

const readable = fixtures.filter(fixture => !fixture.expected.startsWith('REFUSED'))
const json = readable.filter(({ text }) => /^(?:\{|\[(?![A-Z]))/m.test(text))
const lines = readable.filter(fixture => !json.includes(fixture) && !isEndless(fixture))

/** Null stands for a refusal; anything but an InputError fails the test. */
function parsed({ format, file }: Pick<Fixture, 'format' | 'file'>, text: string): Parsed | null {
  try {
    return checkSamples(formatNamed(format).parse(text, file), file)
  } catch (error) {
    if (error instanceof InputError) return null
    throw error
  }
}

function* cuts({ text }: Fixture): Generator<string> {
  for (let part = 1; part < 50; part++) yield text.slice(0, Math.floor((text.length * part) / 50))
}

/** A linear congruential generator (Numerical Recipes): the same damage in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const pieces = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '\\',
    '\n',
    '\t',
    ' ',
    '\0',
    '\uFEFF',
    '\uD800',
    'NaN',
    '-',
    '1e999',
  ],
  ...[
    'null',
    '"times":',
    '"results":',
    '"benchmarks":',
    'Benchmark',
    'BenchmarkX-8 \t',
    '     200\t  1 ns/op',
    '-8',
  ],
  ...[
    'pkg: x\n',
    'FAIL\n',
    'PASS\n',
    '--- FAIL: BenchmarkX\n',
    'Unit x better=higher\n',
    '{"Action":"output"}\n',
  ],
]

function damaged(text: string, random: (below: number) => number): string {
  let result = text
  for (let count = 1 + random(4); count > 0; count--) {
    const at = random(result.length + 1)
    const piece = pieces[random(pieces.length)] ?? ''
    result = result.slice(0, at) + piece + result.slice(at + random(random(2) === 0 ? 3 : 200))
  }
  return result
}

const strange = [
  ...['null', 'true', '""', '"text"', '-1', '1e308', '{}', '[]', '[[]]', '{"length": 3}', '{"name": {}}'],
  ...['{"toString": 1, "valueOf": 1}', `${'['.repeat(2e4)}${']'.repeat(2e4)}`],
]

/** Puts a mark in the place of one value, found by a random walk from the top. */
function markOne(node: unknown, random: (below: number) => number): void {
  if (typeof node !== 'object' || node === null) return
  const fields = node as Record<string, unknown>
  const keys = Object.keys(fields)
  const key = keys[random(keys.length)]
  if (key === undefined) return
  const child = fields[key]
  const isLeaf = typeof child !== 'object' || child === null
  if (isLeaf || random(6) === 0) fields[key] = 'STRANGE'
  else markOne(child, random)
}

describe('a capture cut off at every fiftieth of its length', () => {
  it.each(json.filter(fixture => !isEndless(fixture)))('is refused: $format/$file', fixture => {
    const whole = parsed(fixture, fixture.text)
    expect(whole).not.toBeNull()
    for (const text of cuts(fixture)) {
      // Where only white space or a closing message is missing, the result is whole.
      const result = parsed(fixture, text)
      if (result !== null) expect(result).toEqual(whole)
    }
  })

  it.each(lines)('is refused, fails or warns: $format/$file', fixture => {
    const whole = parsed(fixture, fixture.text)
    for (const text of cuts(fixture)) {
      const result = parsed(fixture, text)
      if (result === null) continue
      const noticed =
        result.failures.length > 0 || result.warnings.some(warning => warning.code.endsWith('-no-end'))
      if (!noticed) expect(result).toEqual(whole)
    }
  })
})

describe('input that is damaged at random', () => {
  it.each(readable)('is read or refused: $format/$file', fixture => {
    const { text } = fixture
    const random = randomNumbers(text.length)
    for (let round = 0; round < 60; round++) {
      const input = damaged(text, random)
      recogniseFormat(input)
      parsed(fixture, input)
    }
  })

  it.each(json.filter(({ format }) => format !== 'go'))(
    'is read or refused whatever its values: $format/$file',
    fixture => {
      const { text } = fixture
      const random = randomNumbers(text.length)
      // Read once as a tool writes it, then by the faster parser.
      const plain = JSON.stringify(tolerantJson(text, 'capture'))
      for (let round = 0; round < 60; round++) {
        const document = JSON.parse(plain)
        markOne(document, random)
        const value = strange[random(strange.length)] ?? ''
        parsed(
          fixture,
          JSON.stringify(document).replace('"STRANGE"', () => value),
        )
      }
    },
  )

  const random = randomNumbers(7)
  const nonsense = Array.from({ length: 300 }, () =>
    Array.from({ length: random(40) }, () => pieces[random(pieces.length)]).join(''),
  )

  it('is no reason to fail for whoever looks for its format', () => {
    for (const input of nonsense) expect(() => recogniseFormat(input)).not.toThrow()
  })

  it.each(formats.map(format => format.name))('is read or refused by %s though it makes no sense', format => {
    for (const input of nonsense) parsed({ format, file: 'damaged' }, input)
  })
})
