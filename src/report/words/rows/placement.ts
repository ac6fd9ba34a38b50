// What the place of the code alone does to benchmarks, in words.
import type { Placement } from '../../../model/index.ts'
import { firstLines, placementPhrase } from '../../../phrases.ts'
import { visibleText } from '../visible-text.ts'

const MOST_NAMED = 10

/** A line for each of these, the most moved first, and how many more there are. */
export function placementLines(known: ({ name: string } & Placement)[]): string[] {
  const moves = ({ sd, seen }: Placement) => sd ?? seen
  const lines = known
    .toSorted((a, b) => moves(b) - moves(a))
    .map(({ name, ...placement }) => placementPhrase(visibleText(name), placement))
  return firstLines(lines, MOST_NAMED, '')
}
