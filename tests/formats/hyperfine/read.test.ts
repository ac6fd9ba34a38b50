// What the captures do not show. The layout of hyperfine 1.20's memory_usage_byte is written by hand after its
// source: no package of that version could be had.
import { describe, expect, it } from '@jest/globals'
import { commandName } from '../../../src/formats/hyperfine/command.ts'
import { hyperfine } from '../../../src/formats/hyperfine/read.ts'
import { refusal } from '../refusal.ts'

const parse = (document: object) => hyperfine.parse(JSON.stringify(document), 'h.json')

const result = (fields: object) => ({ command: 'work', times: [0.5, 0.25], exit_codes: [0, 0], ...fields })

const schema2 = (results: object[], fields = {}) =>
  parse({ schema_version: 2, primary_metric: 'time_wall_clock', results, ...fields })

const run = (seconds: number, fields = {}) => ({
  time_wall_clock: { value: seconds, unit: 'second' },
  exit_code: 0,
  ...fields,
})

describe('the name of a command', () => {
  it.each([
    ['make', {}, 'make'],
    ['make', { n: '4' }, 'make (n=4)'],
    ['make -j 4', { n: '4' }, 'make -j 4'],
    ['make -j4', { n: '4' }, 'make -j4 (n=4)'],
    ['make -j 40', { n: '4' }, 'make -j 40 (n=4)'],
    ['cc -O2 a.c', { level: '-O2', mode: '' }, 'cc -O2 a.c (mode=)'],
    ['sort café', { word: 'caf' }, 'sort café (word=caf)'],
    ['work', { b: '2', a: '1' }, 'work (a=1, b=2)'],
  ])('%j with %j is %j', (label, parameters, name) => {
    const sorted = Object.entries(parameters).sort()
    expect(commandName({ label, parameters: sorted })).toBe(name)
    expect(parse({ results: [result({ command: label, parameters })] }).samples[0]?.name).toBe(name)
  })

  it('does not depend on the other commands of the file', () => {
    const one = result({ command: 'run 1', parameters: { n: '1' } })
    const two = result({ command: 'run 1', parameters: { n: '2' } })
    expect(parse({ results: [one, two] }).samples.map(sample => sample.name)).toEqual([
      'run 1',
      'run 1 (n=2)',
    ])
    expect(parse({ results: [two] }).samples.map(sample => sample.name)).toEqual(['run 1 (n=2)'])
  })
})

describe('exit codes', () => {
  it('name every code that is not zero and how often it came', () => {
    const times = [1, 1, 1, 1]
    const { failures, samples } = parse({
      results: [result({ times, exit_codes: [0, 2, 1, 2] }), result({ command: 'ok' })],
    })
    expect(failures).toEqual([
      { name: 'work', reason: 'exit code 2 in 2 of 4 runs, exit code 1 in 1 of 4 runs' },
    ])
    expect(samples.map(sample => sample.name)).toEqual(['ok'])
  })

  it('that are missing mean a signal in a list, and nothing where the whole list is missing', () => {
    expect(parse({ results: [result({ exit_codes: [0, null] })] }).failures[0]?.reason).toBe(
      'no exit code (ended by a signal) in 1 of 2 runs',
    )
    expect(parse({ results: [result({ exit_codes: undefined })] }).failures).toEqual([])
  })
})

describe('peak memory of hyperfine 1', () => {
  const commands = (...peaks: number[][]) =>
    parse({ results: peaks.map((peak, i) => result({ command: `c${i}`, memory_usage_byte: peak })) })

  it('is a metric beside the time', () => {
    expect(commands([4096, 8192]).samples.map(({ metric, unit, runs }) => [metric, unit, runs])).toEqual([
      ['wall-time', 's', [[0.5], [0.25]]],
      ['peak-memory', 'B', [[4096], [8192]]],
    ])
  })

  it('is left out of a command that shows nothing but the peak of an earlier one', () => {
    const { samples, warnings } = commands([4096, 8192], [8192, 8192], [8192, 9000])
    expect(samples.filter(sample => sample.metric === 'peak-memory').map(sample => sample.name)).toEqual([
      'c0',
      'c2',
    ])
    expect(warnings).toEqual([
      {
        code: 'hyperfine-inherited-memory',
        message:
          'peak-memory of "c1" is left out: it equals that of an earlier command, which hyperfine 1.20 reports ' +
          'for all later ones; use hyperfine 1.21 or later',
      },
    ])
  })

  it('is trusted where a later command needed less, which 1.20 cannot report', () => {
    const { samples, warnings } = commands([8192, 8192], [8192, 8192], [4096, 4096])
    expect(samples.filter(sample => sample.metric === 'peak-memory')).toHaveLength(3)
    expect(warnings).toEqual([])
  })

  it('is nothing that could be inherited where it is zero', () => {
    const { samples, warnings } = commands([0, 0], [0, 0])
    expect(samples.filter(sample => sample.metric === 'peak-memory')).toHaveLength(2)
    expect(warnings).toEqual([])
  })
})

describe('hyperfine 2', () => {
  it('leaves out a quantity that some runs lack, with a warning', () => {
    const memory = { memory_peak_resident: { value: 4096, unit: 'byte' } }
    const { samples, warnings } = schema2([{ command: 'work', measurements: [run(1, memory), run(2)] }])
    expect(samples.map(sample => sample.metric)).toEqual(['wall-time'])
    expect(warnings.map(warning => warning.message)).toEqual([
      'memory_peak_resident of "work" is left out: only 1 of 2 runs have it',
    ])
  })

  it('reads hardware counters, which have no unit', () => {
    const counters = { instructions: { value: 1e6 }, cache_references: { value: 3 } }
    const { samples } = schema2([{ command: 'work', measurements: [run(1, counters)] }])
    expect(samples.map(({ metric, unit, runs }) => [metric, unit, runs])).toEqual([
      ['wall-time', 's', [[1]]],
      ['instructions', 'instructions', [[1e6]]],
    ])
  })

  it('warns when the primary metric is one it does not read', () => {
    const { samples, warnings } = schema2([{ command: 'work', measurements: [run(1)] }], {
      primary_metric: 'time_user',
    })
    expect(samples.map(sample => sample.metric)).toEqual(['wall-time'])
    expect(warnings[0]?.code).toBe('hyperfine-primary-metric')
  })

  it('refuses a layout it does not know', () => {
    expect(refusal(() => schema2([], { schema_version: 3 }))).toBe(
      'h.json: has schema_version 3; only those of hyperfine 1 and 2 are known',
    )
  })

  it('refuses results without a command, runs without a time and quantities without a number', () => {
    expect(refusal(() => schema2([{ measurements: [run(1)] }]))).toBe(
      'h.json: results[0] has no command; run hyperfine with --export-json FILE and give FILE as the results',
    )
    expect(refusal(() => schema2([{ command: 'work', measurements: [] }]))).toBe(
      'h.json: results[0] (work) has no measurements; run hyperfine with --export-json FILE and give FILE as the results',
    )
    expect(refusal(() => schema2([{ command: 'work', measurements: [run(1), {}] }]))).toBe(
      'h.json: results[0] (work).measurements[1] has no time_wall_clock; run hyperfine with --export-json FILE and give FILE as the results',
    )
    expect(
      refusal(() => schema2([{ command: 'work', measurements: [{ ...run(1), time_wall_clock: {} }] }])),
    ).toBe('h.json: results[0].measurements[0].time_wall_clock.value is missing, expected a number')
  })
})

describe('what is refused', () => {
  it.each([
    [
      { results: [result({ times: undefined })] },
      'h.json: results[0] (work) has no times, only their mean; ',
    ],
    [{ results: [result({ command: undefined })] }, 'h.json: results[0] has no command; '],
    [{ results: [7] }, 'h.json: results[0] is 7, expected an object; '],
    [{ result: [] }, 'h.json: has no list "results"; '],
    [[], 'h.json: has no list "results"; '],
  ])('%j points to --export-json', (document, message) => {
    expect(refusal(() => parse(document))).toBe(
      `${message}run hyperfine with --export-json FILE and give FILE as the results`,
    )
  })

  it('a time that is no number', () => {
    expect(refusal(() => parse({ results: [result({ times: [0.5, '0.25'] })] }))).toBe(
      'h.json: results[0].times[1] is "0.25", expected a number',
    )
  })
})
