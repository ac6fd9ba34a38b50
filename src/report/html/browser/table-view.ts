// A table that can be searched, filtered and sorted, and that shows its first rows until the reader asks for the others.
import { type SortKeys, sortRows } from './sort-rows.ts'

/** Words to search for, the pressed filters with commas between them, the column to sort by as `sortRows` takes it. */
export type Choice = { q: string; only: string; sort: string }

/** A row in the order of importance: what is searched in it (lower case), what it is filtered by and sorted by. */
export type ViewedRow = { element: HTMLElement; text: string; kind: string; keys: SortKeys }

type TableOptions = {
  /** Called with what a control changes; what it gives is shown by the function that `tableView` returns. */
  choose: (change: Partial<Choice>) => void
  /** How many rows are shown before the reader asks for more. */
  atFirst?: (choice: Choice) => number
  /** The kind of row that the button names where it offers no other. */
  calm?: string
}

/** More rows than a page can show at a time. */
export const MOST_AT_ONCE = 100

const pressedOf = ({ only }: Choice): string[] => only.split(',').filter(Boolean)

/** The filters when one of them is pressed, or let go. */
function toggled(choice: Choice, kind: string): string {
  const pressed = pressedOf(choice)
  return (pressed.includes(kind) ? pressed.filter(each => each !== kind) : [...pressed, kind]).join(',')
}

/** Up, down, back to the order of importance. */
const nextSort = (sort: string, column: string): string =>
  sort === column ? `-${column}` : sort === `-${column}` ? '' : column

function markSorted(headers: HTMLElement[], sort: string): void {
  for (const header of headers) {
    const { key } = header.dataset
    header.removeAttribute('aria-sort')
    if (sort === key) header.setAttribute('aria-sort', 'ascending')
    if (sort === `-${key}`) header.setAttribute('aria-sort', 'descending')
  }
}

/** Shows the first `most` of the rows that fit; `fitting` counts them all, `kinds` are those of the hidden ones. */
function showFitting(rows: ViewedRow[], choice: Choice, most: number) {
  const words = choice.q.toLowerCase().split(/\s+/).filter(Boolean)
  const pressed = pressedOf(choice)
  const kinds = new Set<string>()
  let fitting = 0
  for (const { element, text, kind } of rows) {
    const fits = words.every(word => text.includes(word)) && (pressed.length === 0 || pressed.includes(kind))
    if (fits) fitting++
    element.hidden = !fits || fitting > most
    if (fits && element.hidden) kinds.add(kind)
  }
  return { fitting, kinds }
}

/** The table's parts that the page was made with; null where it has no controls. */
function partsOf(table: HTMLTableElement) {
  const controls = document.getElementById(`controls-${table.dataset.table}`)
  const search = controls?.querySelector<HTMLInputElement>('.search')
  const count = controls?.querySelector<HTMLElement>('.count')
  const rest = table.parentElement?.nextElementSibling as HTMLElement | null
  const button = rest?.querySelector('button')
  if (!controls || !search || !count || !rest || !button) return null
  const chips = [...controls.querySelectorAll<HTMLElement>('[data-kind]')]
  const headers = [...table.querySelectorAll<HTMLElement>('th[data-key]')]
  return { controls, search, count, rest, button, chips, headers }
}

type Parts = NonNullable<ReturnType<typeof partsOf>>

function listen({ search, chips, headers }: Parts, shown: () => Choice, choose: TableOptions['choose']) {
  search.addEventListener('input', () => choose({ q: search.value.trim() }))
  search.addEventListener('keydown', event => event.key === 'Escape' && choose({ q: '' }))
  for (const chip of chips)
    chip.addEventListener('click', () => choose({ only: toggled(shown(), chip.dataset.kind ?? '') }))
  for (const header of headers)
    header.querySelector('button')?.addEventListener('click', () => {
      choose({ sort: nextSort(shown().sort, header.dataset.key ?? '') })
    })
}

/** Sets up the table with its controls; the function that it gives shows a choice. */
export function tableView(
  table: HTMLTableElement,
  rows: ViewedRow[],
  { choose, atFirst = () => MOST_AT_ONCE, calm }: TableOptions,
): (choice: Choice) => void {
  const parts = partsOf(table)
  if (parts === null) return () => {}
  const { controls, search, count, rest, button, chips, headers } = parts
  let shown: Choice = { q: '', only: '', sort: '' }
  let isWhole = false

  const show = (choice: Choice): void => {
    const sorted = sortRows(rows, choice.sort)
    if (choice.sort !== shown.sort)
      rows[0]?.element.parentElement?.append(...sorted.map(({ element }) => element))
    shown = choice
    if (search.value.trim() !== choice.q) search.value = choice.q
    const pressed = pressedOf(choice)
    for (const chip of chips)
      chip.setAttribute('aria-pressed', String(pressed.includes(chip.dataset.kind ?? '')))
    markSorted(headers, choice.sort)
    const most = isWhole ? rows.length : atFirst(choice)
    const { fitting, kinds } = showFitting(sorted, choice, most)
    const all = count.dataset.all ?? ''
    count.textContent = fitting === rows.length ? all : `${fitting} of ${all}`
    rest.hidden = fitting <= most
    const isCalm = calm !== undefined && kinds.size === 1 && kinds.has(calm)
    button.textContent = `Show ${fitting - most} ${isCalm ? calm : 'more'} rows`
  }
  const showAll = (): void => {
    isWhole = true
    show(shown)
  }
  listen(parts, () => shown, choose)
  button.addEventListener('click', showAll)
  addEventListener('beforeprint', showAll)
  controls.hidden = false
  return show
}
