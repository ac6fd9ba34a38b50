// The levels of a comparison's rows in the nights before. Its reports draw them.
import type { Row } from '../../model/index.ts'

/** Levels of the nights, the oldest first, in the row's unit; null for a night without the row. */
export type Levels = (number | null)[]

/** `machine` is the one that the nights were measured on; `rows` has the levels by `rowKey`, not those of every row. */
export type Nightly = { machine: string; rows: Map<string, Levels> }

/** Rows of one key measure the same thing. */
export const rowKey = ({ benchmark, metric, unit }: Pick<Row, 'benchmark' | 'metric' | 'unit'>): string =>
  JSON.stringify([benchmark, metric, unit])

/** The levels of a row; null where no night has it. */
export const levelsOf = (nightly: Nightly | null | undefined, row: Row): Levels | null =>
  nightly?.rows.get(rowKey(row)) ?? null
