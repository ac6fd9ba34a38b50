// What core_bench prints with -sexp: a list of records, `((benchmark_name sort) (time_per_run_nanos 12.3) …)`, each with all that
// the table shows for people.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'
import { plainText } from '../plain-text.ts'
import { addEstimate, nothing, parsedEstimates } from './words.ts'

const HINT = 'print all that it prints with -sexp'

const FIELDS = [
  ['time_per_run_nanos', 'time', 'ns'],
  ['minor_words_per_run', 'minor-words', ''],
  ['major_words_per_run', 'major-words', ''],
  ['promoted_words_per_run', 'promoted-words', ''],
] as const

const BEGIN = /\(\s*\(\s*\(benchmark_name /
const TOKEN = /[()]|"(?:[^"\\]|\\.)*"|[^\s()"]+/g
/** The fullest name first. */
const NAMES = ['full_benchmark_name', 'benchmark_name_with_index', 'benchmark_name']

/** Its fields that have one atom; lists are not needed. */
type Result = Map<string, string>

const atomOf = (token: string) => (token.startsWith('"') ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token)

/**
 * The results in the list that begins here, and where it ends; what stands in three brackets is a field. Null where it has no
 * end.
 */
function listAt(text: string, start: number): { results: Result[]; end: number } | null {
  const results: Result[] = []
  const tokens = new RegExp(TOKEN, 'g')
  tokens.lastIndex = start
  let depth = 0
  let atoms: string[] = []
  for (let token = tokens.exec(text)?.[0]; token !== undefined; token = tokens.exec(text)?.[0]) {
    if (token === '(') {
      depth++
      atoms = []
      if (depth === 2) results.push(new Map())
    } else if (token === ')') {
      const [key, value] = atoms
      if (depth === 3 && key !== undefined && value !== undefined) results.at(-1)?.set(key, value)
      atoms = []
      depth--
      if (depth === 0) return { results, end: tokens.lastIndex }
    } else atoms.push(atomOf(token))
  }
  return null
}

/** The results in all lists of the text. Throws an InputError for a list that does not end. */
function resultsIn(text: string, source: string): Result[] {
  const results: Result[] = []
  const begin = new RegExp(BEGIN, 'g')
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    const list = listAt(text, found.index)
    if (list === null) throw new InputError(`${source}: its list has no end; was it cut off? ${HINT}`)
    results.push(...list.results)
    begin.lastIndex = list.end
  }
  return results
}

export const coreBenchSexp: Format = {
  name: 'core-bench',
  title: 'core_bench (OCaml)',
  recognises: text => text.includes('(time_per_run_nanos ') && BEGIN.test(text),
  parse: (text, source) => {
    const results = resultsIn(plainText(text), source)
    if (results.length === 0) throw new InputError(`${source}: has no results of core_bench; ${HINT}`)
    const found = nothing()
    for (const [i, result] of results.entries()) {
      const name = NAMES.map(key => result.get(key)).find(value => value !== undefined && value !== '')
      if (name === undefined) throw new InputError(`${source}: result ${i + 1} has no name; ${HINT}`)
      for (const [key, metric, unit] of FIELDS) {
        const text = result.get(key)
        const where = `${source}: ${shown(name)}: ${key}`
        if (text === undefined) throw new InputError(`${where} is missing; ${HINT}`)
        addEstimate(found, name, metric, unit, numberOf(text, where))
      }
    }
    return parsedEstimates('core-bench', found)
  },
}
