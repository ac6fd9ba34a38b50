// The jobs that a matrix makes, as GitHub makes them: every combination of its lists, less `exclude`, then `include`.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstrategymatrixinclude
import { fieldsOf } from './fields.ts'

/** The values of one job of a matrix, by key. */
type Combination = Record<string, unknown>

/** GitHub makes at most 256 jobs of a matrix. */
const MOST = 256

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Whether `entry` has nothing that contradicts `combination`, among `keys`. */
const agrees = (entry: Combination, combination: Combination, keys: string[]) =>
  keys.every(key => !Object.hasOwn(entry, key) || same(entry[key], combination[key]))

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

function included(combinations: Combination[], include: unknown[], keys: string[]): Combination[] {
  const all = combinations.map(each => ({ ...each }))
  const added: Combination[] = []
  for (const entry of include.map(fieldsOf)) {
    const extended = all.filter(each => agrees(entry, each, keys))
    if (extended.length === 0) added.push(entry)
    for (const each of extended) Object.assign(each, entry)
  }
  return [...all, ...added]
}

/** One empty combination for a job without a matrix; null where an expression makes the matrix, or it is too large. */
export function matrixCombinations(strategy: unknown): Combination[] | null {
  const { matrix } = fieldsOf(strategy)
  if (matrix === undefined) return [{}]
  if (typeof matrix === 'string') return null
  const { include = [], exclude = [], ...lists } = fieldsOf(matrix)
  const keys = Object.keys(lists)
  if (!isList(include) || !isList(exclude) || !Object.values(lists).every(isList)) return null
  let combinations: Combination[] = keys.length === 0 ? [] : [{}]
  for (const key of keys) {
    const values = lists[key] as unknown[]
    combinations = combinations.flatMap(each => values.map(value => ({ ...each, [key]: value })))
    if (combinations.length > MOST) return null
  }
  const kept = combinations.filter(
    each => !exclude.map(fieldsOf).some(entry => agrees(entry, each, Object.keys(entry))),
  )
  return included(kept, include, keys)
}
