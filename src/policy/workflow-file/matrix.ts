// The values that a matrix gives its jobs, where the workflow file has them as they are. The file may be a pull
// request's: its text is untrusted.
import { fieldsOf } from './fields.ts'

/** The texts that `matrix.KEY` may be, by key; for a value that is an object, by `KEY.FIELD`. */
type MatrixValues = Map<string, Set<string>>

function addValue(values: MatrixValues, key: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const [field, inner] of Object.entries(fieldsOf(value))) addValue(values, `${key}.${field}`, inner)
    return
  }
  values.set(key, (values.get(key) ?? new Set()).add(String(value ?? '')))
}

/**
 * The values of a job's `strategy`. Those that `exclude` takes away are among them. A list that an expression makes
 * (`fromJSON`) is not: only the runner knows its values.
 */
export function matrixValues(strategy: unknown): MatrixValues {
  const { include, exclude: _, ...keys } = fieldsOf(fieldsOf(strategy).matrix)
  const values: MatrixValues = new Map()
  for (const [key, list] of Object.entries(keys))
    if (Array.isArray(list)) for (const value of list) addValue(values, key, value)
  if (Array.isArray(include))
    for (const [key, value] of include.flatMap(more => Object.entries(fieldsOf(more))))
      addValue(values, key, value)
  return values
}

const EXPRESSION = /\$\{\{\s*(.*?)\s*\}\}/
const MOST = 1000

/** Every text that `written` becomes in a job of the matrix; null where only the runner can tell. */
export function filledFrom(values: MatrixValues, written: string): string[] | null {
  let texts = [written]
  for (;;) {
    const next = texts.flatMap(text => {
      const [whole, inside = ''] = EXPRESSION.exec(text) ?? []
      if (whole === undefined) return [text]
      const known = [...(values.get(inside.replace(/^matrix\./, '')) ?? [])]
      if (!inside.startsWith('matrix.') || known.some(value => value.includes('${{'))) return []
      return known.map(value => text.replace(whole, () => value))
    })
    if (next.length === 0 || next.length > MOST) return null
    if (!next.some(text => EXPRESSION.test(text))) return next
    texts = next
  }
}
