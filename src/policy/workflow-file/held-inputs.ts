// If a pull request changes the workflow that measures it, the inputs in the base commit's workflow decide. The
// proposed ones count once they are merged.

import { inputText } from '../../inputs/parse.ts'
import { type DecidingInput, decidingInputs, type InputValue, inputs } from '../../inputs/values.ts'
import { baselineSources, builtIn, readConfiguredInput } from '../configured-inputs.ts'
import type { BenchStep } from './bench-steps.ts'
import { brief } from './differences.ts'

type HeldInput = DecidingInput | 'config'

const heldNames: HeldInput[] = [...decidingInputs, 'config']

/** The values of the inputs that a pull request must not set for itself. */
type HeldValues = { [Name in HeldInput]: InputValue<Name> }

/** `unknown` are expressions in the base commit's workflow, which only the runner could have evaluated. */
type Held<V> = { values: V; unknown: HeldInput[] }

const textOf = (name: HeldInput, values: HeldValues) => inputText(inputs[name], values[name])

/** The steps that fit, or all of them if none does. */
function narrow(steps: BenchStep[], fits: (step: BenchStep) => boolean): BenchStep[] {
  const fitting = steps.filter(fits)
  return fitting.length > 0 ? fitting : steps
}

/** The base commit's steps that may be the running one: those of its suite, and of its job, if there are any. */
function counterparts(steps: BenchStep[], suite: string, job: string): BenchStep[] {
  const ofSuite = narrow(steps, step => (step.inputs.name || builtIn('name')) === suite)
  return narrow(ofSuite, step => step.job === job)
}

/** The value that a step gives; null for an expression, and for a value that the action would refuse. */
function givenBy(name: HeldInput, step: BenchStep | undefined): HeldValues[HeldInput] | null {
  const text = step?.inputs[name] ?? ''
  if (text.includes('${{')) return null
  if (text === '') return builtIn(name)
  if (name === 'config') return text
  if (name === 'baseline') return text.split(/\s+/)
  const read = readConfiguredInput(name, text)
  return 'value' in read ? read.value : null
}

type Steps = { all: BenchStep[]; like: BenchStep[] }

const isSource = (baseline: unknown) =>
  Array.isArray(baseline) && baselineSources.includes(baseline.join(' '))

/** Whether this job names a file: a configuration, or a baseline of its own. */
const namesFile = (name: HeldInput, { config, baseline }: HeldValues) =>
  (name === 'config' && config !== '') || (name === 'baseline' && !isSource(baseline))

/** Null where the base commit's value cannot be known. */
function heldValue(name: HeldInput, values: HeldValues, { all, like }: Steps): HeldValues[HeldInput] | null {
  const own = textOf(name, values)
  const isOwn = (step: BenchStep) => {
    const given = givenBy(name, step)
    return given !== null && inputText(inputs[name], given) === own
  }
  // A file counts if any step of the base commit reads it.
  if ((namesFile(name, values) ? all : like).some(isOwn)) return values[name]
  const isUnknown = like.some(step => givenBy(name, step) === null)
  // Where the base commit has an expression, no file counts: it may stand for any.
  if (isUnknown) return namesFile(name, values) ? builtIn(name) : null
  if (like.length === 0 && !namesFile(name, values)) return values[name]
  const given = givenBy(name, like[0])
  // This job may not have the file that the base commit names as its baseline.
  return name === 'baseline' && !isSource(given) ? builtIn('baseline') : given
}

type Steering = {
  /** The steps in the base commit's workflow file; `proposed` are those in the pull request's, null if unreadable. */
  base: BenchStep[]
  proposed: BenchStep[] | null
  job: string
}

/**
 * The inputs of the base commit's workflow. If that has no step of stable-bench, the job's own inputs count, except a
 * configuration or baseline file that only it names. If neither version has a step, all of the job's own count.
 */
export function heldInputs<V extends HeldValues & { name: string }>(
  values: V,
  { base, proposed, job }: Steering,
): Held<V> {
  if (base.length === 0 && !proposed?.length) return { values, unknown: [] }
  const steps = { all: base, like: counterparts(base, values.name, job) }
  const held = heldNames.map(name => [name, heldValue(name, values, steps)] as const)
  const known = held.filter(([, value]) => value !== null)
  return {
    values: { ...values, ...Object.fromEntries(known) },
    unknown: held.flatMap(([name, value]) => (value === null ? [name] : [])),
  }
}

const shown = (name: HeldInput, values: HeldValues) => brief(textOf(name, values)) || '.stable-bench.yml'

/** Says in one sentence which of this job's `own` values do not count because others are `held`; null if all count. */
export function proposedText(own: HeldValues, held: HeldValues, effective: HeldValues): string | null {
  const changed = heldNames.filter(name => textOf(name, own) !== textOf(name, held))
  if (changed.length === 0) return null
  const texts = changed.map(name => `${name} ${shown(name, own)} (${shown(name, effective)} counts)`)
  return `these inputs of it do not count before it is merged: ${texts.join(', ')}`
}

/** Says which of this job's `own` values count although the base commit may have others; null if there are none. */
export function unknownText(own: HeldValues, unknown: HeldInput[], effective: HeldValues): string | null {
  const counting = unknown.filter(name => textOf(name, own) === textOf(name, effective))
  if (counting.length === 0) return null
  const texts = counting.map(name => `${name} ${shown(name, own)}`)
  return `the base commit has expressions that only the runner can evaluate, so these inputs of it count: ${texts.join(', ')}`
}
