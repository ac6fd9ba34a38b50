// Turns the events of go test -json (https://pkg.go.dev/cmd/test2json) back into the text that they were made of.
// Several events may hold one line, and the events of packages may alternate.
import { type JsonObject, objectOf } from '../json/shape.ts'
import { truncated } from '../output-problems.ts'

const EVENT = /^\{(?:"(?:Time|ImportPath)":"[^"]*",)?"Action":"(?:start|run|output|build-output)"/m
const ENDS = new Set<unknown>(['pass', 'fail', 'skip'])

export const isGoTestJson = (text: string): boolean => EVENT.test(text)

/** The output, package by package. Throws an InputError when an event or the end of a package is missing. */
export function textOfGoTestJson(text: string, source: string): string {
  const outputs = new Map<string, string[]>()
  const running = new Set<string>()
  for (const [index, line] of text.split('\n').entries()) {
    // go vet and the downloads of modules report between the events.
    if (!line.startsWith('{')) continue
    const event = readEvent(line, index + 1, source)
    const { Action: action, Package: pkg, Output: output } = event
    if (typeof pkg !== 'string') continue
    const parts = outputs.get(pkg) ?? []
    if (parts.length === 0) outputs.set(pkg, parts)
    if (typeof output === 'string') parts.push(output)
    if (event.Test === undefined && ENDS.has(action)) running.delete(pkg)
    else running.add(pkg)
  }
  const [endless] = running
  if (endless !== undefined)
    throw truncated(source, `: the output of package ${endless} has no final result`, 'go test')
  return [...outputs.values()].map(parts => `${parts.join('')}\n`).join('')
}

function readEvent(line: string, number: number, source: string): JsonObject {
  try {
    return objectOf(JSON.parse(line))
  } catch (error) {
    const what = ` or damaged: line ${number} is not an event of go test -json: ${(error as Error).message}`
    throw truncated(source, what, 'go test')
  }
}
