// The pictures of the README and the docs show what the code renders.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { digestOf, picturedPages, pictures, schemes, type Taken } from '../scripts/pictured-pages.ts'

const taken: Taken = JSON.parse(readFileSync(new URL('taken.json', pictures), 'utf8'))
const pages = picturedPages()
const files = Object.keys(pages).flatMap(name =>
  schemes.map(scheme => [`${name}-${scheme}.png`, name] as const),
)
const shown = ['README.md', 'docs/publishing.md'].flatMap(page =>
  [...readFileSync(page, 'utf8').matchAll(/(?:src|srcset)="(?:docs\/)?pictures\/([^"]+)"/g)].map(
    match => match[1],
  ),
)

describe('the pictures (npm run pictures takes them anew)', () => {
  it.each(files)('%s was taken of the page as the code renders it now', (file, name) => {
    expect(taken[file]?.page).toBe(digestOf(pages[name] ?? { html: '', width: 0 }))
  })

  it.each(files)('%s is the one that was taken, and at most 150 kB', file => {
    const picture = readFileSync(new URL(file, pictures))
    expect(taken[file]?.picture).toBe(digestOf(picture))
    expect(picture.length).toBeLessThanOrEqual(150_000)
  })

  it('are all shown, and no other is', () => {
    const names = files.map(([file]) => file).sort()
    expect(
      readdirSync(pictures)
        .filter(name => name.endsWith('.png'))
        .sort(),
    ).toEqual(names)
    expect(shown.toSorted()).toEqual(names)
  })

  it.each(['comment', 'report'])('show all three verdicts in the %s', name => {
    // Folded text is not seen.
    const seen = pages[name]?.html.replace(/<details>[\s\S]*?<\/details>/g, '') ?? ''
    for (const verdict of [/slower/, /faster/, /unchanged/]) expect(seen).toMatch(verdict)
  })
})
