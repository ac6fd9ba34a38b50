// Describes what a pull request changes in the workflow file that measures it. Text from the pull request is shortened
// here; the report escapes it.
import { inputText } from '../../inputs/parse.ts'
import { inputs, type StepInput, stepInputs } from '../../inputs/values.ts'
import { counted } from '../../phrases.ts'
import type { BenchStep, Workflow } from './bench-steps.ts'
import { heldNames } from './held-inputs.ts'

const maxValue = 40
/** The limit for all differences together: a report shows 600 columns of a warning. */
const maxText = 400

/** Untrusted text, short enough for a list. */
export const brief = (text: string) => {
  const characters = [...text]
  return characters.length > maxValue ? `${characters.slice(0, maxValue - 1).join('')}…` : text
}

/** Pairs the i-th step of a job with the i-th step of the job with the same name, then the remaining steps in order. */
function pairsOf(base: BenchStep[], proposed: BenchStep[]): [BenchStep, BenchStep][] {
  const left = [...base]
  const take = (found: number) => (found < 0 ? undefined : left.splice(found, 1)[0])
  const sameJob = proposed.map(step => take(left.findIndex(({ job }) => job === step.job)))
  return proposed.flatMap((step, i): [BenchStep, BenchStep][] => {
    const other = sameJob[i] ?? left.shift()
    return other ? [[other, step]] : []
  })
}

const isOfStep = (name: string): name is StepInput => (stepInputs as string[]).includes(name)

function valueText(name: string, value: string): string {
  if (value !== '') return brief(value)
  const usual = isOfStep(name) ? inputText(inputs[name], inputs[name].default) : ''
  return usual === '' ? 'not given' : `${usual} (default)`
}

const rank = (name: string) => {
  const place = (heldNames as string[]).indexOf(name)
  return place < 0 ? heldNames.length : place
}

/** The inputs that differ, those that decide first. */
function inputDifferences([base, proposed]: [BenchStep, BenchStep]): string[] {
  const names = new Set([...Object.keys(base.inputs), ...Object.keys(proposed.inputs)])
  return [...names]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(name => {
      const [before, after] = [base.inputs[name] ?? '', proposed.inputs[name] ?? '']
      if (before === after) return []
      return [`${brief(name)}: ${valueText(name, before)} → ${valueText(name, after)}`]
    })
}

/** As many of `texts` as fit, then the number of the others. */
function fitting(texts: string[]): string[] {
  let length = 0
  const kept = texts.filter(text => {
    length += text.length
    return length <= maxText
  })
  const more = texts.length - kept.length
  return more === 0 ? kept : [...kept, counted(more, 'more input')]
}

/** One phrase for each difference between two files that are not the same. */
export function workflowDifferences(base: Workflow, proposed: Workflow): string[] {
  const pairs = pairsOf(base.steps, proposed.steps)
  const changed = pairs.flatMap(pair => {
    const where = base.steps.length > 1 ? `in job ${brief(pair[1].job)}, ` : ''
    return inputDifferences(pair).map(text => `${where}${text}`)
  })
  const [added, removed] = [proposed.steps.length - pairs.length, base.steps.length - pairs.length]
  const told = [
    ...fitting(changed),
    ...(added > 0 ? [`${counted(added, 'step')} of stable-bench added`] : []),
    ...(removed > 0 ? [`${counted(removed, 'step')} of stable-bench removed`] : []),
  ]
  if (base.rest !== proposed.rest)
    return told.length === 0
      ? ['no input of stable-bench, but other lines']
      : [...told, 'other lines differ too']
  return told.length === 0 ? ['comments or layout only'] : told
}
