import { describe, expect, it } from '@jest/globals'
import { assertTemplate, fillTemplate } from '../../../src/measure/runs/side-command.ts'

const plain = { benchmarks: [], delta: 0, layouts: 0, throughShell: false }

describe('a command template', () => {
  it('gets name and count at every placeholder', () => {
    const argv = ['./bench', '--only={benchmark}', '{n}', '{n}{n}']
    expect(fillTemplate(argv, { benchmark: 'sort', n: 3, layout: null, port: null })).toEqual([
      './bench',
      '--only=sort',
      '3',
      '33',
    ])
  })

  it('gets the layout of the run', () => {
    const argv = ['./bench.{layout}', '--seed', '{layout}']
    expect(fillTemplate(argv, { benchmark: null, n: null, layout: 77, port: null })).toEqual([
      './bench.77',
      '--seed',
      '77',
    ])
  })

  it('stays as it is without values', () => {
    const argv = ['xargs', '-I{n}', 'echo', '{n}']
    expect(fillTemplate(argv, { benchmark: null, n: null, layout: null, port: null })).toEqual(argv)
    expect(() => assertTemplate(argv, plain)).not.toThrow()
  })

  it('does not interpret replacement patterns of JavaScript', () => {
    expect(fillTemplate(['{benchmark}'], { benchmark: '$&', n: null, layout: null, port: null })).toEqual([
      '$&',
    ])
  })

  it.each([
    [
      'names without a place',
      ['./bench'],
      { ...plain, benchmarks: ['a'] },
      /benchmarks: .*put \{benchmark\} into/,
    ],
    ['a place without names', ['./b', '{benchmark}'], plain, /holds \{benchmark\}; list what it stands for/],
    ['a count without a place', ['./bench'], { ...plain, delta: 5 }, /delta: .*put \{n\} into/],
    [
      'layouts without a place',
      ['./bench'],
      { ...plain, layouts: 20 },
      /layouts: .*which build it runs; put \{layout\} into/,
    ],
    [
      'layouts of a service without a place in its command',
      ['./load', '{layout}'],
      { ...plain, layouts: 20, service: './srv {port}' },
      /which build it runs/,
    ],
    [
      'a place without layouts in the command of a service',
      ['./load'],
      { ...plain, service: './srv.{layout} {port}' },
      /holds \{layout\}/,
    ],
    ['a place without layouts', ['./b.{layout}'], plain, /holds \{layout\}; say how many builds/],
    ['a name twice', ['{benchmark}'], { ...plain, benchmarks: ['a', 'b', 'a'] }, /'a' is listed twice/],
    [
      'a name that bash would run',
      ['{benchmark}'],
      { ...plain, benchmarks: ['a;b'], throughShell: true },
      /'a;b' holds a character that is special in bash/,
    ],
  ])('refuses %s', (_, argv, inputs, message) => {
    expect(() => assertTemplate(argv, inputs)).toThrow(message)
  })

  it('takes any name when no shell reads it', () => {
    expect(() => assertTemplate(['{benchmark}'], { ...plain, benchmarks: ['a;b', 'x<int>'] })).not.toThrow()
  })
})
