// Steps in real histories that somebody saw in drawings of 66 series, before the search was written. A random seed
// chose six to sixteen series of each suite. Positions are those among the values that are there, give or take a few.
import { readFileSync } from 'node:fs'

/** `steps` nobody would dispute; about `arguable` ones two people might disagree, so that they count neither way. */
export type Mark = { suite: string; series: string; steps: number[]; arguable: number[] }

export const readMarks = (): Mark[] =>
  JSON.parse(readFileSync(new URL('marks.json', import.meta.url), 'utf8')) as Mark[]
