import { describe, expect, it } from '@jest/globals'
import type { Comparison } from '../../src/model/index.ts'
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

const junit = (comparison: Comparison, suite: string) => renderJunit([{ suite, comparison, problem: null }])

describe('a comparison as JUnit XML', () => {
  it('has a failed test for each row that fails, and skips what is not known', () => {
    expectGolden('regression.junit.xml', junit(regressionExample(), 'core'))
  })

  it('fails as a whole where nothing could be established, and passes where nothing changed', () => {
    expect(junit(notEstablishedExample('nothing-compared'), 'core')).toMatch(
      /name="comparison"><failure message="Nothing was compared/,
    )
    expect(junit(unchangedExample(), 'core')).toMatch(/failures="0"/)
  })

  it('stays XML whatever the names are', () => {
    for (const example of [hostileExample(), regressionExample()]) {
      const tags = tagsOf(junit(example, '"><x/> & \u0000'))
      expectNested(tags)
      expect(tags.filter(tag => tag.startsWith('<testcase'))).toHaveLength(example.rows.length + 1)
    }
  })

  it('has a test suite for each suite, which fails where its sides could not be compared', () => {
    const xml = renderJunit([
      { suite: 'parse', comparison: unchangedExample(), problem: null },
      { suite: 'http', comparison: null, problem: 'setup failed: <make>' },
    ])
    expectNested(tagsOf(xml))
    expect(xml.match(/<testsuite name="\w+"/g)).toEqual(['<testsuite name="parse"', '<testsuite name="http"'])
    expect(xml).toMatch(
      /name="http" tests="1" failures="1"[^>]*>\s*<testcase [^>]*><failure [^>]*>setup failed: &lt;make&gt;/,
    )
  })
})
