// A workflow as somebody wrote it: the jobs of it that use stable-bench, and what of them can be moved.
import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml'
import { usesStableBench } from '../../../policy/workflow-file/bench-steps.ts'

/** What to do with a key that has no place in the new workflows. */
export const BY_HAND = 'take it out, and add it to them by hand'

/** An input as it is written. `at` is its place, `file:line`. */
export type OldInput = { name: string; value: unknown; at: string }

/** What a step of stable-bench gives its inputs. */
export type OldStep = OldInput[]

/** A job with such steps. `steps` in `setUp` are a list in YAML: what it does before, but for the checkout. */
export type OldJob = {
  id: string
  steps: OldStep[]
  setUp: string
  runsOn: unknown
  at: string
  span: [from: number, to: number]
}

export type OldWorkflow = {
  path: string
  text: string
  jobs: OldJob[]
  /** How many jobs it has that do not use stable-bench. */
  others: number
  cron?: string
  /** What cannot be moved, each with its line. */
  problems: string[]
}

/** What a new workflow has no place for, of a workflow, of a job and of a step. */
const NO_PLACE = {
  workflow: ['env', 'defaults'],
  job: ['strategy', 'env', 'container', 'services', 'environment', 'defaults', 'continue-on-error'],
  step: ['if', 'env', 'continue-on-error'],
} as const

/** Inputs of actions/checkout that the new workflows have, or do not need. */
const OF_CHECKOUT = ['fetch-depth', 'persist-credentials', 'ref', 'allow-unsafe-pr-checkout', 'token']

type Reading = { at: (node: unknown) => string; problems: string[] }

const textOf = (map: YAMLMap, key: string) => {
  const value = map.get(key)
  return typeof value === 'string' ? value : ''
}

const entriesOf = (value: unknown): Pair[] => (isMap(value) ? (value.items as Pair[]) : [])
const keyOf = ({ key }: Pair) => String(isScalar(key) ? key.value : key)

function refuse({ at, problems }: Reading, map: YAMLMap, kind: keyof typeof NO_PLACE): void {
  for (const pair of entriesOf(map))
    if ((NO_PLACE[kind] as readonly string[]).includes(keyOf(pair)))
      problems.push(
        `${at(pair.key)}: ${keyOf(pair)} of a ${kind} has no place in the new workflows; take it out, or move it to what stays`,
      )
}

function refuseCheckout({ at, problems }: Reading, step: YAMLMap): void {
  for (const pair of entriesOf(step.get('with')))
    if (!OF_CHECKOUT.includes(keyOf(pair)))
      problems.push(`${at(pair.key)}: the new workflows check out without ${keyOf(pair)}; ${BY_HAND}`)
}

function readStep(reading: Reading, step: YAMLMap): OldStep {
  refuse(reading, step, 'step')
  return entriesOf(step.get('with')).map(pair => ({
    name: keyOf(pair).toLowerCase(),
    value: isScalar(pair.value) ? pair.value.value : String(pair.value ?? ''),
    at: reading.at(pair.key),
  }))
}

/** A job; null where it does not use stable-bench. */
function readJob(reading: Reading, { key, value: job }: Pair): Omit<OldJob, 'span'> | null {
  const list = isMap(job) ? job.get('steps') : null
  const steps = isSeq(list) ? list.items.filter(isMap) : []
  const isOurs = (step: YAMLMap) => usesStableBench(step.get('uses'), '')
  const first = steps.findIndex(isOurs)
  if (!isMap(job) || first < 0) return null
  refuse(reading, job, 'job')
  const isCheckout = (step: YAMLMap) => textOf(step, 'uses').startsWith('actions/checkout@')
  for (const step of steps.filter(isCheckout)) refuseCheckout(reading, step)
  for (const step of steps.slice(first).filter(each => !isOurs(each)))
    reading.problems.push(
      `${reading.at(step)}: the new workflows have no place for a step behind that of stable-bench`,
    )
  const before = steps.slice(0, first).filter(step => !isCheckout(step))
  return {
    id: String(key),
    steps: steps.filter(isOurs).map(step => readStep(reading, step)),
    setUp: before.length === 0 ? '' : stringify(before, { lineWidth: 0 }),
    runsOn: job.toJSON()['runs-on'],
    at: reading.at(key),
  }
}

/** Jobs that stay, and wait for one that goes. */
function refuseWaiting({ at, problems }: Reading, pairs: Pair[], jobs: OldJob[]): void {
  const gone = jobs.map(({ id }) => id)
  for (const { key, value: job } of pairs) {
    const needs = isMap(job) ? (job.toJSON() as { needs?: unknown }).needs : undefined
    const other = [needs].flat().find(each => gone.includes(String(each)))
    if (other === undefined || gone.includes(String(key))) continue
    problems.push(`${at(key)}: job ${key} needs ${other}, which moves into another workflow; take it out`)
  }
}

/** The jobs with the lines that they take up, each up to the next one. */
function readJobs(reading: Reading, text: string, pairs: Pair[]): OldJob[] {
  const starts = pairs.map(({ key }) => {
    const offset = isScalar(key) ? (key.range?.[0] ?? 0) : 0
    return text.lastIndexOf('\n', offset - 1) + 1
  })
  return pairs.flatMap((pair, i): OldJob[] => {
    const job = readJob(reading, pair)
    return job === null ? [] : [{ ...job, span: [starts[i] ?? 0, starts[i + 1] ?? text.length] }]
  })
}

/** The workflow in `text`; null where none of its jobs uses stable-bench, or it is no YAML. */
export function readOldWorkflow(path: string, text: string): OldWorkflow | null {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent' })
  const { contents } = document
  if (document.errors.length > 0 || !isMap(contents)) return null
  const at = (node: unknown) => {
    const offset = (node as { range?: [number, number, number] | null } | null)?.range?.[0] ?? 0
    return `${path}:${lines.linePos(offset).line}`
  }
  const reading: Reading = { at, problems: [] }
  const pairs = entriesOf(contents.get('jobs'))
  const jobs = readJobs(reading, text, pairs)
  if (jobs.length === 0) return null
  refuseWaiting(reading, pairs, jobs)
  refuse(reading, contents, 'workflow')
  const cron = document.getIn(['on', 'schedule', 0, 'cron'])
  const others = pairs.length - jobs.length
  return { path, text, jobs, others, ...(typeof cron === 'string' && { cron }), problems: reading.problems }
}

/** The text of a workflow without its jobs of stable-bench. */
export const withoutJobs = ({ text, jobs }: OldWorkflow): string =>
  jobs.toReversed().reduce((rest, { span: [from, to] }) => rest.slice(0, from) + rest.slice(to), text)
