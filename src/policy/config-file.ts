// `.stable-bench.yml`: where it is, and how it is read. Each mistake is named with line, column, key and value.
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  visit,
  type YAMLParseError,
} from 'yaml'
import type * as z from 'zod'
import { InputError } from '../model/index.ts'
import { mostMistakes } from './closed-object.ts'
import { type Config, configSchema, type Settings, settingsSchema } from './config-schema.ts'
import { maxYamlBytes, yamlDocument } from './yaml-document.ts'

export const configFileName = '.stable-bench.yml'

const maxShown = 100

/** The root of the repository that `directory` is in, without asking git; null where it is in none. */
export function repositoryRoot(directory: string): string | null {
  // In a worktree and in a submodule `.git` is a file.
  for (let at = resolve(directory); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return null
  }
}

/** Throws an InputError where the file at `path` is not there, but is with the other ending of YAML: it would not count. */
export function assertEnding(path: string): void {
  const other = path.replace(/\.yml$/, '.yaml')
  if (existsSync(path) || !existsSync(other)) return
  throw new InputError(`${other}: does not count under this name; call it ${basename(path)}`)
}

/** The usual configuration file for work in `directory`: its own, else the repository's; null where there is none. */
export function findConfig(directory: string): string | null {
  const root = repositoryRoot(directory)
  const paths = [directory, ...(root === null ? [] : [root])].map(each => join(each, configFileName))
  paths.forEach(assertEnding)
  return paths.find(path => existsSync(path)) ?? null
}

type ConfigIssue = z.core.$ZodIssue

/** The node at `path`, or the nearest of its parents. */
function nodeAt(document: Document, path: PropertyKey[]): Node | null {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node)) return node
  }
  return document.contents
}

function keyNode(document: Document, path: PropertyKey[], key: string): Node | null {
  const map = path.length === 0 ? document.contents : document.getIn(path, true)
  const found = isMap(map) ? map.items.find(pair => isScalar(pair.key) && pair.key.value === key) : undefined
  return isNode(found?.key) ? found.key : nodeAt(document, path)
}

/** `rows, entry 2, band`: entries are counted from 1, as people do. */
function pathText(path: PropertyKey[]): string {
  return path.map(key => (typeof key === 'number' ? `entry ${key + 1}` : String(key))).join(', ')
}

function gotText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `'${String(value).slice(0, maxShown)}'`
  return Array.isArray(value) ? 'a list' : 'keys and values'
}

/** Says of the value at an issue's path what is allowed there, and what stands there instead. */
function problemText({ code, message }: ConfigIssue, value: unknown): string {
  if (value === undefined) return `is missing; it ${message}`
  const isWhole = code === 'custom' && typeof value === 'object'
  return isWhole || message.includes(", got '") ? message : `${message}, got ${gotText(value)}`
}

type Mistake = { node: Node | null; path: PropertyKey[]; problem: string }

function mistakesOf(issue: ConfigIssue, document: Document, content: unknown): Mistake[] {
  const { path, message } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, mostMistakes + 1).map((key, i) => ({
      node: keyNode(document, path, key),
      path,
      problem: `there is no key '${key.slice(0, maxShown)}'; ${message.split('\n')[i]}`,
    }))
  const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)?.[key], content)
  const key = path.at(-1)
  // A mistake of a whole entry is where its name is.
  const node =
    isMapping(value) && typeof key === 'string'
      ? keyNode(document, path.slice(0, -1), key)
      : nodeAt(document, path)
  return [{ node, path, problem: problemText(issue, value) }]
}

const isMapping = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A section whose last entry was deleted is as good as none. */
function withoutEmpty(content: unknown): unknown {
  if (!isMapping(content)) return content
  return Object.fromEntries(Object.entries(content).filter(([, section]) => section !== null))
}

/** What keeps `text` from being YAML. */
function brokenText({ code, message, pos: [at] }: YAMLParseError, text: string): string {
  if (code === 'DUPLICATE_KEY')
    return `the key ${/^[^\n:]*/.exec(text.slice(at))?.[0]} is there twice; keep one of both`
  if (code === 'NON_STRING_KEY') return 'a key must be text; text that holds { and } goes between quotes'
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; everything goes into one'
  if (text[at] === '*' && code !== 'RESOURCE_EXHAUSTION')
    return `${message}; text that begins with * goes between quotes`
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at + 1)
  return line.includes('{') ? `${message}; text that holds { and } goes between quotes` : message
}

/** Numbers are texts as they are written, for the schemas to read: a suite `1.10` is no suite `1.1`. */
function contentOf(document: Document, source: string): unknown {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'number') node.value = node.source ?? node.value
    },
  })
  try {
    return withoutEmpty(document.toJS({ maxAliasCount: 100 }) ?? {})
  } catch (error) {
    throw new InputError(`${source}: ${(error as Error).message}`)
  }
}

/** `.stable-bench.yml:7:3`. */
function placeIn(lines: LineCounter, source: string, offset: number): string {
  const { line, col } = lines.linePos(offset)
  return `${source}:${line}:${col}`
}

function parsed<Schema extends z.ZodType>(text: string, source: string, schema: Schema): z.output<Schema> {
  if (text.length > maxYamlBytes) throw new InputError(`${source}: is larger than 1 MiB`)
  const lines = new LineCounter()
  const document = yamlDocument(text, lines)
  const place = (offset = 0) => placeIn(lines, source, offset)
  // The first one makes the others.
  const [broken] = document.errors
  if (broken) throw new InputError(`${place(broken.pos[0])}: ${brokenText(broken, text)}`)
  const content = contentOf(document, source)
  const result = schema.safeParse(content)
  if (result.success) return result.data
  const { issues } = result.error
  const mistakes = issues.slice(0, mostMistakes + 1).flatMap(issue => mistakesOf(issue, document, content))
  const texts = mistakes
    .slice(0, mostMistakes)
    .map(({ node, path, problem }) =>
      [place(node?.range?.[0]), ...(path.length > 0 ? [pathText(path)] : []), problem].join(': '),
    )
  if (mistakes.length > mostMistakes) texts.push(`${source}: these are the first ${mostMistakes} mistakes`)
  throw new InputError(texts.join('\n'))
}

/** The place of a key in a text that is good YAML, as messages name it. */
export function placeOf(text: string, source: string, path: string[]): string {
  const lines = new LineCounter()
  const document = yamlDocument(text, lines)
  const node = keyNode(document, path.slice(0, -1), path.at(-1) ?? '')
  return placeIn(lines, source, node?.range?.[0] ?? 0)
}

/** The configuration in `text`. Throws an InputError that lists every mistake with its line. */
export const parseConfig = (text: string, source: string): Config =>
  parsed(text, source, configSchema) as Config

/** The inputs that the configuration in `text` sets. Throws an InputError if they have mistakes, or `text` is no YAML. */
export const parseSettings = (text: string, source: string): Settings =>
  parsed(text, source, settingsSchema) as Settings
