// Finds the hits of a JSON path in one document, or in several: a line each, or one after the other.
import { InputError } from '../../model/index.ts'
import { isObject, jsonIn, shown } from '../json/shape.ts'
import { jsonDocuments } from '../json/tolerant.ts'
import { numberOf } from '../numbers.ts'
import type { Hit } from './hits.ts'
import type { JsonPath, PathStep } from './json-path.ts'

/** `isOneOf`: the path takes all of a list or an object there, and not all that is in it need be meant. */
type JsonPlace = { value: unknown; at: string; name: string[]; metric: string[]; isOneOf?: true }

/** Every hit of the path. Throws an InputError that names the place where something is missing or no number. */
export function jsonHits(text: string, path: JsonPath, source: string): Hit[] {
  // Documents that lack the first key of the path are of another kind, and are passed over.
  const [first] = path.steps
  const isMeant = ({ value }: { value: unknown }) => {
    if (first?.kind === 'index') return Array.isArray(value)
    return first?.kind !== 'key' || (isObject(value) && Object.hasOwn(value, first.key))
  }
  const lines = documentLines(text)
  if (lines !== null) {
    return lines
      .filter(isMeant)
      .flatMap(({ value, number }) => hitsIn(value, path, `${source}, line ${number}`))
  }
  const all = jsonDocuments(text, source).filter(({ stands }) => stands)
  const meant = all.filter(isMeant)
  if (meant.length < 2) return hitsIn((meant[0] ?? all.at(-1))?.value, path, source)
  return meant.flatMap(({ value }, i) =>
    hitsIn(value, path, `${source}, document ${i + 1} of ${meant.length}`),
  )
}

/** The documents where at least two lines, and all that look like one, hold a document each; null for one document. */
function documentLines(text: string): { value: unknown; number: number }[] | null {
  const lines = text.split('\n').map((line, i) => ({ line, number: i + 1 }))
  const begun = lines.filter(({ line }) => /^\s*\{/.test(line))
  if (begun.length < 2 || jsonIn(text) !== undefined) return null
  const documents = begun.map(({ line, number }) => ({ value: jsonIn(line), number }))
  return documents.some(({ value }) => value === undefined) ? null : documents
}

function hitsIn(document: unknown, { steps, fields }: JsonPath, source: string): Hit[] {
  const start: JsonPlace = { value: document, at: '$', name: [], metric: [] }
  return follow([start], steps, source).flatMap((place): Hit[] => {
    const where = `${source}: ${place.at}`
    const texts = (field: 'name' | 'unit' | 'metric') =>
      (fields[field] ? follow([place], fields[field], source) : []).map(({ value, at }) =>
        plainValue(value, `${source}: ${at}`),
      )
    const found = fields.value === undefined ? [place] : follow([place], fields.value, source)
    if (found.length === 0) return []
    const name = [...place.name, ...texts('name')].join('/')
    const metric = [...place.metric, ...texts('metric')].join('/')
    const [unit] = texts('unit')
    const values = found.flatMap(({ value, at }) => numbersOf(value, `${source}: ${at}`))
    const named = { ...(name !== '' && { name }), ...(metric !== '' && { metric }) }
    return [{ ...named, ...(unit !== undefined && { unit }), values, where }]
  })
}

function plainValue(value: unknown, where: string): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new InputError(`${where} is ${shown(value)}, expected a text`)
}

/** A list of numbers are the measurements of one benchmark. */
function numbersOf(value: unknown, where: string): number[] {
  if (!Array.isArray(value)) return [numberOf(value, where)]
  if (value.length === 0) throw new InputError(`${where} is an empty list, expected numbers`)
  return value.map((each, i) => numberOf(each, `${where}[${i}]`))
}

function follow(places: JsonPlace[], steps: PathStep[], source: string): JsonPlace[] {
  return steps.reduce((found, step) => found.flatMap(place => nextPlaces(place, step, source)), places)
}

function nextPlaces(place: JsonPlace, step: PathStep, source: string): JsonPlace[] {
  const { isOneOf, ...bare } = place
  const { value, at } = bare
  const wrong = (expected: string) =>
    new InputError(`${source}: ${at} is ${shown(value)}, expected ${expected}`)
  // A version, a date, beside the objects with the results.
  if (isOneOf && (typeof value !== 'object' || value === null)) return []
  if (step.kind === 'index' || (step.kind === 'all' && Array.isArray(value))) {
    if (!Array.isArray(value)) throw wrong('a list')
    const all = value.map((each, i) => ({ ...bare, value: each as unknown, at: `${at}[${i}]` }))
    if (step.kind === 'all') return all.map(each => ({ ...each, isOneOf: true as const }))
    const one = all[step.index]
    if (one === undefined) throw wrong(`a list of ${step.index + 1} or more`)
    return [one]
  }
  if (!isObject(value)) throw wrong(step.kind === 'all' ? 'a list or an object' : 'an object')
  if (step.kind === 'key') {
    if (!Object.hasOwn(value, step.key)) throw wrong(`one with the key ${shown(step.key)}`)
    return [{ ...bare, value: value[step.key], at: `${at}.${step.key}` }]
  }
  return Object.entries(value).map(([key, each]) => ({
    ...bare,
    value: each,
    at: `${at}.${key}`,
    isOneOf: true as const,
    ...(step.kind === 'named' && { [step.as]: [...bare[step.as], key] }),
  }))
}

/** Whether the path finds anything there. */
export function hasJsonHits(text: string, path: JsonPath): boolean {
  try {
    return jsonHits(text, path, 'the output').length > 0
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}
