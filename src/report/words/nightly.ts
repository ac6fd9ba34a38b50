// What the nights before measured of the rows of a comparison, as its reports draw it.
import type { Row } from '../../model/index.ts'

/** Levels of the nights, the oldest first, in the row's unit; null for a night without the row. */
export type Levels = (number | null)[]

/** `machine` is where the nights were measured; `rows` has the levels by `rowKey`, and not every row. */
export type Nightly = { machine: string; rows: Map<string, Levels> }

/** Rows of one key measure the same thing. */
export const rowKey = ({ benchmark, metric, unit }: Pick<Row, 'benchmark' | 'metric' | 'unit'>): string =>
  JSON.stringify([benchmark, metric, unit])

/** The levels of a row; null where nothing is known of its nights. */
export const levelsOf = (nightly: Nightly | null | undefined, row: Row): Levels | null =>
  nightly?.rows.get(rowKey(row)) ?? null
