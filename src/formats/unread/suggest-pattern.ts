// A pattern that reads an output in no known format, where it shows numbers with names. It is tried before it is shown.
import { InputError } from '../../model/index.ts'
import { betterDirection } from '../direction.ts'
import { isObject, type JsonObject } from '../json/shape.ts'
import { hasDocument } from '../json/tolerant.ts'
import { patternFormat } from '../pattern/read.ts'
import { tableLines } from '../plain-text.ts'

/** `unit` is that of all numbers, '' where each has its own; `better` is needed where no unit says it. */
export type Suggested = { pattern: string; unit: string; isBetterNeeded: boolean }

const NUMBER = String.raw`(?<value>\d[\d.,]*(?:e[-+]?\d+)?)`
const UNIT = String.raw`(?<unit>[A-Za-zµμ%][\w/µμ%]*)`
const NAME = '(?<name>[A-Za-z_][^:=]*?)'

/** Lines such as `parse: 1.2 ms`, `parse = 1.2`, `parse  1.2 ms/op`, `parse,1.2`. The first one that reads the output counts. */
const LINES: string[] = [
  `^\\s*${NAME}\\s*[:=]\\s*${NUMBER}\\s*${UNIT}`,
  `^\\s*(?<name>[A-Za-z_]\\S*)\\s+${NUMBER}\\s*${UNIT}`,
  `^\\s*(?<name>[A-Za-z_].*?\\S)\\s{2,}${NUMBER}\\s*${UNIT}`,
  `^\\s*${NAME}\\s*[:=]\\s*${NUMBER}\\s*$`,
  `^(?<name>[A-Za-z_][^,;\\t]*)[,;\\t]${NUMBER}(?:[,;\\t]|$)`,
]

const NAMES = /^(?:name|title|id|benchmark|label|test|case|fullname|scenario)$/i
const VALUES =
  /^(?:mean|median|average|avg|time|times|duration|elapsed|latency|value|score|rate|ops|throughput|flops|gflops|ps|ns|us|ms|ips|qps|rps|hz)$/i
/** A word of its own, at the end of a key or before `per`: `mean_ms`, `meanMs`, `ms`, `ns_per_op`; no unit ends `gflops`. */
const UNIT_IN_KEY =
  /(?:(?:^|_)(ps|ns|us|ms|s|sec|secs|seconds)|(?<=[a-z\d])(Ps|Ns|Us|Ms|S|Sec|Secs|Seconds))$|^(ps|ns|us|ms|sec)(?=_per_|Per[A-Z])/

const unitIn = (key: string) => (UNIT_IN_KEY.exec(key)?.slice(1).join('') ?? '').toLowerCase()
const isPlain = (key: string) => /^[\p{L}\p{N}_$@-]+$/u.test(key)

/** `meanMs`, `mean_ms` and `mean-ms` hold `mean` and `ms`. */
const saysValue = (key: string) => key.split(/[_-]|(?<=[a-z\d])(?=[A-Z])/).some(word => VALUES.test(word))

/** The key of the number that says most of a result; null where several numbers say the same. */
function valueKey(result: JsonObject): string | null {
  const keys = Object.keys(result).filter(key => isPlain(key) && typeof result[key] === 'number')
  return keys.find(saysValue) ?? (keys.length === 1 ? (keys[0] ?? null) : null)
}

/** The key of a text that is another one in each of some results. */
function nameKey(results: JsonObject[]): string | null {
  const isName = (key: string) => {
    const names = results.map(result => result[key])
    return names.every(name => typeof name === 'string') && new Set(names).size === names.length
  }
  const keys = Object.keys(results[0] ?? {}).filter(key => isPlain(key) && isName(key))
  return keys.find(key => NAMES.test(key)) ?? keys[0] ?? null
}

type Path = { pattern: string; unit: string }

function pathInList(list: unknown[], path: string): Path | null {
  const results = list.filter(isObject)
  const [first] = results
  if (first === undefined) return null
  const [name, number] = [nameKey(results), valueKey(first)]
  if (name === null || number === null) return null
  const unit = typeof first.unit === 'string' ? ', unit: unit' : ''
  return { pattern: `${path}[*]{name: ${name}, value: ${number}${unit}}`, unit: unit ? '' : unitIn(number) }
}

/** The path to the number that all objects in an object have; null where they share none. */
function pathOfEach(value: JsonObject, path: string): Path | null {
  const each = Object.values(value)
  const [first] = each
  const number = isObject(first) ? valueKey(first) : null
  const isShared = number !== null && each.every(one => isObject(one) && typeof one[number] === 'number')
  return isShared ? { pattern: `${path}.<name>.${number}`, unit: unitIn(number) } : null
}

const DEEPEST = 4

/** The path to named numbers at or below a value; null where there are none. Several of a kind are looked for first. */
function pathIn(value: unknown, path: string, depth = 0): Path | null {
  if (Array.isArray(value)) return pathInList(value, path)
  if (!isObject(value) || depth > DEEPEST) return null
  const entries = Object.entries(value)
  const shared = pathOfEach(value, path)
  if (shared !== null && entries.length > 1) return shared
  for (const [key, each] of entries) {
    const found = isPlain(key) ? pathIn(each, `${path}.${key}`, depth + 1) : null
    if (found !== null) return found
  }
  const isNumbers = entries.length > 0 && entries.every(([, each]) => typeof each === 'number')
  return shared ?? (isNumbers ? { pattern: `${path}.<name>`, unit: '' } : null)
}

/** How many named benchmarks a pattern reads; 0 where it fails. */
function countOf({ pattern, unit, isBetterNeeded }: Suggested, text: string): number {
  try {
    const better = isBetterNeeded ? 'lower' : 'auto'
    const { samples } = patternFormat({ text: pattern, unit, better }).parse(text, 'the output')
    return samples.filter(({ unit: own }) => isBetterNeeded || betterDirection(own) !== null).length
  } catch (error) {
    if (error instanceof InputError) return 0
    throw error
  }
}

const LOOKED_AT = 64 * 1024

function inJson(text: string): Suggested | null {
  let found: Suggested | null = null
  hasDocument(text, value => {
    const path = pathIn(value, '$')
    if (path !== null) found ??= { ...path, isBetterNeeded: path.unit === '' && !/unit: /.test(path.pattern) }
    return found !== null
  })
  return found !== null && countOf(found, text) > 0 ? found : null
}

function inLines(text: string): Suggested | null {
  const plain = tableLines(text.slice(0, LOOKED_AT)).join('\n')
  for (const pattern of LINES) {
    const hasUnit = pattern.includes('<unit>')
    const suggested = { pattern, unit: '', isBetterNeeded: !hasUnit }
    // One line without a unit may be anything: a port, a version.
    if (countOf(suggested, plain) >= (hasUnit ? 1 : 2)) return suggested
  }
  return null
}

/** A pattern that reads named numbers in the text; null where none is seen. */
export const suggestPattern = (text: string): Suggested | null =>
  /^\s*[[{]/.test(text) ? inJson(text) : inLines(text)
