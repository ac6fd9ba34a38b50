import { expect, it } from '@jest/globals'
import { recogniseFormat } from '../../../src/formats/recognise.ts'
import { parseCriterionConsole } from '../../../src/formats/rust/criterion-console.ts'

const sort = 'sort/a                  time:   [22.364 ns 28.000 ns 35.338 ns]\n'

it('a time that lacks a number is refused, so that its benchmark is not lost', () => {
  const text = `fib 20                  time:   [ ps 923.82 ps 1.0641 ns]\n${sort}`
  expect(() => parseCriterionConsole(text, 'out.txt')).toThrow(
    'out.txt, line 1: three times in brackets expected',
  )
})

it('changes against an earlier run are no times', () => {
  const change = '                 time:   [-1.2000% -0.8000% +0.1000%] (p = 0.04 < 0.05)\n'
  expect(parseCriterionConsole(`${sort}                 change:\n${change}`, 'out.txt').samples).toHaveLength(
    1,
  )
})

it.each(['ps', 'ns', 'us', 'µs', 'ms', 's'])('times in %s are read, beside those of another unit', unit => {
  const slow = `parse                   time:   [1.2000 ${unit} 1.3000 ${unit} 1.4000 ${unit}]\n`
  const { samples } = parseCriterionConsole(slow + sort, 'out.txt')
  expect(samples.map(({ name, unit: own, runs }) => [name, own, runs])).toEqual([
    ['parse', unit, [[1.3]]],
    ['sort/a', 'ns', [[28]]],
  ])
})

it('benchmarks that run after unit tests are found', () => {
  const tests =
    'running 1 test\ntest a ... ignored\n\ntest result: ok. 0 passed; 0 failed; 1 ignored; 0 measured\n\n'
  const slow = 'a long name of a benchmark\n                        time:   [5.6 ms 5.7 ms 1.2 s]\n'
  expect(recogniseFormat(tests + slow)?.parse(tests + slow, 'out.txt').samples).toMatchObject([
    { name: 'a long name of a benchmark' },
  ])
})

it('the target of cargo tells equal names apart, where the output has it', () => {
  const running = (target: string) =>
    `     Running benches/${target}.rs (target/release/deps/${target}-0123456789abcdef)\n`
  const { samples } = parseCriterionConsole(`${running('io')}${sort}${running('cpu')}${sort}`, 'out.txt')
  expect(samples.map(({ name, place }) => `${place}: ${name}`)).toEqual(['io: sort/a', 'cpu: sort/a'])
})
