import { describe, expect, it } from '@jest/globals'
import { type Masks, readStepOutput } from './step-output.ts'

function read(...lines: string[]) {
  const log: string[] = []
  const masks: Masks = new Set()
  const output = readStepOutput(masks, text => log.push(text))
  for (const line of lines) output.line(line)
  return { log, annotations: output.annotations }
}

describe('what a step prints', () => {
  it('is the log, with annotations and groups in it', () => {
    const { log, annotations } = read(
      'plain ::error::text',
      '::group::Build',
      '::warning title=a%3A b%2C c,file=x.ts::one%0Atwo 5%25',
      '::endgroup::',
      '::debug::not shown',
      '::unknown::shown',
    )
    expect(log).toEqual([
      'plain ::error::text',
      '##[group]Build',
      '##[warning]one\ntwo 5%',
      '##[endgroup]',
      '::unknown::shown',
    ])
    expect(annotations).toEqual([{ level: 'warning', title: 'a: b, c', message: 'one\ntwo 5%' }])
  })

  it('hides a secret from where it is named, each line of it too', () => {
    const { log, annotations } = read('first', '::add-mask::ab%0Acde', 'ab, cde and f', '::error::cde')
    expect(log).toEqual(['first', '***, *** and f', '##[error]***'])
    expect(annotations[0]?.message).toBe('***')
  })

  it('has commands of the older form anywhere in a line', () => {
    const { log, annotations } = read('a ##[add-mask]cde', 'cde', 'b ##[error]f')
    expect(log).toEqual(['***', '##[error]f'])
    expect(annotations.map(({ message }) => message)).toEqual(['f'])
  })

  it('has no commands between stop-commands and its token', () => {
    const { log, annotations } = read('::stop-commands::t0', '::error::a', '::t1::', '::t0::', '::error::b')
    expect(log).toEqual(['::error::a', '::t1::', '##[error]b'])
    expect(annotations.map(({ message }) => message)).toEqual(['b'])
  })

  it('leaves ten annotations of a level, of 4096 characters each', () => {
    const { log, annotations } = read(
      ...Array<string>(11).fill(`::error::${'x'.repeat(5000)}`),
      '::notice::n',
    )
    expect(log).toHaveLength(12)
    expect(annotations).toHaveLength(11)
    expect(annotations[0]?.message).toHaveLength(4096)
  })
})
