// Filtering one table: by words in benchmark or metric, and by any of the pressed verdicts. A long table shows its
// first rows until the reader asks for the others.
import type { TableRow } from './rows.ts'

const textOf = ({ body }: TableRow): string =>
  ['summary', '.metric']
    .map(place => body.querySelector(place)?.textContent ?? '')
    .join(' ')
    .toLowerCase()

const isPressed = (chip: HTMLElement): boolean => chip.getAttribute('aria-pressed') === 'true'

/** More rows than a page can show at a time. */
const MOST_AT_ONCE = 100

/** Where the controls of a table stand: above it, and the button for the other rows below. */
type FilterPlaces = { table: HTMLTableElement; controls: HTMLElement; rest: HTMLElement }

/** Shows the controls, and the rows that fit them. */
export function filterOnDemand({ table, controls, rest }: FilterPlaces, rows: TableRow[]): void {
  const search = controls.querySelector<HTMLInputElement>('.search')
  const count = controls.querySelector<HTMLElement>('.count')
  const button = rest.querySelector('button')
  if (!search || !count || !button) return
  let most = MOST_AT_ONCE
  const chips = [...controls.querySelectorAll<HTMLElement>('button[data-verdict]')]
  const searched = rows.map(row => ({ body: row.body, text: textOf(row) }))
  const filter = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const verdicts = chips.filter(isPressed).map(chip => chip.dataset.verdict)
    const texts = new Map(searched.map(({ body, text }) => [body, text]))
    let fitting = 0
    // In the order of the table, which sorting changes.
    for (const body of table.tBodies) {
      const fits =
        words.every(word => texts.get(body)?.includes(word)) &&
        (verdicts.length === 0 || verdicts.includes(body.dataset.verdict))
      if (fits) fitting++
      body.hidden = !fits || fitting > most
    }
    const all = count.dataset.all ?? ''
    count.textContent = fitting === rows.length ? all : `${fitting} of ${all}`
    rest.hidden = fitting <= most
    button.textContent = `Show ${fitting - most} more rows`
  }
  const showAll = (): void => {
    most = rows.length
    filter()
  }
  table.addEventListener('sorted', filter)
  addEventListener('beforeprint', showAll)
  button.addEventListener('click', showAll)
  listen(search, chips, filter)
  controls.hidden = false
  filter()
}

/** Calls `filter` when the search or a pressed verdict has changed. */
function listen(search: HTMLInputElement, chips: HTMLElement[], filter: () => void): void {
  search.addEventListener('input', filter)
  search.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    search.value = ''
    filter()
  })
  for (const chip of chips) {
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', String(!isPressed(chip)))
      filter()
    })
  }
}
