// An output with the results of two tools: the rows of one must not be dropped without a word.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { findUnread, recogniseFormat } from '../../src/formats/recognise.ts'
import { unreadTools } from '../../src/formats/unread/tools.ts'
import { type Fixture, fixtures } from './fixtures.ts'

/** The first capture of each format that is read. */
const one = [
  ...new Map(
    fixtures
      .filter(({ expected }) => !expected.startsWith('REFUSED'))
      .reverse()
      .map(fixture => [fixture.format, fixture]),
  ).values(),
]

const together = (first: string, second: string) => `${first.trimEnd()}\n${second.trimEnd()}\n`

describe.each(one)('$format in front of another format', first => {
  const others = one.filter(({ format }) => format !== first.format)

  it('is read by neither, and both are named with the line that chooses', () => {
    const wrong = others.filter(second => {
      const text = together(first.text, second.text)
      const found = findUnread(text)
      const isNamed = [first, second].every(({ format }) => found?.instead.includes(`'tool: ${format}'`))
      return recogniseFormat(text) !== null || !isNamed
    })
    expect(wrong.map(({ format }) => format)).toEqual([])
  })
})

const folder = new URL('fixtures/unread/', import.meta.url)
const captures = readdirSync(folder).filter(file => !file.endsWith('.stderr'))

describe.each(captures)('the output of a tool that is not read: %s', file => {
  const unread = readFileSync(new URL(file, folder), 'utf8')
  const found = findUnread(unread)
  const tool = unreadTools.find(({ tool, instead }) => tool === found?.tool && instead === found?.instead)
  const isOther = ({ format }: Fixture) => format !== tool?.format

  it('is named where it stands beside results of another tool', () => {
    const wrong = one.filter(isOther).filter(({ text, format }) => {
      const found = findUnread(together(text, unread))
      if (tool?.hasNoRows) return found !== null
      return !found?.tool.includes(tool?.tool ?? '?') || !found.instead.includes(`'tool: ${format}'`)
    })
    expect(wrong.map(({ format }) => format)).toEqual([])
  })

  it('does not matter beside the same results in the format that is read', () => {
    const same = one.find(({ format }) => format === tool?.format)
    if (same) expect(recogniseFormat(together(unread, same.text))?.name).toBe(same.format)
  })
})
