import { describe, expect, it } from '@jest/globals'
import { readFlags } from '../../src/cli/flags.ts'

const tuned = (...args: string[]) => readFlags('run', [...args, '--', 'bench']).values['require-tuned']

describe('a boolean flag', () => {
  it.each([
    [true, ['--require-tuned']],
    [true, ['--require-tuned', 'true']],
    [true, ['--require-tuned=true']],
    [true, ['--require-tuned', '--runs', '5']],
    [false, ['--require-tuned', 'false']],
    [false, ['--require-tuned=false']],
    [false, ['--require-tuned', '']],
    [false, []],
  ])('is %s for %j', (value, args) => {
    expect(tuned(...args)).toBe(value)
  })

  it('leaves a command behind -- alone', () => {
    const { values, words } = readFlags('run', ['--require-tuned', '--', 'false', '--lock-memory'])
    expect([values['require-tuned'], values['lock-memory'], words]).toEqual([
      true,
      false,
      ['false', '--lock-memory'],
    ])
  })

  it('ends a list of files', () => {
    const { values } = readFlags('compare', ['--baseline', 'a', 'b', '--require-tuned', '--candidate', 'c'])
    expect([values.baseline, values['require-tuned'], values.candidate]).toEqual([['a', 'b'], true, ['c']])
  })

  it('refuses other words, and to be given twice', () => {
    expect(() => tuned('--require-tuned=yes')).toThrow("--require-tuned must be true or false, got 'yes'")
    expect(() => tuned('--require-tuned', 'yes')).toThrow("unexpected argument 'yes'")
    expect(() => tuned('--require-tuned', '--require-tuned')).toThrow('--require-tuned is given twice')
  })
})

describe('--duet', () => {
  const duet = (...args: string[]) => readFlags('ab', ['./old', './new', ...args]).values.duet

  it('is on by itself, and may be off, or left to ab, as it is by default', () => {
    expect([duet('--duet'), duet('--duet', 'false'), duet('--duet', 'auto'), duet()]).toEqual([
      true,
      false,
      'auto',
      'auto',
    ])
    expect(readFlags('ab', ['--duet', './old', './new']).values).toMatchObject({
      duet: true,
      'baseline-command': './old',
    })
  })

  it('names all that it takes', () => {
    expect(() => duet('--duet=yes')).toThrow("--duet must be true, auto or false, got 'yes'")
  })
})
