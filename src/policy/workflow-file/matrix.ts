// The legs of a matrix, where the workflow file has its values as they are. The file may be a pull request's.
import { fieldsOf } from '../yaml-document.ts'
import { fill, type Scope } from './expressions/expressions.ts'

type Leg = Record<string, unknown>

/** GitHub refuses a matrix of more. */
const MOST = 256

/** The value by `matrix.KEY`, those of an object by `matrix.KEY.FIELD` as well. */
function named(name: string, value: unknown, scope: Scope): [string, unknown][] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(fieldsOf(value)).flatMap(([field, inner]) =>
      named(`${name}.${field}`, inner, scope),
    )
  return [[name.toLowerCase(), typeof value === 'string' ? fill(value, scope) : value]]
}

const objectsOf = (list: unknown): Leg[] => (Array.isArray(list) ? list.map(fieldsOf) : [])

/** Whether the leg has every value of `entry`. */
const hasAll = (leg: Leg, entry: Leg) =>
  Object.entries(entry).every(([key, value]) => Object.hasOwn(leg, key) && same(leg[key], value))

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The legs with what `include` adds: to all whose own values it leaves as they are, else as a leg of its own. */
function withIncluded(legs: Leg[], include: Leg[]): Leg[] {
  const added = legs.map(leg => ({ ...leg }))
  const own: Leg[] = []
  for (const more of include) {
    const fits = (leg: Leg) =>
      Object.entries(more).every(([key, value]) => !Object.hasOwn(leg, key) || same(leg[key], value))
    const fitting = legs.flatMap((leg, i) => (fits(leg) ? [added[i] as Leg] : []))
    for (const leg of fitting) Object.assign(leg, more)
    if (fitting.length === 0) own.push(more)
  }
  return [...added, ...own]
}

/**
 * The values of each leg of a job's `strategy`, by `matrix.KEY`; one without values for a job without a matrix. A list
 * that an expression makes (`fromJSON`) is not among them: only the runner knows it.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstrategymatrixinclude
 */
export function matrixLegs(strategy: unknown, scope: Scope): Map<string, unknown>[] {
  const { include, exclude, ...keys } = fieldsOf(fieldsOf(strategy).matrix)
  let legs: Leg[] = [{}]
  for (const [key, list] of Object.entries(keys))
    if (Array.isArray(list))
      legs = legs.flatMap(leg => list.slice(0, MOST).map(value => ({ ...leg, [key]: value }))).slice(0, MOST)
  const excluded = objectsOf(exclude).slice(0, MOST)
  legs = legs.filter(leg => !excluded.some(entry => hasAll(leg, entry)))
  const included = objectsOf(include).slice(0, MOST)
  // Without lists, each entry is a leg.
  const all = Object.keys(keys).length === 0 && included.length > 0 ? included : withIncluded(legs, included)
  return all
    .slice(0, MOST)
    .map(leg => new Map(Object.entries(leg).flatMap(([key, value]) => named(`matrix.${key}`, value, scope))))
}
