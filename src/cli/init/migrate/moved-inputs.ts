// What the steps of stable-bench say of the benchmarks and of the decision, as keys of the configuration.
import type { Input } from '../../../inputs/input.ts'
import { inputText } from '../../../inputs/parse.ts'
import { configuredInputs, type InputName, inputs, suiteInputs } from '../../../inputs/values.ts'
import { baselineSources, builtIn } from '../../../policy/configured-inputs.ts'
import { plainName } from '../suite.ts'
import type { Fields } from '../suites-file.ts'
import { BY_HAND, type OldInput, type OldStep } from './old-workflow.ts'

/** A key for the configuration, and the place of the input that it is from. */
type Moved = { value: unknown; at: string }

type MovedInputs = {
  suites: Map<string, Map<string, Moved>>
  defaults: Map<string, Moved>
  /** What cannot be moved, each with its line. */
  problems: string[]
}

/** What the new workflows say for themselves. */
const OF_WORKFLOW: Record<string, readonly string[]> = {
  comment: ['auto', 'never'],
  issues: ['auto', 'never'],
  config: ['.stable-bench.yml', './.stable-bench.yml'],
}
const DROPPED = ['name', 'mode', 'legs', 'pull-request', 'suite']

const isExpression = ({ value }: OldInput) => typeof value === 'string' && value.includes('${{')

const isIn = (names: readonly string[], name: string) => names.includes(name)

type Place = 'suite' | 'defaults' | 'nowhere'

/** Where an input goes, or why it cannot go anywhere. */
function placeOf(input: OldInput): Place | { problem: string } {
  const { name, value } = input
  const text = String(value).trim()
  if (isIn(DROPPED, name)) return 'nowhere'
  const declared = Object.hasOwn(inputs, name) ? (inputs[name as InputName] as Input) : undefined
  if (declared === undefined) return { problem: 'the action has no such input; take it out' }
  if (text === '' || text === inputText(declared, declared.default)) return 'nowhere'
  const isKept = isIn(suiteInputs, name) || isIn(configuredInputs, name)
  if (isKept && isExpression(input))
    return { problem: 'the configuration has no expressions; write its value' }
  if (name === 'baseline' && !isIn(baselineSources, text))
    return { problem: `the configuration takes ${baselineSources.join(', ')}; take the files out` }
  if (isIn(suiteInputs, name)) return 'suite'
  if (isIn(configuredInputs, name)) return 'defaults'
  // What a comment asks for.
  const isAsked = isExpression(input) && /\bneeds\./.test(text)
  if (isAsked || isIn(OF_WORKFLOW[name] ?? [], text)) return 'nowhere'
  return { problem: `belongs to a job, and the new workflows do not have it; ${BY_HAND}` }
}

/** Adds a key. One that is there already with another value is a problem. */
function put(into: Map<string, Moved>, { name, value, at }: OldInput, what: string): string[] {
  const known = into.get(name)
  const own = typeof value === 'string' ? value.trim() : value
  if (known !== undefined && String(known.value) !== String(own))
    return [
      `${at}: ${name} of ${what} is another one in ${known.at}; write one, or give the suites two names`,
    ]
  if (known === undefined) into.set(name, { value: own, at })
  return []
}

/** Whether a step measures a suite that it describes itself. */
export const measures = (given: OldStep): boolean => given.some(({ name }) => name === 'command')

function nameOf(given: OldStep): { name: string; problems: string[] } {
  const input = given.find(({ name }) => name === 'name')
  const name = String(input?.value ?? builtIn('name')).trim() || builtIn('name')
  if (input === undefined || plainName(name) === name) return { name, problems: [] }
  const rule = 'the name of a suite has letters, digits, . _ and - only, 60 at most, and no expression'
  return { name, problems: [`${input.at}: name: ${rule}; write it so`] }
}

/** What all steps say, of which those with the same name are of one suite. */
export function movedInputs(steps: OldStep[]): MovedInputs {
  const moved: MovedInputs = { suites: new Map(), defaults: new Map(), problems: [] }
  for (const step of steps) {
    const { name, problems } = nameOf(step)
    const suite = moved.suites.get(name) ?? new Map<string, Moved>()
    if (measures(step)) {
      moved.suites.set(name, suite)
      moved.problems.push(...problems)
    }
    // The check run is left to the job that comments: this one's token can only read.
    const isSilent = step.some(({ name: each, value }) => each === 'comment' && value === 'never')
    for (const input of step.filter(each => !isSilent || each.name !== 'checks')) {
      const place = placeOf(input)
      if (typeof place === 'object') moved.problems.push(`${input.at}: ${input.name}: ${place.problem}`)
      else if (place === 'suite') moved.problems.push(...put(suite, input, `suite ${name}`))
      else if (place === 'defaults') moved.problems.push(...put(moved.defaults, input, 'the decision'))
    }
  }
  return moved
}

/** The keys and values alone. */
export const plainFields = (moved: Map<string, Moved>): Fields =>
  Object.fromEntries([...moved].map(([name, { value }]) => [name, value]))
