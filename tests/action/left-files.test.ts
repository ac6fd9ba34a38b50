import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readNights, writeLeft } from '../../src/action/left-files.ts'
import { scratch } from '../e2e/command-line.ts'

describe('the nights that a job leaves', () => {
  it('are those that another one reads', () => {
    const nightly = { machine: 'bench-1', rows: new Map([['["parse","time","ms"]', [1, null, 3]]]) }
    const directory = scratch()
    const [path = ''] = writeLeft(file => join(directory, file), { untouched: [], nightly })
    expect(readNights(readFileSync(path))).toEqual(nightly)
  })

  it.each([
    ['no JSON', 'x'],
    ['another document', '{"schema":"stable-bench/nights@2","machine":"m","rows":[]}'],
    ['a night that is no number', '{"schema":"stable-bench/nights@1","machine":"m","rows":[["a",["1"]]]}'],
    [
      'too many nights',
      JSON.stringify({ schema: 'stable-bench/nights@1', machine: 'm', rows: [['a', Array(21).fill(1)]] }),
    ],
  ])('are none in %s', (_, text) => {
    expect(readNights(Buffer.from(text))).toBeNull()
  })
})
