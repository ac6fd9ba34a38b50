import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { readSessions } from '../../src/files/session-file.ts'

const capture = (name: string) =>
  fileURLToPath(new URL(`../formats/fixtures/unread/${name}`, import.meta.url))

describe('a file that is in no known format', () => {
  it('is refused with what to do instead, where it is known which tool wrote it', () => {
    expect(() => readSessions([capture('hand-jmh-table.txt')], 'auto')).toThrow(
      /hand-jmh-table\.txt: looks like the output of JMH, which stable-bench cannot use as it is: run it with -rf json/,
    )
  })
})
