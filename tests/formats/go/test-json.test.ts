import { describe, expect, it } from '@jest/globals'
import { goBench } from '../../../src/formats/go/bench.ts'
import { printed } from '../go-lines.ts'
import { refusal } from '../refusal.ts'

describe('go test -json', () => {
  const event = (Action: string, Package: string, fields = {}) =>
    JSON.stringify({ Action, Package, ...fields })
  const output = (name: string, Output: string) => event('output', name, { Output })
  const stream = (...events: string[]) => goBench.parse(`${events.join('\n')}\n`, 'go.json')

  it('is put together again from events that alternate between packages and split lines', () => {
    const { samples } = stream(
      event('start', 'a'),
      'go: downloading example.com/dependency v1.0.0',
      ...['pkg: a\n', 'BenchmarkX-8 \t'].map(text => output('a', text)),
      ...['pkg: b\n', 'BenchmarkX-8 \t     200\t'].map(text => output('b', text)),
      output('a', '     200\t         1 ns/op\nPASS\n'),
      output('b', '         2 ns/op\nPASS\n'),
      event('pass', 'a', { Elapsed: 1 }),
      event('pass', 'b', { Elapsed: 1 }),
    )
    expect(samples.map(({ name, runs }) => [name, runs])).toEqual([
      ['a.BenchmarkX', [[1]]],
      ['b.BenchmarkX', [[2]]],
    ])
  })

  it('is refused when the last event of a package is missing', () => {
    const run = event('run', 'a', { Test: 'BenchmarkX' })
    const done = event('pass', 'a', { Test: 'BenchmarkX' })
    expect(refusal(() => stream(run, output('a', printed('BenchmarkX')), done))).toBe(
      'go.json: looks truncated: the output of package a has no final result; was go test stopped? Run it again',
    )
  })

  it('is refused when an event is damaged', () => {
    expect(refusal(() => stream(event('start', 'a'), '{"Action":"output","Pa'))).toMatch(
      /^go\.json: looks truncated or damaged: line 2 is not an event of go test -json: /,
    )
  })
})
