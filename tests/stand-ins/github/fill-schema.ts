// Completes what the state knows to what a schema demands. Filled-in values say so, that no test passes by accident.

/** The part of JSON schema (OpenAPI 3.0, references resolved) that GitHub's response schemas use. */
export type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

type Values = { [key: string]: unknown }

/**
 * Returns `values` with every required property that is missing filled in, at every depth: null where that is
 * allowed, else an empty list, 0, false, the first of an enumeration, or text that names the missing field.
 */
export function fillSchema(schema: Schema, values: Values): Values {
  const filled: Values = { ...values }
  for (const part of [schema, ...(schema.allOf ?? [])]) {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      if (name in values) filled[name] = complete(property, values[name])
      else if (part.required?.includes(name)) filled[name] = placeholder(name, property)
    }
  }
  return filled
}

function complete(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => complete(schema.items ?? {}, item))
  if (value === null || typeof value !== 'object') return value
  return fillSchema(alternatives(schema).find(isObject) ?? schema, value as Values)
}

function placeholder(name: string, schema: Schema): unknown {
  const possible = alternatives(schema)
  if (possible.some(alternative => alternative.enum?.includes(null))) return null
  if (schema.enum) return schema.enum[0]
  if (isObject(schema)) return fillSchema(schema, {})
  switch (schema.type) {
    case 'array':
      return []
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return 0
    case 'string':
      return schema.format === 'uri' ? `https://not-modelled.invalid/${name}` : `not modelled: ${name}`
    default:
      return possible[0] && possible[0] !== schema ? placeholder(name, possible[0]) : {}
  }
}

const alternatives = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [schema]

const isObject = (schema: Schema) => schema.type === 'object' || 'properties' in schema || 'allOf' in schema
