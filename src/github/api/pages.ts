// Reads a list of the server page by page, until it ends, enough is found, or the limit is reached.
import type { Octokit } from './connect.ts'

/** One page of a list, and what its answer says of the others. A server that says nothing ends a list with a short page. */
export type Page<Item> = {
  items: Item[]
  /** The length of the whole list. */
  total?: number
  hasNext?: boolean
}

type PageReading<Item> = {
  mostPages: number
  /** Reads a page, the first of which is 1; null ends the reading. */
  read: (page: number) => Promise<Page<Item> | null>
  /** Ends the reading early. */
  isEnough?: (items: Item[]) => boolean
}

function isLast<Item>({ items, total, hasNext }: Page<Item>, read: number, pageSize: number): boolean {
  if (hasNext !== undefined) return !hasNext
  // Counted by the server: one that gives fewer than a hundred a page may have more of them.
  if (total !== undefined) return items.length === 0 || read >= total
  return items.length < pageSize
}

/** The items on the `pages` of a list that are needed; `isWhole`: it has no more of them. Throws what `read` throws. */
export async function readPages<Item>(
  { host }: Pick<Octokit, 'host'>,
  { mostPages, read, isEnough = () => false }: PageReading<Item>,
): Promise<{ items: Item[]; pages: number; isWhole: boolean }> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const answer = await read(page)
    items.push(...(answer?.items ?? []))
    const isWhole = answer !== null && isLast(answer, items.length, host.pageSize)
    if (isWhole || answer === null || isEnough(items) || page === mostPages) {
      return { items, pages: page, isWhole }
    }
  }
}
