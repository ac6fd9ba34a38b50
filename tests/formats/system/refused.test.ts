import { describe, expect, it } from '@jest/globals'
import { findOnStderr } from '../../../src/formats/recognise.ts'
import { gnuTime } from '../../../src/formats/system/gnu-time.ts'
import { perfStat } from '../../../src/formats/system/perf-stat.ts'
import { refusal } from '../refusal.ts'

const perf = (text: string) => refusal(() => perfStat.parse(text, 'out.txt'))
const time = (text: string) => refusal(() => gnuTime.parse(text, 'out.txt'))

describe('perf stat', () => {
  it.each([
    [
      'decimals with a comma',
      '0,71,msec,task-clock,713671,100,00,0,051,CPUs utilized\n',
      /is not a counter of a whole/,
    ],
    ['one CPU each', 'CPU0,1.50,msec,cpu-clock,1,100.00,,\n', /has no counters of perf stat/],
    ['an event twice', '1,,cycles,1,100.00,,\n2,,cycles,1,100.00,,\n', /the event "cycles" is in it twice/],
    ['a line without end', '1,,cycles,1,100.00,,', /looks truncated/],
    ['half a line', '1,,cycl\n', /is not a counter of a whole command/],
    [
      'JSON of an interval',
      '{"interval" : 1.0, "counter-value" : "1.0", "event" : "cycles"}\n',
      /not a counter of a whole/,
    ],
    ['JSON with a word', '{"counter-value" : "many", "event" : "cycles"}\n', /counter-value is "many"/],
    ['nothing', '# started on Mon\n', /has no counters/],
  ])('refuses %s', (_, text, message) => {
    expect(perf(text)).toMatch(message)
  })

  it('warns of events that were counted for a part of the time', () => {
    const { warnings, samples } = perfStat.parse(
      '10,,cycles,9,55.10,,\n7,,cpu/event=0x3c,umask=1/u,9,100.00,,\n',
      'x',
    )
    expect(samples.map(({ metric }) => metric)).toEqual(['cycles', 'cpu/event=0x3c,umask=1/u'])
    expect(warnings).toEqual([{ code: 'perf-estimated', message: expect.stringMatching(/with -e: cycles$/) }])
  })

  it('is not recognised in a table of somebody else', () => {
    expect(perfStat.recognises('12,ms,sort,100,10.50\n')).toBe(false)
    expect(perfStat.recognises('12,ms,task-clock,100,10.50\n')).toBe(true)
  })
})

describe('GNU time', () => {
  it.each([
    ['its usual report without an end', '0.00user 0.00system 0:00.00elapsed 86%CPU (0avgtext'],
    ['a verbose report without an end', '\tCommand being timed: "true"\n\tUser time (seconds): 0.00\n'],
  ])('refuses %s', (_, text) => {
    expect(time(text)).toMatch(/looks truncated: the report of GNU time breaks off/)
  })

  it('refuses what is no report', () => {
    expect(time('real\t0m0.1s\n')).toMatch(/has no report of GNU time; run it with -v -o FILE/)
  })

  it('reads hours', () => {
    const report = '1.00user 2.00system 1:02:03elapsed 5%CPU\n0inputs+0outputs 0swaps\n'
    expect(gnuTime.parse(report, 'x').samples[0]).toMatchObject({ metric: 'wall-time', runs: [[3723]] })
  })
})

it('both are found on the standard error, with the flag that puts them into a file', () => {
  expect(findOnStderr('real 0.01\nuser 0.00\nsys 0.00\n')?.instead).toMatch(/^run it with -o FILE/)
  expect(findOnStderr('1,,cycles,1,100.00,,\n')?.instead).toMatch(/^run it with -o FILE/)
})
