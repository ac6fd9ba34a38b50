// GitHub's own OpenAPI description of the paths that the stand-in answers, with checks in both directions.
import { createRequire } from 'node:module'
import { type DescribedOperation, type DescribedPart, referredName } from './described-part.ts'
import type { Schema } from './fill-schema.ts'
import { keptDescription } from './kept-description.ts'

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
 * @param paths templates as in the description
 * @param names the operations on them; all others are left out, with everything only they refer to
 * @throws when the description lacks one of them
 */
export async function loadGitHubDescription(
  paths: readonly string[],
  names: readonly string[],
): Promise<GitHubDescription> {
  const kept = await keptDescription(paths, names)
  const { operations, schemas } = JSON.parse(kept.part) as DescribedPart
  const routes = routesOf(operations)
  const find = (name: string) => routes.find(({ operation }) => operation === name) as Route
  const errorsIn = checksIn(kept.checks)
  const linked = withoutReferences(schemas)
  return {
    match: ({ method, path }) => {
      const route = routes.find(each => each.method === method.toLowerCase() && each.pattern.test(path))
      return route ? { operation: route.operation, params: paramsOf(route, path) } : null
    },
    requestErrors: (name, { path, query, body }) => {
      const route = find(name)
      const given = { path: meant(route, paramsOf(route, path)), query: meant(route, query) }
      return [
        ...errorsIn(`${name} body`, body === undefined ? {} : { body }),
        ...errorsIn(`${name} parameters`, given),
      ]
    },
    responseErrors: (name, status, body) => {
      const schema = find(name).responses[status]
      if (schema === undefined) return status >= 400 ? [] : [`status ${status} is not described`]
      if (schema === null) return status === 204 && body !== null ? ['a body beside the status 204'] : []
      return errorsIn(`${name} ${status}`, body)
    },
    schema: name => {
      const schema = linked[name]
      if (!schema) throw new Error(`GitHub's description has no schema '${name}' for the operations in use`)
      return schema
    },
  }
}

type Route = DescribedOperation & { pattern: RegExp }

const literalLength = ({ path }: DescribedOperation) => path.replace(/\{.*?\}/g, '').length

/** Those with fewer placeholders first. */
function routesOf(operations: DescribedOperation[]): Route[] {
  const sorted = operations.toSorted((a, b) => literalLength(b) - literalLength(a))
  return sorted.map(operation => {
    const literals = operation.path
      .split(/\{[^}]+\}/)
      .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return { ...operation, pattern: RegExp(`^${literals.join('([^/]+)')}$`) }
  })
}

function paramsOf({ path, pattern }: Route, asked: string): Record<string, string> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  const values = pattern.exec(asked)?.slice(1) ?? []
  return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]))
}

/** Texts of a path or a query, as the numbers and truth values that they stand for. */
function meant({ parameters }: Route, texts: Record<string, string>): Record<string, unknown> {
  const values = Object.entries(texts).map(([name, text]) => {
    const { type } = (parameters.find(each => each.name === name)?.schema ?? {}) as Schema
    if (type === 'integer' && /^-?\d+$/.test(text)) return [name, Number(text)]
    return [name, type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text]
  })
  return Object.fromEntries(values)
}

type Check = {
  (value: unknown): boolean
  errors: { instancePath: string; message?: string; params: object }[] | null
}

/** Finds what is wrong with a value, by the check of that name. */
function checksIn(code: string) {
  const checks: Record<string, Check> = {}
  new Function('exports', 'require', code)(checks, createRequire(import.meta.url))
  return (name: string, value: unknown): string[] => {
    const check = checks[name] as Check
    check(value)
    return (check.errors ?? []).map(({ instancePath, message, params }) =>
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
