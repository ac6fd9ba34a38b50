// Tools colour what they print where they believe that a person reads it: under FORCE_COLOR, in a job's log, or with grep.
import { describe, expect, it } from '@jest/globals'
import { readOutput } from '../../src/files/session-file.ts'
import { textOutput } from '../../src/formats/output.ts'
import { findOnStderr } from '../../src/formats/recognise.ts'
import { type Fixture, fixtures } from './fixtures.ts'

const texts = fixtures.filter(
  ({ text, expected }) => !expected.startsWith('REFUSED') && !/^\s*[[{<]/.test(text) && text.length < 100_000,
)

/** A colour around each line, and what `grep --color` and progress bars print besides. */
const coloured = (text: string) =>
  text.replaceAll(/^(?=.)(.*?)(\r?)$/gm, '\u001b[1;32m\u001b[K$1\u001b[0m\u001b[K$2')

const rowsOf = ({ text, file }: Fixture) => readOutput(textOutput(text, file), null)

describe.each(texts)('$format/$file', fixture => {
  it('says the same in colours', () => {
    const inColours = { ...fixture, text: coloured(fixture.text) }
    expect(rowsOf(inColours)).toEqual(rowsOf(fixture))
  })
})

it('a JSON document after a coloured line, and before one, is read', () => {
  const json = '{"results":[{"command":"a","median":1,"user":0,"system":0,"times":[1],"exit_codes":[0]}]}'
  const { samples } = readOutput(
    textOutput(
      `\u001b[32mstarting [1]\u001b[m\n\u001b[1m${json}\u001b[m\n\u001b[0;36m 3\u001b[m\u001b[m`,
      'x',
    ),
    null,
  )
  expect(samples.map(({ name }) => name)).toEqual(['a'])
})

it('an address behind a link of the terminal is no part of a name', () => {
  const link = (text: string) => `\u001b]8;;https://example.com/a\u0007${text}\u001b]8;;\u0007`
  const { samples } = readOutput(
    textOutput(`BenchmarkParse${link('/small')}-8 \t 100 \t 12 ns/op\n`, 'x'),
    null,
  )
  expect(samples.map(({ name }) => name)).toEqual(['BenchmarkParse/small'])
})

it('results in colours on the standard error are seen', () => {
  expect(findOnStderr('\u001b[32mBenchmarkParse-8 \t 100 \t 12 ns/op\u001b[0m\n')?.tool).toContain('go test')
})
