// What the search for the steps of stable-bench keeps while it goes from file to file, and how it reads them.
import { posix } from 'node:path'
import { documentFields, fieldsOf, yamlDocument } from '../yaml-document.ts'
import { fill, type Scope } from './expressions/expressions.ts'

/**
 * `job` is the id in the file that has the job; `environment` is the job's. What is only known to the runner stays. `shown` is the
 * name under which GitHub lists the job where it is skipped, as it is written; null in a called workflow.
 */
export type MeasuringStep = {
  job: string
  shown?: string | null
  inputs: Record<string, string>
  environment?: string
  /** What decides whether it runs, as a text to compare; whether some of it is a step's, not a job's. */
  condition?: string | undefined
  isStepConditional?: true | undefined
}

/** Joins conditions as they are written; those that are always met say nothing. */
export const conditionOf = (...conditions: unknown[]): string | undefined =>
  conditions
    .filter(each => each !== undefined && each !== null && each !== true)
    .map(each => String(each).trim())
    .join(' && ') || undefined

export type MeasuringFiles = {
  steps: MeasuringStep[]
  /** What was read, by path. */
  files: Map<string, string>
  /** Actions of other repositories, without their refs: they may have steps too. */
  foreign: Set<string>
  /** What was not read, one phrase each: there may be steps in it. */
  unread: Set<string>
}

/** Reads a file of the repository; null where it is not there. */
export type ReadFile = (path: string, kind: 'workflow' | 'action') => Promise<string | null>

/** `repository` is where the action that runs comes from. */
export type Walk = MeasuringFiles & {
  read: ReadFile
  repository: string
  asked: Map<string, Promise<string | null>>
  /** What was parsed, by path: many steps may use one file. */
  parsed: Map<string, Record<string, unknown>>
  visits: number
}

/** GitHub's limit, for workflows and for composite actions each: the outermost file counts. */
export const mostLevels = 10
const mostFiles = 20
const mostVisits = 5000

/** Throws after too many of them: files that call each other twice make many steps of few lines. */
export function countVisit(walk: Walk): void {
  if (++walk.visits > mostVisits) throw new Error(`it comes to more than ${mostVisits} jobs and steps`)
}

/** The text of a file, null where it is not there. Each is read once. Throws for too many, and what the reader throws. */
export async function readOnce(
  walk: Walk,
  path: string,
  kind: 'workflow' | 'action',
): Promise<string | null> {
  if (!walk.asked.has(path) && walk.asked.size >= mostFiles)
    throw new Error(`it comes to more than ${mostFiles} files`)
  const asked = walk.asked.get(path) ?? walk.read(path, kind)
  walk.asked.set(path, asked)
  const text = await asked
  if (text !== null) walk.files.set(path, text)
  return text
}

/** The error for a file that is not YAML, so that it has never run. */
export class NotYaml extends Error {
  override name = 'NotYaml'
}

/** Throws NotYaml: `*.md` without quotes, for example, is an alias of nothing. */
export function parsed(text: string): Record<string, unknown> {
  try {
    return documentFields(yamlDocument(text))
  } catch (error) {
    throw new NotYaml((error as Error).message)
  }
}

/** What `parsed` makes of the file at `path`, whose text is `text`, once. */
export function parsedOnce(walk: Walk, path: string, text: string): Record<string, unknown> {
  const file = walk.parsed.get(path) ?? parsed(text)
  walk.parsed.set(path, file)
  return file
}

/** `./x/` and `$/x` → `x`; null for what is of another repository, or outside. */
export function localPath(uses: string): string | null {
  if (!/^[.$]\//.test(uses)) return null
  const path = posix.normalize(uses.slice(2).replace(/\/+$/, '') || '.')
  return path.startsWith('..') ? null : path
}

export const scopeWith = ({ values, closed }: Scope, more: Iterable<[string, unknown]>): Scope => ({
  values: new Map([...values, ...more]),
  closed,
})

/** The fields of an object, filled in, by `NAME.FIELD`. */
export const filledFields = (name: string, given: unknown, scope: Scope): [string, unknown][] =>
  Object.entries(fieldsOf(given)).map(([field, value]) => [
    `${name}.${field.toLowerCase()}`,
    typeof value === 'string' ? fill(value, scope) : value,
  ])

const zero: Record<string, unknown> = { boolean: false, number: 0 }

/** The inputs that a file declares, as they are where none is given. */
export const usualInputs = (declared: unknown): [string, unknown][] =>
  Object.entries(fieldsOf(declared)).map(([name, input]) => {
    const { type, default: usual } = fieldsOf(input)
    return [`inputs.${name.toLowerCase()}`, usual ?? zero[String(type)] ?? '']
  })

/** For a report: texts of a file may be as long as they like. */
export const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text)
