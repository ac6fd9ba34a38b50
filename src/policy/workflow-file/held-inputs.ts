// The inputs that decide about a pull request are those that the base commit's files give the step that runs. The proposed
// ones count once they are merged.
import { inputText, readInput } from '../../inputs/parse.ts'
import {
  type DecidingInput,
  decidingInputs,
  type InputValue,
  inputs,
  isOnlyConfigured,
  type StepInput,
} from '../../inputs/values.ts'
import { baselineSources, builtIn } from '../configured-inputs.ts'
import { reportName } from '../report-name.ts'
import { hasExpression, isProof } from './expressions/expressions.ts'
import type { MeasuringFiles, MeasuringStep } from './walk.ts'

export type HeldInput = (DecidingInput & StepInput) | 'config' | 'suite'

const ofStep = (name: DecidingInput): name is DecidingInput & StepInput => !isOnlyConfigured(inputs[name])

export const heldNames: HeldInput[] = [...decidingInputs.filter(ofStep), 'config', 'suite']

/** The values of the inputs that a pull request must not set for itself. */
export type HeldValues = { [Name in HeldInput]: InputValue<Name> }

/**
 * Why the default counts: the base commit has no such step, has nothing for the input that is certain to be of its own, or
 * the step that gives it was not found.
 */
export type Doubt = 'new' | 'expression' | 'unread'

export type Held<V> = {
  values: V
  doubts: Partial<Record<HeldInput, Doubt>>
  /** Whether the step has no command: it measures the suites of the configuration. Null where the step is not known. */
  fromFile: boolean | null
}

/** The steps that fit, or all of them if none does. */
function narrow(steps: MeasuringStep[], fits: (step: MeasuringStep) => boolean): MeasuringStep[] {
  const fitting = steps.filter(fits)
  return fitting.length > 0 ? fitting : steps
}

type Running = { suite: string; job: string }

const isOfSuite = ({ inputs: given }: MeasuringStep, name: string) => reportName(given) === name

/** The steps that may be the running one: those of its suite, and of its job, if there are any. */
function counterparts(steps: MeasuringStep[], { suite, job }: Running): MeasuringStep[] {
  const ofSuite = narrow(steps, step => isOfSuite(step, suite))
  return narrow(ofSuite, step => step.job === job)
}

/** The value that a step gives; null for an expression, and for a value that the action would refuse. */
function givenBy(name: HeldInput, step: MeasuringStep | undefined): HeldValues[HeldInput] | null {
  const text = step?.inputs[name] ?? ''
  if (hasExpression(text)) return null
  if (text === '') return builtIn(name)
  const read = readInput(name, text)
  return 'value' in read ? read.value : null
}

const isSource = (baseline: unknown) =>
  Array.isArray(baseline) && baselineSources.includes(baseline.join(' '))

/** Whether this job names a file: a configuration, or a baseline of its own. */
const namesFile = (name: HeldInput, { config, baseline }: HeldValues) =>
  (name === 'config' && config !== '') || (name === 'baseline' && !isSource(baseline))

/** `proposed` are the steps that may be the running one in the pull request's files; none where that is not certain. */
type Steps = { all: MeasuringStep[]; like: MeasuringStep[]; proposed: MeasuringStep[] }

/** What decides about a value: its text, and the environment of the job, which may have variables of its own. */
const sourceOf = (name: HeldInput, { inputs: given, environment = '' }: MeasuringStep) =>
  JSON.stringify([given[name] ?? '', environment])

const isProofExpression = (name: HeldInput, { inputs: given, environment = '' }: MeasuringStep) =>
  hasExpression(given[name] ?? '') && isProof(given[name] ?? '') && isProof(environment)

/** Whether the value is the base commit's own although it is an expression: the pull request has the same one there. */
function isSameExpression(name: HeldInput, { like, proposed }: Steps): boolean {
  const known = new Set(like.filter(step => isProofExpression(name, step)).map(step => sourceOf(name, step)))
  return proposed.length > 0 && proposed.every(step => known.has(sourceOf(name, step)))
}

type Value = { value: HeldValues[HeldInput]; doubt?: Doubt }

function heldValue(name: HeldInput, values: HeldValues, steps: Steps): Value {
  const own = inputText(inputs[name], values[name])
  const gives = (step: MeasuringStep) => {
    const given = givenBy(name, step)
    return given !== null && inputText(inputs[name], given) === own
  }
  // A file counts if any step of the base commit reads it.
  if ((namesFile(name, values) ? steps.all : steps.like).some(gives)) return { value: values[name] }
  if (isSameExpression(name, steps)) return { value: values[name] }
  const given = givenBy(name, steps.like[0])
  if (given === null) return { value: builtIn(name), doubt: 'expression' }
  // This job may not have the file that the base commit names as its baseline.
  return { value: name === 'baseline' && !isSource(given) ? builtIn('baseline') : given }
}

type Found = Pick<MeasuringFiles, 'steps' | 'foreign' | 'unread'>

type Steering = {
  /** What the base commit's files run, and the pull request's; null where that cannot be read. */
  base: Found | null
  proposed: Found | null
  job: string
}

/** Why none of the steps in the base commit's files is known to be the running one; null where one is. */
function doubtOf({ base, proposed }: Steering, running: Running): Doubt | null {
  if (base === null) return 'unread'
  const isThere = base.steps.some(step => isOfSuite(step, running.suite) || step.job === running.job)
  if (isThere || (base.steps.length > 0 && base.unread.size === 0)) return null
  return base.unread.size === 0 && proposed !== null && proposed.steps.length > 0 ? 'new' : 'unread'
}

const isIn = (names: Set<string>, others: Set<string>) => [...names].every(name => others.has(name))

/** The steps of the pull request's files that may be the running one, none where it may be one that was not found. */
function certain({ base, proposed }: Steering, running: Running): MeasuringStep[] {
  if (base === null || proposed === null) return []
  if (!isIn(proposed.unread, base.unread) || !isIn(proposed.foreign, base.foreign)) return []
  return counterparts(proposed.steps, running)
}

/** The inputs that the base commit's files give the running step; the default counts where that is not known, or it is not there. */
export function heldInputs<V extends HeldValues & { name: string }>(values: V, steering: Steering): Held<V> {
  const running = { suite: values.name, job: steering.job }
  const all = steering.base?.steps ?? []
  const doubt = doubtOf(steering, running)
  const steps = { all, like: counterparts(all, running), proposed: certain(steering, running) }
  const held = heldNames.map((name): [HeldInput, Value] => [
    name,
    doubt === null ? heldValue(name, values, steps) : { value: builtIn(name), doubt },
  ])
  return {
    values: { ...values, ...Object.fromEntries(held.map(([name, { value }]) => [name, value])) },
    doubts: Object.fromEntries(held.flatMap(([name, each]) => (each.doubt ? [[name, each.doubt]] : []))),
    fromFile: doubt === null ? steps.like.every(({ inputs: given }) => (given.command ?? '') === '') : null,
  }
}
