// mitata puts the arguments of a run into its name only where the name asks for them.
import { expect, it } from '@jest/globals'
import { mitata } from '../../../src/formats/javascript/mitata.ts'

const run = (name: string, args: object) => ({ name, args, stats: { kind: 'fn', samples: [1, 2] } })
const namesOf = (benchmarks: object[]) =>
  mitata
    .parse(JSON.stringify({ layout: [], benchmarks, context: {} }), 'm.json')
    .samples.map(({ name }) => name)

it('runs that differ in their arguments alone have these in their names, so that they are not paired by their order', () => {
  const runs = [run('sum', { a: 10, b: 1 }), run('sum', { a: 1000, b: 1 })]
  expect(namesOf([{ alias: 'sum', runs }])).toEqual(['sum (a=10, b=1)', 'sum (a=1000, b=1)'])
})

it('a name that has its arguments stays, and so does one without any', () => {
  expect(namesOf([{ alias: 'sum $a', runs: [run('sum 10', { a: 10 })] }])).toEqual(['sum 10'])
  expect(namesOf([{ alias: 'parse', runs: [run('parse', {})] }])).toEqual(['parse'])
})

it('runs that differ in lists of lists alone have what is in these in their names', () => {
  const runs = [
    run('m', {
      m: [
        [1, 0],
        [0, null],
      ],
    }),
    run('m', {
      m: [
        [2, 0],
        [0, null],
      ],
    }),
  ]
  expect(namesOf([{ alias: 'm', runs }])).toEqual(['m (m=1,0,0,)', 'm (m=2,0,0,)'])
})

it('before version 1 a benchmark is its own run, and its group a name', () => {
  const stats = { kind: 'fn', samples: [5, 6] }
  const failed = { name: 'bad', group: null, error: { message: 'boo', stack: 'Error: boo' } }
  const benchmarks = [{ name: 'a', group: null, stats }, { name: 'b', group: 'routes', stats }, failed]
  const text = JSON.stringify({ benchmarks, cpu: 'x', runtime: 'node' })
  const { samples, failures } = mitata.parse(text, 'm.json')
  expect(samples).toMatchObject([
    { name: 'a', unit: 'ns', runs: [[5, 6]] },
    { name: 'b', place: 'routes', unit: 'ns', runs: [[5, 6]] },
  ])
  expect(failures).toMatchObject([{ name: 'bad', reason: expect.stringContaining('boo') }])
})
