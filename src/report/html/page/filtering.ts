// Filtering one table: by words in benchmark or metric, and by any of the pressed verdicts.
import type { TableRow } from './rows.ts'

const textOf = ({ body }: TableRow): string =>
  ['summary', '.metric']
    .map(place => body.querySelector(place)?.textContent ?? '')
    .join(' ')
    .toLowerCase()

const isPressed = (chip: HTMLElement): boolean => chip.getAttribute('aria-pressed') === 'true'

/** Shows the controls, which stand above the table, and the rows that fit them. */
export function filterOnDemand(controls: HTMLElement, rows: TableRow[]): void {
  const search = controls.querySelector<HTMLInputElement>('.search')
  const count = controls.querySelector<HTMLElement>('.count')
  if (!search || !count) return
  const chips = [...controls.querySelectorAll<HTMLElement>('button[data-verdict]')]
  const searched = rows.map(row => ({ body: row.body, text: textOf(row) }))
  const filter = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const verdicts = chips.filter(isPressed).map(chip => chip.dataset.verdict)
    for (const { body, text } of searched) {
      const fits = words.every(word => text.includes(word))
      body.hidden = !fits || (verdicts.length > 0 && !verdicts.includes(body.dataset.verdict))
    }
    const shown = searched.filter(({ body }) => !body.hidden).length
    const all = count.dataset.all ?? ''
    count.textContent = shown === rows.length ? all : `${shown} of ${all}`
  }
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
  controls.hidden = false
}
