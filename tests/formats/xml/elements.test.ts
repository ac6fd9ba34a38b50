import { describe, expect, it } from '@jest/globals'
import { descendants, numberIn, xmlRoot } from '../../../src/formats/xml/elements.ts'
import { refusal } from '../refusal.ts'

const read = (text: string) => xmlRoot(text, 'out.xml', ['suites', 'suite'], 'write XML')
const said = (text: string) => refusal(() => read(text))

describe('xmlRoot', () => {
  it('reads a document among other output, with its texts and lines', () => {
    const text =
      '\uFEFFbuilding <fast>\n<?xml version="1.0"?>\n<suite a="1 &lt; 2">x<![CDATA[<y>]]>\n<test/></suite>\ndone < 3 s\n'
    const root = read(text)
    expect(root).toMatchObject({ name: 'suite', attributes: { a: '1 < 2' }, text: 'x<y>\n', line: 3 })
    expect(root.children).toMatchObject([{ name: 'test', line: 4 }])
  })

  it('names the line of a mistake', () => {
    expect(said('log\n<suite>\n<a></b>\n</suite>\n')).toBe(
      'out.xml, line 3: is not XML: unexpected close tag; write XML',
    )
    expect(said('<suite>&unknown;</suite>')).toMatch(
      /^out\.xml, line 1: is not XML: undefined entity; write XML$/,
    )
  })

  it('refuses what is no such document, what breaks off and what is two', () => {
    expect(said('nothing')).toBe('out.xml: has no element <suites> or <suite>; write XML')
    expect(said('<suite><a>')).toMatch(/^out\.xml: looks truncated/)
    expect(said('<suite><a/></suite>\n<suite></suite>')).toMatch(/^out\.xml: holds more than one document/)
    expect(said(`<suite>${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}</suite>`)).toMatch(/is nested too deeply/)
  })

  it('expands no entities of a document type', () => {
    expect(said('<!DOCTYPE suite [<!ENTITY a "aaaa">]>\n<suite>&a;</suite>')).toMatch(/undefined entity/)
  })
})

it('descendants come in document order, with what is above them', () => {
  const root = read('<suite n="0"><suite n="1"><suite n="2"/></suite><other><suite n="3"/></other></suite>')
  const found = [...descendants(root, 'suite')].map(({ element, above }) => [
    element.attributes.n,
    above.length,
  ])
  expect(found).toEqual([
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['3', 2],
  ])
})

it.each([
  ['<suite/>', ' is missing, expected a number'],
  ['<suite time=""/>', ' is missing, expected a number'],
  ['<suite time="fast"/>', ': "fast" is not a number, expected one such as 12.5'],
])('no number in %s', (text, found) => {
  expect(refusal(() => numberIn(read(text), 'time', 'out.xml'))).toBe(
    `out.xml, line 1: time of <suite>${found}`,
  )
})
