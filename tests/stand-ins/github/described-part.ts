// The part of GitHub's own OpenAPI description that the stand-in needs.
type Json = { [key: string]: unknown }

/** A schema refers to another one by this and its name. */
export const schemaUrl = 'https://api.github.com/schemas/'

export type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: object }

export type DescribedOperation = {
  operation: string
  method: string
  path: string
  parameters: Parameter[]
  body: { required: boolean; schema: object } | null
  /** By status; null where the description has no JSON. */
  responses: Record<string, object | null>
}

export type DescribedPart = { operations: DescribedOperation[]; schemas: Record<string, object> }

/** The name of the schema that this refers to; undefined for whatever is no reference. */
export function referredName(part: unknown): string | undefined {
  const { $ref } = (part ?? {}) as { $ref?: unknown }
  return typeof $ref === 'string' && $ref.startsWith(schemaUrl) ? $ref.slice(schemaUrl.length) : undefined
}

export type Whole = {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Json>>
}

/**
 * Cuts out these operations of these paths, with everything that they refer to.
 *
 * @throws when the description lacks one of them
 */
export function cutOut(whole: Whole, paths: readonly string[], names: readonly string[]): DescribedPart {
  const schemas: Record<string, object> = {}
  const copied = (schema: unknown) =>
    copy(schema, name => {
      if (Object.hasOwn(schemas, name)) return
      schemas[name] = {}
      schemas[name] = copied(whole.components.schemas?.[name])
    }) as object
  const operations = paths.flatMap(path => {
    const item = whole.paths[path]
    if (!item) throw new Error(`GitHub's description has no path ${path}`)
    return Object.entries(item)
      .filter(([, { operationId }]) => names.includes(operationId))
      .map(([method, operation]) => ({ method, path, ...describedOperation(operation, whole, copied) }))
  })
  const missing = names.filter(name => !operations.some(({ operation }) => operation === name))
  if (missing.length > 0) throw new Error(`GitHub's description has no ${missing.join(', ')} on these paths`)
  return { operations, schemas }
}

type Content = { content?: { 'application/json'?: { schema?: object } } }

type Operation = {
  operationId: string
  parameters?: Json[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Json>
}

function describedOperation(
  { operationId, parameters = [], requestBody, responses }: Operation,
  { components }: Whole,
  copied: (schema: unknown) => object,
): Omit<DescribedOperation, 'method' | 'path'> {
  const resolved = (part: Json): Json => {
    if (typeof part.$ref !== 'string') return part
    const [, , kind = '', name = ''] = part.$ref.split('/')
    return components[kind]?.[name] ?? {}
  }
  const schemaOf = ({ content }: Content): object | null => {
    const schema = content?.['application/json']?.schema
    return schema === undefined ? null : copied(schema)
  }
  const body = requestBody && schemaOf(requestBody)
  return {
    operation: operationId,
    parameters: parameters.map(each => {
      const { name, in: place, required, schema } = resolved(each) as Parameter
      if (place !== 'path' && place !== 'query')
        throw new Error(`${operationId} has a parameter in the ${place}`)
      return { name, in: place, ...(required ? { required } : {}), schema: copied(schema) }
    }),
    body: body ? { required: requestBody.required === true, schema: body } : null,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, schemaOf(resolved(response))]),
    ),
  }
}

/**
 * Copies a schema and reports what it refers to. `nullable` is spelled out as "or null": GitHub also uses it beside
 * references and enumerations, where the validator would refuse it.
 */
function copy(part: unknown, refer: (name: string) => void): unknown {
  if (Array.isArray(part)) return part.map(item => copy(item, refer))
  if (part === null || typeof part !== 'object') return part
  const { nullable, ...rest } = part as Json
  const copied = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, copy(value, refer)]))
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(rest.$ref))?.[1]
  if (name !== undefined) {
    refer(name)
    copied.$ref = schemaUrl + name
  }
  return nullable === true ? { anyOf: [copied, { enum: [null] }] } : copied
}
