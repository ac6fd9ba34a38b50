import { describe, expect, it } from '@jest/globals'
import { hostAt } from '../../../src/github/api/host.ts'
import { type Page, readPages } from '../../../src/github/api/pages.ts'

const host = { ...hostAt('https://api.github.com'), pageSize: 2 }

/** Reads the given pages, one after the other. */
function readAll(pages: (Page<number> | null)[], more: { isEnough?: (items: number[]) => boolean } = {}) {
  const read = async (page: number): Promise<Page<number> | null> => {
    const answer = pages[page - 1]
    return answer === undefined ? { items: [], total: 0 } : answer
  }
  return readPages({ host }, { mostPages: 3, read, ...more })
}

describe('the pages of a list', () => {
  it('end with a page that is not full', async () => {
    const read = await readAll([{ items: [1, 2] }, { items: [3] }, { items: [4] }])
    expect(read).toEqual({ items: [1, 2, 3], pages: 2, isWhole: true })
  })

  it('end at the length that the server tells, however short they are', async () => {
    const read = await readAll([
      { items: [1], total: 2 },
      { items: [2], total: 2 },
    ])
    expect(read).toEqual({ items: [1, 2], pages: 2, isWhole: true })
    // One was deleted meanwhile.
    expect(await readAll([{ items: [1], total: 2 }])).toEqual({ items: [1], pages: 2, isWhole: true })
  })

  it('end where the server names no other one', async () => {
    const read = await readAll([
      { items: [1], hasNext: true },
      { items: [2, 3], hasNext: false },
    ])
    expect(read).toEqual({ items: [1, 2, 3], pages: 2, isWhole: true })
  })

  it('are read no further than is enough, than the limit, and than the reader goes', async () => {
    const full = Array.from({ length: 9 }, () => ({ items: [0, 0] }))
    const enough = await readAll(full, { isEnough: items => items.length >= 3 })
    expect(enough).toMatchObject({ pages: 2, isWhole: false })
    expect(await readAll(full)).toMatchObject({ pages: 3, isWhole: false })
    expect(await readAll([{ items: [1, 2] }, null])).toEqual({ items: [1, 2], pages: 2, isWhole: false })
  })
})
