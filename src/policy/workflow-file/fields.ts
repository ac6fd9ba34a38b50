// The fields of an object in a workflow file, which may hold anything in its place.

type Fields = Record<string, unknown>

/** None of a value that is no object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
