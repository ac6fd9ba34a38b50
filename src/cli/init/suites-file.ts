// `.stable-bench.yml` with the suites that `init` writes. What the file has already stays as it is.
import { isMap, isScalar, parseDocument, stringify } from 'yaml'
import { InputError } from '../../model/index.ts'
import { configFileName, parseConfig } from '../../policy/config-file.ts'
import { describedSuites } from '../../policy/suites.ts'
import { problemLines } from '../suites/problem-text.ts'
import type { NamedSuite } from './suite.ts'

const SCHEMA =
  '# yaml-language-server: $schema=https://raw.githubusercontent.com/org/stable-bench/v1/docs/schema/config.json'

const HEAD = `${SCHEMA}
# What is measured, how, and what decides. All keys: docs/configuration.md of stable-bench.
defaults:
  band: 2% # a change within it is no change
`

/** Keys and values as they stand in the file. */
export type Fields = Record<string, unknown>

/** A suite for the file; `problem` says why it cannot be measured: it is written as a comment. */
export type WrittenSuite = {
  name: string
  fields: Fields
  problem?: string | undefined
  layouts?: Fields | undefined
}

const PLACEMENT =
  'Where the linker puts the code can move it as well. With these keys in place of those above, a called row tells (docs/placement.md of stable-bench):'

/** The entry of a suite, without the keys that have their defaults. */
export function entryFields({ directory, setup, command, results, read }: NamedSuite): Fields {
  const given = {
    'working-directory': directory === '.' ? '' : directory,
    setup,
    command,
    results,
    tool: read ?? '',
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

const asYaml = (fields: Fields) => stringify(fields, { lineWidth: 0, defaultStringType: 'PLAIN' })

/** The lines of `text`, each behind `prefix`. */
export const prefixed = (text: string, prefix: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => `${prefix}${line}`.trimEnd())
    .join('\n')

const entryText = ({ name, fields, problem, layouts }: WrittenSuite, indent: string): string => {
  const recipe = layouts && `${prefixed(`${PLACEMENT}\n${asYaml(layouts)}`, '  # ')}\n`
  const entry = `${asYaml({ [name]: fields })}${problem === undefined ? (recipe ?? '') : ''}`
  if (problem === undefined) return prefixed(entry, indent)
  return `${prefixed(problemLines(problem), `${indent}# `)}\n${prefixed(entry, `${indent}# `)}`
}

const withNewline = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** `text` with `lines` behind the last line of what ends at `offset`. */
function insertedBehind(text: string, offset: number, lines: string): string {
  const last = text.slice(0, offset).trimEnd().length
  const end = text.indexOf('\n', last)
  const at = end < 0 ? text.length : end + 1
  return `${withNewline(text.slice(0, at))}${lines}\n${text.slice(at)}`
}

/**
 * `text` with `fields`, which it does not have yet, behind those of the map at `path`, which is made where it is not there.
 * Throws an InputError where keys cannot be added line by line.
 */
function withFields(text: string, path: string[], fields: Fields): string {
  const document = parseDocument(text)
  const { contents } = document
  if (path.length === 0) return withNewline(text) + asYaml(fields)
  const map = document.getIn(path, true)
  const [key = ''] = path.slice(-1)
  const isEmpty = isScalar(map) && map.value === null
  if (map === undefined && (contents === null || (isMap(contents) && !contents.flow)))
    return withFields(text, path.slice(0, -1), { [key]: fields })
  const place = `${configFileName}: ${path.join(', ')}`
  if (isEmpty || !isMap(map) || map.flow || map.range == null)
    throw new InputError(
      `${place}: is not written as keys on lines of their own; write it so, or leave it out`,
    )
  const first = map.items[0]?.key
  const start = isScalar(first) && first.range ? first.range[0] : 0
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1))
  return insertedBehind(text, map.range[1], prefixed(asYaml(fields), indent))
}

const withSchema = (text: string) => (/^# yaml-language-server:/m.test(text) ? text : `${SCHEMA}\n${text}`)

/** The key with nothing below it. */
const NO_SUITES = /^suites:[ \t]*(?:\{[ \t]*\}|null|~)?[ \t]*(?:#.*)?\r?\n/m

/** Whether a configuration has suites, so that `init` adds none. Throws an InputError for mistakes in it. */
export const hasSuites = (text: string): boolean =>
  Object.keys(parseConfig(text, configFileName).suites).length > 0

/**
 * The configuration with these suites in it. `present` is the text of the file as it is, null where there is none.
 * Throws an InputError where it cannot take them.
 */
export function configurationWith(suites: WrittenSuite[], present: string | null): string {
  const text = present === null ? HEAD : withSchema(present)
  const entries = suites.map(suite => entryText(suite, '  '))
  const added = `${withNewline(text).replace(NO_SUITES, '')}suites:\n${entries.join('\n')}\n`
  const names = namesIn(added)
  const expected = suites.filter(({ problem }) => problem === undefined)
  if (expected.every(({ name }) => names.includes(name))) return added
  throw new InputError(
    `${configFileName}: suites cannot be added behind its last line; write its keys at the left margin, in one document`,
  )
}

/** The names of its suites; none where `text` is no configuration. */
function namesIn(text: string): string[] {
  try {
    return [...describedSuites(parseConfig(text, configFileName)).keys()]
  } catch (error) {
    if (error instanceof InputError) return []
    throw error
  }
}

/** The configuration with `defaults` and with keys for its suites, which it may have already. Throws an InputError. */
export function configurationMoved(
  moved: { defaults: Fields; suites: Map<string, Fields>; more: Fields },
  present: string | null,
): string {
  const parts: [string[], Fields][] = [
    ...(Object.keys(moved.defaults).length > 0 ? [[['defaults'], moved.defaults] as [string[], Fields]] : []),
    ...[...moved.suites].map(([name, fields]): [string[], Fields] => [['suites', name], fields]),
    ...(Object.keys(moved.more).length > 0 ? [[[], moved.more] as [string[], Fields]] : []),
  ]
  const text = parts.reduce(
    (before, [path, fields]) => withFields(before, path, fields),
    withSchema(present ?? ''),
  )
  parseConfig(text, configFileName)
  return text
}
