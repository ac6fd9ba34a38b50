// The table in docs/measuring.md is what must match, and nothing else.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { mustMatch } from '../src/model/index.ts'

const page = readFileSync(new URL('../docs/measuring.md', import.meta.url), 'utf8')
const [, section = ''] = /\n## What must match\n([\s\S]*?)\n## /.exec(page) ?? []
const rows = [...section.matchAll(/^\| (`.*?) \|/gm)].map(match => match[1] as string)

describe('the page about measuring', () => {
  it('gives a reason for every fact that must match', () => {
    const named = rows.flatMap(row => [...row.matchAll(/`([^`]+)`/g)].map(match => match[1] as string))
    expect(named.sort()).toEqual([...mustMatch].sort())
  })
})
