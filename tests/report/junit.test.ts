import { describe, expect, it } from '@jest/globals'
import { renderJunit } from '../../src/report/junit.ts'
import {
  hostileExample,
  notEstablishedExample,
  regressionExample,
  unchangedExample,
} from './example-comparison.ts'
import { expectGolden } from './golden.ts'

/** The tags of XML in order. Throws for text that is none: a tag or an attribute that is not closed, a bare ampersand. */
function tagsOf(xml: string): string[] {
  const token =
    /<\?xml [^>]*\?>|<\/?[\w-]+(?: \w+="(?:[^<&"]|&(?:amp|lt|gt|quot|#39);)*")*\/?>|(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)+/gy
  const found = xml.match(token) ?? []
  if (found.join('') !== xml) throw new Error(`no XML from ${xml.slice(found.join('').length).slice(0, 80)}`)
  return found.filter(each => each.startsWith('<') && !each.startsWith('<?'))
}

function expectNested(tags: string[]): void {
  const open: string[] = []
  for (const tag of tags) {
    const name = /[\w-]+/.exec(tag)?.[0] ?? ''
    if (tag.startsWith('</')) expect(open.pop()).toBe(name)
    else if (!tag.endsWith('/>')) open.push(name)
  }
  expect(open).toEqual([])
}

describe('a comparison as JUnit XML', () => {
  it('has a failed test for each row that fails, and skips what is not known', () => {
    expectGolden('regression.junit.xml', renderJunit(regressionExample(), 'core'))
  })

  it('fails as a whole where nothing could be established, and passes where nothing changed', () => {
    expect(renderJunit(notEstablishedExample('nothing-compared'), 'core')).toMatch(
      /name="comparison"><failure message="Not established: nothing was compared/,
    )
    expect(renderJunit(unchangedExample(), 'core')).toMatch(/failures="0"/)
  })

  it('stays XML whatever the names are', () => {
    for (const example of [hostileExample(), regressionExample()]) {
      const tags = tagsOf(renderJunit(example, '"><x/> & \u0000'))
      expectNested(tags)
      expect(tags.filter(tag => tag.startsWith('<testcase'))).toHaveLength(example.rows.length + 1)
    }
  })
})
