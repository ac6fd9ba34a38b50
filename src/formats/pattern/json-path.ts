// The JSON paths of a pattern: `$.results[*]{name: title, value: stats.mean}`, `$.<name>.<metric>`. A step is a key, a
// position, or all of a list or object. It may also stand for any key, which is then the name or the metric.
import { InputError } from '../../model/index.ts'

export type PathStep =
  | { kind: 'key'; key: string }
  | { kind: 'index'; index: number }
  | { kind: 'all' }
  | { kind: 'named'; as: 'name' | 'metric' }

type HitField = 'name' | 'value' | 'unit' | 'metric'

/** `fields` start where `steps` end. */
export type JsonPath = { steps: PathStep[]; fields: Partial<Record<HitField, PathStep[]>> }

const KEY = String.raw`[\p{L}\p{N}_$@-]+`
const STEP = new RegExp(
  String.raw`\.<(?<as>name|metric)>|\.(?<all>\*)|\[(?<each>\*)\]|\.(?<key>${KEY})|\[(?<index>\d+)\]|\["(?<quoted>[^"\\]*)"\]`,
  'uy',
)
const BARE = new RegExp(KEY, 'uy')
const FIELD = /\s*(?<field>name|value|unit|metric)\s*:\s*/y

/** Throws an InputError that names the character where `text` is no path. */
export function parsePath(text: string): JsonPath {
  const [steps, end] = readSteps(text, 1)
  if (end === text.length) return { steps, fields: {} }
  if (text[end] !== '{') throw wrong(text, end)
  const fields: JsonPath['fields'] = {}
  let at = end
  do {
    FIELD.lastIndex = at + 1
    const field = FIELD.exec(text)?.groups?.field as HitField | undefined
    if (field === undefined) throw wrong(text, at + 1)
    const start = FIELD.lastIndex
    const [own, stop] = readField(text, start)
    at = stop
    if (own.length === 0 || field in fields) throw wrong(text, start)
    fields[field] = own
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0
  } while (text[at] === ',')
  if (text.slice(at) !== '}') throw wrong(text, at)
  if (fields.value === undefined)
    throw new InputError(`pattern: its braces have no value, as in {name: title, value: mean}`)
  return { steps, fields }
}

/** The first key of a field has no dot before it. */
function readField(text: string, from: number): [steps: PathStep[], end: number] {
  BARE.lastIndex = from
  const key = BARE.exec(text)?.[0]
  if (key === undefined) return readSteps(text, from)
  const [steps, end] = readSteps(text, BARE.lastIndex)
  return [[{ kind: 'key', key }, ...steps], end]
}

function readSteps(text: string, from: number): [steps: PathStep[], end: number] {
  const steps: PathStep[] = []
  let end = from
  for (;;) {
    STEP.lastIndex = end
    const groups = STEP.exec(text)?.groups
    if (groups === undefined) return [steps, end]
    steps.push(stepOf(groups))
    end = STEP.lastIndex
  }
}

function stepOf({ as, all, each, key, index, quoted }: Record<string, string | undefined>): PathStep {
  if (as !== undefined) return { kind: 'named', as: as as 'name' | 'metric' }
  if (all !== undefined || each !== undefined) return { kind: 'all' }
  if (index !== undefined) return { kind: 'index', index: Number(index) }
  return { kind: 'key', key: key ?? quoted ?? '' }
}

function wrong(text: string, at: number): InputError {
  const rest = at < text.length ? `at '${text.slice(at, at + 20)}'` : 'at its end'
  return new InputError(
    `pattern: is not a JSON path ${rest}, character ${at + 1}; docs/configuration.md#any-other-output says what there is`,
  )
}
