// The part of GitHub's own OpenAPI description that the stand-in needs. The whole has 13 MB: the first test file cuts the
// part out, and leaves it to the others in a file of the directory for temporary files.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Json = { [key: string]: unknown }

/** A schema refers to another one by this and its name. */
const schemaUrl = 'https://api.github.com/schemas/'

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

/**
 * The part of what `@octokit/openapi` publishes, as JSON of a `DescribedPart`.
 *
 * @param paths templates as in the description; all others are left out, with everything only they refer to
 * @throws when the description has no such path
 */
export function describedPart(paths: readonly string[]): string {
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json')
  const { size, mtimeMs } = statSync(file)
  const own = readFileSync(fileURLToPath(import.meta.url))
  const key = createHash('sha256')
    .update(own)
    .update([file, size, mtimeMs, ...paths].join())
  const kept = join(tmpdir(), `stable-bench-described-${key.digest('hex').slice(0, 16)}.json`)
  if (existsSync(kept)) return readFileSync(kept, 'utf8')
  const text = JSON.stringify(cutOut(JSON.parse(readFileSync(file, 'utf8')), paths))
  const unfinished = `${kept}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, kept)
  return text
}

type Whole = { paths: Record<string, Json>; components: Record<string, Record<string, Json>> }

function cutOut(whole: Whole, paths: readonly string[]): DescribedPart {
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
    return Object.entries(item).map(([method, operation]) => ({
      method,
      path,
      ...describedOperation(operation as Operation, whole, copied),
    }))
  })
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
