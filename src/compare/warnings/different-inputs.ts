// Whether the sides were given different inputs: then the comparison would measure the inputs instead of the code.
// Inputs are read from the commands, and from metrics that tools report (a seed, a digest).

import type { Sample, Session, Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'

/** `--seed 1`, `--input-digest=…`, `-seed 1`; not `--database`, not `--input-threads`. */
const OPTION =
  /^--?((?:[a-z0-9]+[-_])*(?:seed|digest|dataset|corpus|workload|input|inputs|input[-_](?:file|size|digest)))(?:=(.*))?$/i
const VARIABLE = /^([A-Z0-9_]*(?:SEED|DIGEST|DATASET|CORPUS|WORKLOAD|INPUT))=(.*)$/
const METRIC = /(^|[-_ .])(seed|digest|checksum|(input|problem|data)[-_ ]?(size|bytes|count|hash))$/i
/** Another value in every run. */
const RANDOM = /\$\{?S?RANDOM\b|\$\$|\$\(\s*date\b|\/dev\/u?random|`date\b/

const wordsOf = (command: string) => command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []

/** Checkouts of two commits have the same input at different paths. */
const bareValue = (value: string) =>
  value
    .replace(/^["']|["']$/g, '')
    .split('/')
    .at(-1) ?? ''

/** The values of everything in the command that looks like an input, by its name. */
function inputsIn(command: string): Map<string, string> {
  const words = wordsOf(command)
  const inputs = new Map<string, string>()
  for (const [i, word] of words.entries()) {
    const option = OPTION.exec(word)
    const variable = VARIABLE.exec(word)
    if (option?.[1] !== undefined) {
      inputs.set(word.split('=')[0] ?? '', bareValue(option[2] ?? words[i + 1] ?? ''))
    } else if (variable?.[1] !== undefined) inputs.set(variable[1], bareValue(variable[2] ?? ''))
  }
  return inputs
}

type Difference = { name: string; before: string; after: string }

function differentOptions(before: string, after: string): Difference[] {
  const [one, other] = [inputsIn(before), inputsIn(after)]
  return [...new Set([...one.keys(), ...other.keys()])].flatMap(name => {
    const values = { before: one.get(name) ?? 'none', after: other.get(name) ?? 'none' }
    // An expression of a workflow may stand for any value.
    const isKnown = ![values.before, values.after].some(value => value.includes('${{'))
    return values.before === values.after || !isKnown ? [] : [{ name, ...values }]
  })
}

/** The one value that all runs of a sample report, null where they differ. */
function constant(sample: Sample): number | null {
  const [first, ...others] = sample.runs.flat()
  return first !== undefined && others.every(value => value === first) ? first : null
}

function differentMetrics(baseline: Session, candidate: Session): Difference[] {
  return baseline.benchmarks.flatMap(sample => {
    if (!METRIC.test(sample.metric)) return []
    const other = candidate.benchmarks.find(
      each => each.name === sample.name && each.metric === sample.metric,
    )
    const [before, after] = [constant(sample), other ? constant(other) : null]
    if (before === null || after === null || before === after) return []
    return [{ name: `${sample.metric} of ${sample.name}`, before: String(before), after: String(after) }]
  })
}

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** Warnings when the newest baseline and the candidate had different inputs, or a command takes a random one in every run. */
export function differentInputs(baselines: Session[], candidates: Session[]): Warning[] {
  const [baseline, candidate] = [baselines[0], candidates[0]]
  const commands = [baseline, candidate].flatMap(session => session?.plan?.command || [])
  const random = commands.map(command => RANDOM.exec(command)?.[0]).find(found => found !== undefined)
  const warnings: Warning[] = []
  if (random !== undefined) {
    const message = `the command uses ${random}, which differs in every run: give it a fixed input, such as a seed`
    warnings.push({ code: 'random-input', message })
  }
  if (!baseline || !candidate) return warnings
  const differences = [
    ...(random === undefined && commands.length === 2
      ? differentOptions(commands[0] as string, commands[1] as string)
      : []),
    ...differentMetrics(baseline, candidate),
  ]
  if (differences.length === 0) return warnings
  const texts = differences.map(({ name, before, after }) => `${name}: ${shown(before)} → ${shown(after)}`)
  const message = `the sides were given different inputs (${firstOf(texts, 3, '; ')}): compare them with the same ones`
  return [...warnings, { code: 'different-inputs', message }]
}
