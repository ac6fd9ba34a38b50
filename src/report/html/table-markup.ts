// The markup around the tables of both pages, which `browser/table-view.ts` brings to life.
import { counted, formatCount } from '../words/numbers.ts'

/** The number of the table on the page, where words are looked for, what the buttons filter by, and how they are named. */
type ControlsOptions = { table: number; searched: string; by: string; text?: (kind: string) => string }

/** Search field, a button per kind of row, and how many are shown, for the table with this number; hidden without a script. */
export function controlsHtml(
  kinds: string[],
  { table, searched, by, text = kind => kind }: ControlsOptions,
): string {
  const chips = [...new Set(kinds)].map(kind => {
    const label = `${text(kind)} <b>${formatCount(kinds.filter(each => each === kind).length)}</b>`
    return `<button type="button" data-kind="${kind}" aria-pressed="false">${label}</button>`
  })
  const all = counted(kinds.length, 'row')
  return `<div class="controls" id="controls-${table}" hidden>
<label for="search-${table}" class="unseen">Filter by ${searched}</label>
<input class="search" id="search-${table}" type="search" placeholder="Filter by name" autocomplete="off" spellcheck="false">
<p class="count" role="status" data-all="${all}">${all}</p>
<div class="chips" role="group" aria-label="Filter by ${by}">${chips.join('\n')}</div>
</div>`
}

/** The head of a column by which rows can be sorted. */
export const sortableHead = (key: string, title: string, className = ''): string =>
  `<th scope="col" data-key="${key}"${className && ` class="${className}"`}><button type="button">${title}</button></th>`

/** A table that scrolls sideways by itself, and the button for the rows that are not shown at first. */
export const foldedTable = (label: string, table: string): string =>
  `<div class="scroll" role="region" aria-label="${label}" tabindex="0">
${table}</div>
<p class="rest" hidden><button type="button"></button></p>`
