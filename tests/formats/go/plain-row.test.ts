import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { plainRows } from '../../../src/formats/go/plain-row.ts'
import { readGoLine } from '../../../src/formats/go/result-line.ts'

const folder = new URL('../fixtures/go/', import.meta.url)
const lines = readdirSync(folder).flatMap(file => readFileSync(new URL(file, folder), 'utf8').split('\n'))

const isPlain = (line: string) => plainRows(`${line}\n`)(0) !== null

describe('a row of go test that nothing has disturbed', () => {
  it('is read as any other line is', () => {
    const plain = lines.filter(isPlain)
    for (const line of plain) {
      const row = plainRows(`before\n${line}\nafter`)(7)
      const { name, values } = readGoLine(line) ?? {}
      expect(row).toEqual({ name, ...values, end: 8 + line.length })
    }
    expect(plain.length).toBeGreaterThan(30)
  })

  it.each([
    ['without an end', 'BenchmarkX-8 \t     100\t  2.9 ns/op', false],
    ['of Windows', 'BenchmarkX-8 \t     100\t  2.9 ns/op\r\n', false],
    ['of a name that only begins so', 'Benchmarking \t     100\t  2.9 ns/op\n', false],
    ['with a name in another alphabet', 'BenchmarkÄ-8 \t     100\t  2.9 ns/op\n', false],
    ['whose count is narrower than go test prints it', 'BenchmarkX-8 \t 100\t  2.9 ns/op\n', false],
    ['without iterations', 'BenchmarkX-8 \t       0\t  2.9 ns/op\n', false],
    ['with a value that is no plain number', 'BenchmarkX-8 \t     100\t  NaN ns/op\n', false],
    ['with output between its cells', 'BenchmarkX-8 \tloading     100\t  2.9 ns/op\n', false],
    ['with eight values', `BenchmarkX-8 \t     100${'\t 1 a/op'.repeat(8)}\n`, true],
    [
      'with nine values, which is left to the other reader',
      `BenchmarkX-8 \t     100${'\t 1 a/op'.repeat(9)}\n`,
      false,
    ],
  ])('is told from a line %s', (_, text, isRow) => {
    expect(plainRows(text)(0) !== null).toBe(isRow)
  })
})
