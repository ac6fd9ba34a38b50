// Steps in real histories as somebody saw them who looked at drawings of 66 series, six to sixteen of each suite chosen by
// a random seed, before the search was written. Positions are those among the values that are there, give or take a few.
import { readFileSync } from 'node:fs'

/** `steps` nobody would dispute; about `arguable` ones two people might disagree, so that they count neither way. */
export type Mark = { suite: string; series: string; steps: number[]; arguable: number[] }

export const readMarks = (): Mark[] =>
  JSON.parse(readFileSync(new URL('marks.json', import.meta.url), 'utf8')) as Mark[]
