import { describe, expect, it } from '@jest/globals'
import { readFlags, usedFlags } from '../../src/cli/flags.ts'
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
    const stray =
      "unexpected argument 'yes' for 'run'; put the command after --; --require-tuned must be true or false, got 'yes'"
    expect(() => tuned('--require-tuned', 'yes')).toThrow(stray)
    expect(() => tuned('--require-tuned', '--require-tuned')).toThrow('--require-tuned is given twice')
  })
})

describe('the value of a flag', () => {
  const values = (...args: string[]) => readFlags('ab', ['./old', './new', ...args]).values
  const given = (...args: string[]) => readFlags('ab', ['./old', './new', ...args]).given

  it('is the same behind a blank, behind = and right behind a letter', () => {
    for (const args of [['-r', '6'], ['-r6'], ['-r=6'], ['--runs', '6'], ['--runs=6'], ['-qr', '6']])
      expect(values(...args).runs).toBe(6)
    expect([values('-q=false').quiet, values('-q', 'false').quiet, values('-q').quiet]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('is no other flag, though a number and a dash alone may be values', () => {
    const message =
      '--base-ref needs a value, and --setup is a flag; give a value that begins with a dash as --base-ref=--setup'
    expect(() => readFlags('ab', ['--base-ref', '--setup', 'make', '--', 'x'])).toThrow(message)
    expect(() => values('--benchmarks', '-q')).toThrow('--benchmarks needs a value, and -q is a flag')
    expect([values('--priority', '-5').priority, values('-o', '-').out]).toEqual(['-5', '-'])
    expect(values('--name=-q').name).toBe('-q')
  })

  it('that is empty counts as none, also in a list', () => {
    expect(values('--runs', '', '--benchmarks=', '-q', '')).toMatchObject({
      runs: 'auto',
      benchmarks: [],
      quiet: false,
    })
    expect(given('--runs', '', '--benchmarks=', '-q', '')).toEqual(given())
    expect(values('--benchmarks', 'a', '', 'b').benchmarks).toEqual(['a', 'b'])
  })

  it('is named where a word too many may be meant for it', () => {
    expect(() => values('--duet', 'maybe')).toThrow(
      "ab: takes the baseline and the candidate, got './old' './new' 'maybe'; give both: ab './old' './new'; quote a command of several words; --duet must be true, auto or false, got 'maybe'",
    )
    expect(() => readFlags('bisect', ['a..b', '--all', 'yes', '--', 'x'])).toThrow(
      "bisect: takes one range, got 'a..b' 'yes'; write bisect v1.2..main, and put the command after --; --all must be true or false, got 'yes'",
    )
    expect(() => values('-rq', '6')).toThrow("--runs must be auto, or a whole number from 5 to 1000, got 'q'")
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
      /--max-runs for 'run'; it is a flag of ab, explain, bisect \(/,
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
      'a mistyped choice',
      'run',
      ['--tool', 'criterian', '--', 'true'],
      /--tool must be one of auto, .*, got 'criterian'; did you mean criterion\?/,
    ],
    [
      'a flag of git, which shares but its dashes with others',
      'bisect',
      ['--good', 'v1', '--', 'true'],
      /unknown flag --good for 'bisect'; it takes --suite, /,
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
    [
      'a word where there are flags only',
      'doctor',
      ['x'],
      /unexpected argument 'x' for 'doctor'; it takes flags only \(stable-bench doctor --help\)/,
    ],
    ['a word too many', 'run', ['true'], /unexpected argument 'true' for 'run'; put the command after --/],
    [
      'a command before --',
      'init',
      ['./b'],
      /unexpected argument '.\/b' for 'init'; put the command after --/,
    ],
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

describe('a flag that does nothing alone', () => {
  const words = ['--', './bench']
  it.each<[Command, string[], string]>([
    ['run', ['--ready', 'up', ...words], 'run: --ready does nothing without --service'],
    ['run', ['--ready-timeout', '5', ...words], 'run: --ready-timeout does nothing without --service'],
    ['calibrate', ['--load-cpus', '2', ...words], 'calibrate: --load-cpus does nothing without --service'],
    ['bisect', ['v1..', '--warm-up', '5', ...words], 'bisect: --warm-up does nothing without --service'],
    ['ab', ['a', 'b', '--load-cpus', '2'], 'ab: --load-cpus does nothing without --service'],
    [
      'ab',
      ['a', 'b', '--setup-timeout', '5'],
      'ab: --setup-timeout does nothing without --setup or --relink',
    ],
    ['ab', ['a', 'b', '--profile', 'perf'], 'ab: --profile does nothing without --explain'],
    [
      'ab',
      ['--base-ref', 'main', '--explain-time', '9'],
      'ab: --explain-time does nothing without --explain',
    ],
    ['ab', ['a', 'b', '--paths', 'src/**'], 'ab: --paths does nothing without --base-ref'],
    ['ab', ['a', 'b', '--artifacts', 'x'], 'ab: --artifacts does nothing without --base-ref'],
    ['ab', ['a', 'b', '--benchmark-paths', 'x'], 'ab: --benchmark-paths does nothing without --base-ref'],
    [
      'explain',
      ['a', 'b', '--benchmarks-from', 'HEAD'],
      'explain: --benchmarks-from does nothing without --base-ref',
    ],
  ])('is refused: %s %j', (command, args, message) => {
    const [, flag = ''] = /: (--\S+)/.exec(message) ?? []
    expect(() => usedFlags(command, args)).toThrow(`${message}; give that as well, or leave ${flag} out`)
  })

  it.each<[Command, string[]]>([
    ['run', ['--service', 's {port}', '--ready', 'up', '--load-cpus', '2', ...words]],
    ['run', ['--load-cpus', '2']],
    ['ab', ['--base-ref', 'main', '--setup-timeout', '5', '--load-cpus', '2', '--benchmarks-from', 'HEAD']],
    ['ab', ['a', 'b', '--relink', 'make {layout}', '--setup-timeout', '5', '--explain', '--profile', 'perf']],
    ['explain', ['a', 'b', '--profile', 'perf', '--explain-time', '9']],
    ['bisect', ['v1..', '--benchmark-paths', 'x', ...words]],
  ])('is taken beside what it is about, or where a suite may have that: %s %j', (command, args) => {
    expect(() => usedFlags(command, args)).not.toThrow()
  })

  it('is --all where the report is no text', () => {
    const all = (...args: string[]) => usedFlags('compare', ['a', 'b', '--all', ...args]).values.all
    expect(() => all('--output', 'json')).toThrow(
      'compare: --all does nothing with --output json, only with text; leave one of them out',
    )
    expect([all(), all('--output', 'text')]).toEqual([true, true])
    expect(usedFlags('bisect', ['v1..', '--all', '--output', 'json', ...words]).values['all-steps']).toBe(
      true,
    )
  })

  it('is not the limit of runs, which must leave room for the first comparison', () => {
    const ab = (...args: string[]) => usedFlags('ab', ['a', 'b', ...args]).values['max-runs']
    expect(() => ab('--runs', '30', '--max-runs', '20')).toThrow(
      "--max-runs must be at least --runs, which is 30, got '20'",
    )
    expect([ab('--runs', '30'), ab('--max-runs', '7'), ab('--runs', '7', '--max-runs', '7')]).toEqual([
      'auto',
      7,
      7,
    ])
  })
})

describe('-n', () => {
  const words = ['--', './bench']

  it('with a number is refused, since elsewhere it says how often', () => {
    expect(() => usedFlags('ab', ['a', 'b', '-n', '10'])).toThrow(
      "-n: is the name of the suite, got '10'; for that many runs add -r 10, for that name --name 10",
    )
    expect(() => usedFlags('run', ['-n10', ...words])).toThrow("got '10'")
  })

  it('is the name of the suite', () => {
    expect(usedFlags('run', ['-n', 'parse', ...words]).values.name).toBe('parse')
    expect(usedFlags('run', ['--name', '10', ...words]).values.name).toBe('10')
  })
})
