// Checks of JSON values. A refusal names the place in the document.
import { InputError } from '../../model/index.ts'

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the text has `key` as the key of some object: cheap; inside a string its quotes would be escaped. */
export function hasKey(text: string, key: string): boolean {
  // Most texts are of another tool, and the search for a word is quicker.
  return text.includes(`"${key}"`) && new RegExp(`"${key.replace(/[()]/g, String.raw`\$&`)}"\\s*:`).test(text)
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fields of an object; none of anything else. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The list that a document is. Throws an InputError: this is not what the tool writes. */
export function listOf(document: unknown, source: string, hint: string): unknown[] {
  if (Array.isArray(document)) return document
  throw new InputError(`${source}: is ${shown(document)}, expected a list; ${hint}`)
}

/** The list of objects at `key` of a document. Throws an InputError: this is not what the tool writes. */
export function objectsAt(document: unknown, key: string, source: string, hint: string): JsonObject[] {
  const list = isObject(document) ? document[key] : undefined
  if (!Array.isArray(list)) throw new InputError(`${source}: has no list "${key}"; ${hint}`)
  return list.map((item, index) => {
    if (isObject(item)) return item
    throw new InputError(`${source}: ${key}[${index}] is ${shown(item)}, expected an object; ${hint}`)
  })
}

/** Tells a list of nothing but such things, at least one: other tools list named things, too. */
export const isListOf = (isEach: (value: unknown) => boolean) => (document: unknown) =>
  Array.isArray(document) && document.length > 0 && document.every(isEach)

/** The name of a benchmark. Throws an InputError. */
export function nameAt(name: unknown, where: string, hint: string): string {
  if (typeof name === 'string') return name
  throw new InputError(`${where}: the name is ${shown(name)}; ${hint}`)
}

/** A number, NaN and Infinity included: whether it can be a measurement is checked later. Throws an InputError. */
export function numberAt(value: unknown, where: string): number {
  if (typeof value === 'number') return value
  throw new InputError(`${where} is ${shown(value)}, expected a number`)
}

/** Whether this is a list of runs: at least one, each a list of at least one finite number. */
export function isRuns(value: unknown): value is number[][] {
  if (!Array.isArray(value) || value.length === 0) return false
  return value.every(run => Array.isArray(run) && run.length > 0 && run.every(Number.isFinite))
}

/** A text as it is, and of any other value what a message shows of it. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : shown(value))

/** So many levels of lists are read; a list may be far too deep to be rendered. */
const LEVELS = 10

/** The value of a parameter as a part of a name: what is in a list, in whatever lists, joined by commas. */
export function parameterText(value: unknown): string {
  if (!Array.isArray(value)) return asText(value)
  const parts: unknown[] = value.flat(LEVELS)
  return parts.map(part => (part === null ? '' : asText(part))).join(',')
}

/** A JSON value for a message, at most 40 characters of it; lists and objects may be far too deep to be rendered. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value)
}
