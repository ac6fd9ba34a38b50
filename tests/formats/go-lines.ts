// Output of go test -bench for the tests, line by line.
import { goBench } from '../../src/formats/go/bench.ts'

export const parseLines = (...lines: string[]) => goBench.parse(`${lines.join('\n')}\n`, 'go.txt')

export const namesIn = (...lines: string[]) => parseLines(...lines).samples.map(sample => sample.name)

/** A line as go test prints it: the name padded, the iterations in eight columns. */
export const printed = (name: string, values = '       12.5 ns/op') => `${name}   \t     200\t${values}`

export const pkg = (name: string, ...lines: string[]) => [
  `pkg: ${name}`,
  ...lines,
  'PASS',
  `ok  \t${name}\t0.1s`,
]
