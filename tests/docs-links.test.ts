import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'runner-hooks/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]

/** The relative links of a page, without their fragments. */
const linksOf = (text: string) =>
  [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(match => match[1] as string)

describe('the documentation', () => {
  it.each(pages)('links from %s only to what exists', page => {
    const targets = linksOf(readFileSync(join(root, page), 'utf8'))
    const missing = targets.filter(target => !existsSync(resolve(root, dirname(page), target)))
    expect(missing).toEqual([])
  })

  it('is reachable from the README', () => {
    const linked = linksOf(readFileSync(join(root, 'README.md'), 'utf8')).map(link => relative('.', link))
    expect(pages.filter(page => page !== 'README.md' && !linked.includes(page))).toEqual([])
  })
})
