// A large output is recognised by its ends, and by as much of the rest as another tool may have written.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { samplesFormat } from '../../src/formats/documents/samples.ts'
import { goBench } from '../../src/formats/go/bench.ts'
import { recogniseOutput } from '../../src/formats/output.ts'
import { recogniseFormat } from '../../src/formats/recognise.ts'
import { fixtures } from './fixtures.ts'

const rows = Array.from(
  { length: 300 },
  (_, i) => `BenchmarkLookup/size-${i}-8 \t${String(i + 1).padStart(8)}\t      12.5 ns/op\t       0 B/op\n`,
).join('')
const begin = `goos: linux\npkg: example.org/store\n${rows}`
const end = `${rows}PASS\nok  \texample.org/store\t12.3s\n`

const folder = new URL('fixtures/unread/', import.meta.url)
const unread = readdirSync(folder).map(file => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }))

/** A large file of Go with that text in the middle, as it is read. */
const among = (text: string) => ({
  source: 'results.txt',
  ends: `${begin}\n${end}`,
  chunks: () => [],
  text: () => `${begin}${text.trimEnd()}\n${end}`,
})

describe('a large output of Go', () => {
  it('is recognised', () => {
    expect(recogniseOutput(among(''))?.name).toBe('go')
  })

  it.each([...fixtures, ...unread])('with $file in its middle is what all of its text is', ({ text }) => {
    const output = among(text)
    expect(recogniseOutput(output)).toBe(recogniseFormat(output.text()))
  })

  it('is read by no format with the results of another tool in its middle', () => {
    const hyperfine = fixtures.find(
      ({ format, expected }) => format === 'hyperfine' && !expected.startsWith('REFUSED'),
    )
    expect(recogniseOutput(among(hyperfine?.text ?? ''))).toBeNull()
  })

  it('has nothing but empty lines in place of its rows', () => {
    expect(goBench.withoutOwn?.(rows).trim()).toBe('')
    expect(goBench.withoutOwn?.(`${rows}BenchmarkX-8 \tlost\n`).trim()).toBe('BenchmarkX-8 \tlost')
  })
})

describe('a large document of samples', () => {
  const numbers = Array.from({ length: 300 }, (_, i) => `${i}.5e-3`)
  const lists = [numbers.join(','), numbers.join(',\n    ')].map(list => `[[${list}], [${list}]]`)

  it.each(lists)('is looked at for other results without its numbers', runs => {
    const shorter = samplesFormat.withoutOwn?.(
      `{"schema": "stable-bench/samples@1", "runs": ${runs}, "unit": "ns"}`,
    )
    expect(shorter).toBe('{"schema": "stable-bench/samples@1", "runs": [[0.5e-3], [0.5e-3]], "unit": "ns"}')
  })
})
