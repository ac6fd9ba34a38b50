// Text that a careless expression would be busy with for hours: it must be read or refused in time that grows with its length.
import { describe, expect, it } from '@jest/globals'
import { formats } from '../../src/formats/index.ts'
import { InputError } from '../../src/model/index.ts'
import { growthOf, LINEAR } from '../cpu-time.ts'

const heads: Record<string, string> = {
  catch2: `benchmark name  samples  iterations  mean\n${'-'.repeat(79)}\nx`,
  ctest: '1/2 Test #1: a',
  gungraun: '  Instructions: 1|2\na::b',
  'gnu-time': '1.0user 1.0system 0:01elapsed ',
  'perf-stat': '# started on Mon\n1,,cycles,1,100.00,,\n1,,a',
  junit: '<testsuite><testcase name="',
  phpbench: '<phpbench a="',
  trx: '<TestRun><UnitTestResult',
  k6: '{"type":"Point","metric":"',
}

const fillings = [' ', '.', '1 ', '1,', ' 1 ns', '\t', '{"', '<a ', '\n', '\n1', '/a']

function attempt(format: (typeof formats)[number], text: string): void {
  format.recognises(text)
  try {
    format.parse(text, 'long')
  } catch (error) {
    if (!(error instanceof InputError)) throw error
  }
}

describe.each(formats.filter(({ name }) => name in heads))('$name', format => {
  it.each(fillings)('is not held up by many %j', filling => {
    const text = (count: number) => `${heads[format.name]}${filling.repeat(count)}`
    expect(growthOf(count => attempt(format, text(count)), 4000)).toBeLessThan(LINEAR)
  })
})
