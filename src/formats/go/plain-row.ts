// Rows that go test printed without anything in between. Nearly all lines of a large output are such rows, so one
// expression reads each where it stands in the text. Every other line is read by `readGoLine`.
import type { GoValues } from './result-line.ts'

/** A row, and where the next line begins. */
export type PlainRow = GoValues & { name: string; end: number }

/** The name with the spaces that go test pads it with. */
const NAME = 'Benchmark(?![a-z])[!-~]*'
/** go test prints the count at least eight columns wide. A benchmark without iterations has no result. */
const COUNT = String.raw`\t(?=[ \d]{8}) *[1-9]\d*`
const NUMBER = String.raw`\d+(?:\.\d*)?`
/** More than these are rare. */
const MOST_VALUES = 8
const VALUES = `\\t *(${NUMBER}) +([!-~]+)${`(?:\\t *(${NUMBER}) +([!-~]+))?`.repeat(MOST_VALUES - 1)}`

/** The row that begins at a place; null for every other line, and for a row of which anything is unusual. */
export function plainRows(text: string): (at: number) => PlainRow | null {
  const row = new RegExp(`(${NAME}) +${COUNT}${VALUES}\\n`, 'y')
  return at => {
    row.lastIndex = at
    const found = row.exec(text)
    if (found === null) return null
    const values: number[] = []
    const units: string[] = []
    for (let i = 2; found[i] !== undefined; i += 2) {
      values.push(Number(found[i]))
      units.push(found[i + 1] as string)
    }
    return { name: found[1] as string, values, units, end: row.lastIndex }
  }
}

/** Up to a hundred in one match, which needs memory for each. */
const ROWS = new RegExp(`^(?:${NAME} +${COUNT}(?:\\t *${NUMBER} +[!-~]+)+\\n){1,100}`, 'gm')

/** The text with an empty line in place of such rows, which no other tool prints. */
export const withoutRows = (text: string) => text.replaceAll(ROWS, '\n')
