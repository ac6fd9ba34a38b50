// criterion: the raw samples that it keeps below target/criterion, and the messages of cargo-criterion. Each sample is so many
// iterations of one process; its time is divided by them.
import { InputError, type Sample } from '../../model/index.ts'
import { betterDirection } from '../direction.ts'
import type { FileBeside, Format, Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, jsonIn, numberAt, objectOf, shown } from '../json/shape.ts'
import { tolerantJson } from '../json/tolerant.ts'
import { isCriterionConsole, parseCriterionConsole } from './criterion-console.ts'

export const CRITERION_HINT = "set results to 'target/criterion/**/new/sample.json'"

/** The files that criterion 0.3 to 0.7 leave for each benchmark. */
export const criterion: Format = {
  name: 'criterion',
  title: 'criterion',
  inOrder: true,
  recognises: text => isSample(text) || isCriterionConsole(text),
  parse: (text, source, beside) => {
    if (!isSample(text) && isCriterionConsole(text)) return parseCriterionConsole(text, source)
    // The name is that of the file, so a file has one. The number of a document would change the name.
    const name = fullNameIn(beside) ?? nameIn(source)
    return parsedDocuments(text, source, { recognises: isSample, hint: CRITERION_HINT }, (document, where) =>
      parseSample(document, name, where),
    )
  },
}

/** `cargo criterion --message-format=json` (https://github.com/bheisler/cargo-criterion). */
export const cargoCriterion: Format = {
  name: 'cargo-criterion',
  title: 'cargo criterion --message-format=json',
  inOrder: true,
  recognises: text => /^\{"reason":"benchmark-complete"/m.test(text),
  parse: parseMessages,
}

function numbersAt(value: unknown, where: string): number[] {
  if (!Array.isArray(value)) throw new InputError(`${where} is ${shown(value)}, expected a list of numbers`)
  return value.map((each, i) => numberAt(each, `${where}[${i}]`))
}

/**
 * The time of one iteration in each sample. A run counts by their median: criterion's own estimate, the slope of time over
 * iterations, follows a single long sample that was disturbed.
 */
function perIteration(times: number[], iterations: number[], where: string): number[] {
  if (times.length === 0 || times.length !== iterations.length)
    throw new InputError(`${where}: has ${times.length} times of ${iterations.length} samples; run it again`)
  return times.map((time, i) => time / (iterations[i] as number))
}

/**
 * The name in the file that criterion writes beside the samples; null without it. The directories have it shortened to
 * 64 bytes each, with `_` for what a file name cannot hold, and a number where that makes two equal. Criterion tells equal
 * names apart in the title, which is shortened to 100 bytes.
 */
function fullNameIn(beside: FileBeside | undefined): string | null {
  const { full_id: id, title } = objectOf(jsonIn(beside?.('benchmark.json') ?? ''))
  if (typeof id !== 'string' || id === '') return null
  return typeof title === 'string' && /^ #\d+$/.test(title.slice(id.length)) && title.startsWith(id)
    ? title
    : id
}

/** The name of a benchmark by the directories above its file, which has none in it: `sort/reverse/100/new/sample.json`. */
function nameIn(source: string): string {
  const found =
    /(?:^|.*\/)criterion\/(.+)\/[^/]+\/sample\.json/.exec(source) ??
    /([^/]+)\/[^/]+\/sample\.json/.exec(source)
  if (found?.[1]) return found[1]
  throw new InputError(
    `${source}: its path does not say which benchmark of criterion it is of; ${CRITERION_HINT}`,
  )
}

function isSample(text: string): boolean {
  return ['sampling_mode', 'iters', 'times'].every(key => hasKey(text, key)) && /^\s*\{/m.test(text)
}

function parseSample(document: unknown, name: string, source: string): Parsed {
  if (!isObject(document))
    throw new InputError(`${source}: is ${shown(document)}, expected an object; ${CRITERION_HINT}`)
  const times = numbersAt(document.times, `${source}: times`)
  const iterations = numbersAt(document.iters, `${source}: iters`)
  const runs = [perIteration(times, iterations, source)]
  const sample: Sample = { name, metric: 'time', unit: 'ns', better: 'lower', runs }
  return { samples: [sample], failures: [], warnings: [] }
}

function sampleOf(message: JsonObject, where: string): Sample {
  const { id, unit } = message
  if (typeof id !== 'string' || typeof unit !== 'string')
    throw new InputError(`${where} has no id or no unit; run it with --message-format=json`)
  const times = numbersAt(message.measured_values, `${where} (${id}): measured_values`)
  const iterations = numbersAt(message.iteration_count, `${where} (${id}): iteration_count`)
  const better = betterDirection(unit)
  if (better === null)
    throw new InputError(
      `${where} (${id}): the unit ${shown(unit)} does not say what is better; print stable-bench/samples@1`,
    )
  const runs = [perIteration(times, iterations, `${where} (${id})`)]
  return { name: id, metric: unit === 'ns' ? 'time' : 'value', unit, better, runs }
}

/** A message per line, of several kinds, among other output. A line that breaks off is refused. */
function parseMessages(text: string, source: string): Parsed {
  const samples = text.split('\n').flatMap((line, i): Sample[] => {
    if (!line.startsWith('{"reason":"benchmark-complete"')) return []
    const message = tolerantJson(line, `${source}, line ${i + 1}`)
    if (!isObject(message))
      throw new InputError(`${source}, line ${i + 1}: is not an object; run it with --message-format=json`)
    return [sampleOf(message, `${source}, line ${i + 1}`)]
  })
  return { samples, failures: [], warnings: [] }
}
