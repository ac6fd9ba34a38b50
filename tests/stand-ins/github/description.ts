// GitHub's own OpenAPI description of the paths that the stand-in answers, with checks in both directions.
import { Ajv, type Options } from 'ajv'
import {
  type DescribedOperation,
  type DescribedPart,
  describedPart,
  type Parameter,
  referredName,
} from './described-part.ts'
import type { Schema } from './fill-schema.ts'

export type ApiRequest = {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

export type GitHubDescription = {
  /** The operation that a method and path belong to, with its path parameters; null outside the description. */
  match: (request: ApiRequest) => { operation: string; params: Record<string, string> } | null
  /** What is wrong with a request; empty when nothing is. */
  requestErrors: (operation: string, request: ApiRequest) => string[]
  /** The same for one of our responses. GitHub does not describe all its errors, so those may be undescribed. */
  responseErrors: (operation: string, status: number, body: unknown) => string[]
  /** A schema of `components`, without references. */
  schema: (name: string) => Schema
}

/**
 * Loads the description that `@octokit/openapi` publishes.
 *
 * @param paths templates as in the description; all others are left out, with everything only they refer to
 * @throws when the description has no such path
 */
export function loadGitHubDescription(paths: readonly string[]): GitHubDescription {
  const text = describedPart(paths)
  const { operations, schemas } = JSON.parse(text) as DescribedPart
  const routes = routesOf(operations)
  const find = (name: string) => routes.find(({ operation }) => operation === name) as Route
  const errorsIn = checks(schemas)
  const parameterErrors = checks(schemas, { coerceTypes: true })
  let linked: Record<string, Schema> | undefined
  return {
    match: ({ method, path }) => {
      const route = routes.find(each => each.method === method.toLowerCase() && each.pattern.test(path))
      return route ? { operation: route.operation, params: paramsOf(route, path) } : null
    },
    requestErrors: (name, { path, query, body }) => {
      const route = find(name)
      const given = { path: paramsOf(route, path), query: { ...query } }
      const asked = body === undefined ? {} : { body }
      return [...errorsIn(route.bodySchema, asked), ...parameterErrors(route.parameterSchema, given)]
    },
    responseErrors: (name, status, body) => {
      const { responses } = find(name)
      const schema = responses[status]
      if (schema === undefined) return status >= 400 ? [] : [`status ${status} is not described`]
      if (schema === null) return status === 204 && body !== null ? ['a body beside the status 204'] : []
      return errorsIn(schema, body)
    },
    schema: name => {
      linked ??= withoutReferences((JSON.parse(text) as DescribedPart).schemas)
      const schema = linked[name]
      if (!schema) throw new Error(`GitHub's description has no schema '${name}' on the paths in use`)
      return schema
    },
  }
}

type Route = DescribedOperation & {
  pattern: RegExp
  /** Of an object with the body, and of one with the parameters of path and query. */
  bodySchema: object
  parameterSchema: object
}

const literalLength = ({ path }: DescribedOperation) => path.replace(/\{.*?\}/g, '').length

/** Those with fewer placeholders first. */
function routesOf(operations: DescribedOperation[]): Route[] {
  const sorted = operations.toSorted((a, b) => literalLength(b) - literalLength(a))
  return sorted.map(operation => {
    const { path, parameters, body } = operation
    const literals = path.split(/\{[^}]+\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return {
      ...operation,
      pattern: RegExp(`^${literals.join('([^/]+)')}$`),
      bodySchema: body ? { properties: { body: body.schema }, required: body.required ? ['body'] : [] } : {},
      parameterSchema: {
        properties: { path: objectOf(parameters, 'path'), query: objectOf(parameters, 'query') },
      },
    }
  })
}

function objectOf(parameters: Parameter[], place: Parameter['in']): object {
  const own = parameters.filter(each => each.in === place)
  return {
    additionalProperties: false,
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }
}

function paramsOf({ path, pattern }: Route, asked: string): Record<string, string> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  const values = pattern.exec(asked)?.slice(1) ?? []
  return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]))
}

/** Finds what is wrong with a value by a schema, which is compiled when it is first asked for, with those that it refers to. */
function checks(schemas: DescribedPart['schemas'], options: Options = {}) {
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    meta: false,
    validateFormats: false,
    allErrors: true,
    // One function for each schema, however many refer to it.
    inlineRefs: false,
    // To make the code of a check shorter takes longer than all the checks of a test file.
    code: { optimize: false },
    ...options,
  })
  const known = new Set<object>()
  const addReferred = (part: unknown): void => {
    if (part === null || typeof part !== 'object' || known.has(part)) return
    known.add(part)
    const name = referredName(part)
    const schema = name === undefined ? undefined : schemas[name]
    if (schema && !known.has(schema)) ajv.addSchema(schema, (part as { $ref: string }).$ref)
    addReferred(schema)
    for (const value of Object.values(part)) addReferred(value)
  }
  return (schema: object, value: unknown): string[] => {
    addReferred(schema)
    const validate = ajv.compile(schema)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message ?? 'is wrong'} ${JSON.stringify(params)}`.trim(),
    )
  }
}

/** The schemas with what they refer to in the place of each reference. */
function withoutReferences(schemas: Record<string, object>): Record<string, Schema> {
  const link = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return
    for (const [key, value] of Object.entries(part)) {
      const name = referredName(value)
      if (name === undefined) link(value)
      else (part as Record<string, unknown>)[key] = schemas[name]
    }
  }
  link(schemas)
  return schemas as Record<string, Schema>
}
