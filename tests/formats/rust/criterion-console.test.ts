import { expect, it } from '@jest/globals'
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

it('the target of cargo tells equal names apart, where the output has it', () => {
  const running = (target: string) =>
    `     Running benches/${target}.rs (target/release/deps/${target}-0123456789abcdef)\n`
  const { samples } = parseCriterionConsole(`${running('io')}${sort}${running('cpu')}${sort}`, 'out.txt')
  expect(samples.map(({ name, place }) => `${place}: ${name}`)).toEqual(['io: sort/a', 'cpu: sort/a'])
})
