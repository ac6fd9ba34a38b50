import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'runner-hooks/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]

const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' }).map(
  name => `/tests/${name}`,
)

type Link = { path: string; fragment: string }

const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

/** The relative links of a page, from the top of the repository; those within a page name the page itself. */
const linksOf = (page: string): Link[] =>
  [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([, path = '', fragment = '']) => ({
      path: path === '' ? page : relative(root, resolve(root, dirname(page), path)),
      fragment,
    }),
  )

/** The fragments by which GitHub knows the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  return headings.map(heading =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The pages that a reader comes to from `page`, link by link. */
function reachable(page: string, found = new Set<string>()): Set<string> {
  if (found.has(page)) return found
  found.add(page)
  for (const { path } of linksOf(page)) if (pages.includes(path)) reachable(path, found)
  return found
}

describe('the documentation', () => {
  it.each(pages)('links from %s only to what exists', page => {
    const missing = linksOf(page).filter(({ path }) => !existsSync(join(root, path)))
    expect(missing).toEqual([])
  })

  it.each(pages)('links from %s only to headings that exist', page => {
    const missing = linksOf(page).filter(
      ({ path, fragment }) => fragment !== '' && pages.includes(path) && !anchorsOf(path).includes(fragment),
    )
    expect(missing).toEqual([])
  })

  it.each([...pages, 'tests/formats/fixtures/README.md'])('names in %s only files that exist', page => {
    const named = textOf(page).matchAll(/`((?:src|tests|runner-hooks|scripts|bench)\/[\w./-]+)`/g)
    const paths = [...named].map(([, path = '']) => path).filter(path => !path.includes('NAME'))
    expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
  })

  // The attacks of a page are answered by tests, which are named by file.
  it.each(pages)('names in %s only tests that exist', page => {
    const named = textOf(page).matchAll(/`([\w/.-]+\.(?:test\.ts|bats))`/g)
    const lacking = [...named].filter(([, name]) => !tests.some(path => path.endsWith(`/${name}`)))
    expect(lacking.map(([, name]) => name)).toEqual([])
  })

  it('is reachable from the README, the pages themselves in one step', () => {
    const linked = linksOf('README.md').map(({ path }) => path)
    const own = pages.filter(page => !/^docs\/.*\//.test(page) && page !== 'README.md')
    expect(own.filter(page => !linked.includes(page))).toEqual([])
    const found = reachable('README.md')
    expect(pages.filter(page => !found.has(page))).toEqual([])
  })
})
