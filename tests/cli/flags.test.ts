import { describe, expect, it } from '@jest/globals'
import { readFlags } from '../../src/cli/flags.ts'
import type { Command } from '../../src/inputs/input.ts'

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

it('bisect takes one range', () => {
  expect(readFlags('bisect', ['v1..main', '--', 'make']).values.range).toBe('v1..main')
  expect(() => readFlags('bisect', ['v1..main', 'more', '--', 'make'])).toThrow(
    "bisect: takes one range, got 'v1..main' 'more'",
  )
})

describe('flags that make no sense', () => {
  it.each<[string, Command, string[], RegExp]>([
    [
      'a flag of another command',
      'run',
      ['--max-runs', '9', '--', 'true'],
      /--max-runs for 'run'; it is one of ab/,
    ],
    [
      'three files',
      'compare',
      ['a', 'b', 'c'],
      /takes the baseline and the candidate, got 'a' 'b' 'c'; give both: compare OLD NEW, or several/,
    ],
    ['a side twice', 'compare', ['a', '--baseline', 'c'], /got 'a' besides --baseline or --candidate/],
    [
      'an unknown flag',
      'run',
      ['--run', '5', '--', 'true'],
      /unknown flag --run for 'run'; did you mean --runs\?/,
    ],
    [
      'an unknown flag that is like no other',
      'trend',
      ['history', '--algorithm', 'otava'],
      /unknown flag --algorithm for 'trend'; it takes .*--since/,
    ],
    [
      'runs that are no number',
      'run',
      ['--runs', '1e1', '--', 'true'],
      /^--runs must be auto, or a whole number .* got '1e1'$/,
    ],
    ['a flag without its value', 'run', ['--runs'], /--runs needs a value/],
    [
      'a flag that is given twice',
      'run',
      ['--runs', '5', '--runs', '6', '--', 'true'],
      /--runs is given twice/,
    ],
    ['a word too many', 'run', ['true'], /unexpected argument 'true' for 'run'; put the command after --/],
    [
      'a level beyond reason and a band without a unit, at once',
      'compare',
      ['--alpha', '50%', '--band', '2'],
      /^--band must be from 0\.01% to 50%, such as 2%, got '2'\n--alpha must be from 0\.01% to 20%, such as 2%, got '50%'$/,
    ],
  ])('are refused: %s', (_, command, args, message) => {
    expect(() => readFlags(command, args)).toThrow(message)
  })
})
