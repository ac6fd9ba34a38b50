// GitHub's own OpenAPI description, cut down to the paths that the stand-in answers, with checks in both directions.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Document, OpenAPIBackend } from 'openapi-backend'
import type { Schema } from './fill-schema.ts'

type Json = { [key: string]: unknown }

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
export async function loadGitHubDescription(paths: readonly string[]): Promise<GitHubDescription> {
  const definition = cutDown(paths) as unknown as Document
  // To make the code of a check shorter takes longer than all the checks of a test file.
  const code = { optimize: false } as const
  const ajvOpts = { strict: false, validateFormats: false, allErrors: true, code } as const
  const api = await new OpenAPIBackend({ definition, quick: true, ajvOpts }).init()
  // The router would collect all operations anew, several times for each request.
  const operations = api.router.getOperations()
  api.router.getOperations = () => operations
  const schemas = (api.definition.components?.schemas ?? {}) as Record<string, Schema>
  return {
    match: request => {
      const operation = api.router.matchOperation(request)
      if (!operation?.operationId) return null
      return { operation: operation.operationId, params: api.router.parseRequest(request, operation).params }
    },
    requestErrors: (operation, request) => texts(api.validator.validateRequest(request, operation).errors),
    responseErrors: (operation, status, body) => {
      const described = Object.hasOwn(api.router.getOperation(operation)?.responses ?? {}, status)
      if (!described) return status >= 400 ? [] : [`status ${status} is not described`]
      return texts(api.validator.validateResponse(body, operation, status).errors)
    },
    schema: name => {
      const schema = schemas[name]
      if (!schema) throw new Error(`GitHub's description has no schema '${name}' on the paths in use`)
      return schema
    },
  }
}

function texts(
  errors: { instancePath?: string; message?: string; params?: unknown }[] | null | undefined,
): string[] {
  return (errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath ?? ''} ${message ?? 'is wrong'} ${JSON.stringify(params ?? {})}`.trim(),
  )
}

function cutDown(paths: readonly string[]): Json {
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json')
  const full = JSON.parse(readFileSync(file, 'utf8')) as Json & {
    paths: Json
    components: Record<string, Json>
  }
  const components: Record<string, Json> = {}
  const refer = (reference: string): void => {
    const [, , kind = '', name = ''] = reference.split('/')
    components[kind] ??= {}
    if (Object.hasOwn(components[kind], name)) return
    components[kind][name] = {}
    components[kind][name] = copy(full.components[kind]?.[name], refer)
  }
  const kept = paths.map(path => {
    if (!Object.hasOwn(full.paths, path)) throw new Error(`GitHub's description has no path ${path}`)
    return [path, copy(full.paths[path], refer)]
  })
  return { openapi: full.openapi, info: full.info, paths: Object.fromEntries(kept), components }
}

/**
 * Copies a part of the description and reports what it refers to. `nullable` is spelled out as "or null": GitHub also
 * uses it beside references and enumerations, where the validator would refuse it.
 */
function copy(part: unknown, refer: (reference: string) => void): unknown {
  if (Array.isArray(part)) return part.map(item => copy(item, refer))
  if (part === null || typeof part !== 'object') return part
  const { nullable, ...rest } = part as Json
  if (typeof rest.$ref === 'string') refer(rest.$ref)
  const copied = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, copy(value, refer)]))
  return nullable === true ? { anyOf: [copied, { enum: [null] }] } : copied
}
