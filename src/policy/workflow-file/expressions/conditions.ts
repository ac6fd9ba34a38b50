// What decides whether a job or a step runs: its `if`, those of the jobs that it needs, and whatever these conditions look at.
// As a text, which is the same in two versions of the files where all of that is the same. The files may be a pull request's.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idneeds
import { posix } from 'node:path'
import { shortDigest } from '../../../model/digest.ts'
import { fieldsOf } from '../../yaml-document.ts'
import { conditionOf, localPath, readOnce, type Walk } from '../walk.ts'
import { fill, hasExpression, type Scope } from './expressions.ts'

type Jobs = Record<string, unknown>

const looksAtNeeds = (text: string) => /\bneeds\b/i.test(text)
/** A step can set `env` for those after it. */
const looksAtSteps = (text: string) => /\b(?:steps|env)\b/i.test(text)

/** The jobs that have to end before job `id`, without those that a file needs and does not have. */
function neededBy(jobs: Jobs, id: string): string[] {
  const found = new Set<string>()
  const add = (job: string) => {
    for (const name of [fieldsOf(jobs[job]).needs].flat()) {
      if (typeof name !== 'string' || found.has(name) || !Object.hasOwn(jobs, name)) continue
      found.add(name)
      add(name)
    }
  }
  add(id)
  return [...found].sort()
}

/** The paths of the workflows and actions of the repository that are named anywhere in a value. */
function localUses(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { uses } = value as { uses?: unknown }
  const own = typeof uses === 'string' ? localPath(uses.trim()) : null
  return [...(own === null ? [] : [own]), ...Object.values(value).flatMap(localUses)]
}

const candidatesOf = (path: string): [string, 'workflow' | 'action'][] =>
  /\.ya?ml$/.test(path)
    ? [[path, 'workflow']]
    : ['action.yml', 'action.yaml'].map(name => [posix.join(path, name), 'action'])

/** A digest of a part of a file, and of the files that it names. */
async function digestOf(walk: Walk, value: unknown): Promise<string> {
  const texts = [JSON.stringify(value)]
  for (const path of new Set(localUses(value)))
    for (const [file, kind] of candidatesOf(path))
      texts.push(await readOnce(walk, file, kind).then(String, (error: Error) => error.message))
  return shortDigest(texts.join('\0'), 12)
}

/** A condition as it is written, with what the callers give filled in: `inputs.full` may be true or false. */
function conditionText(condition: unknown, scope: Scope): string | undefined {
  const written = conditionOf(condition)
  if (written === undefined) return undefined
  const filled = fill(hasExpression(written) ? written : `\${{ ${written} }}`, scope)
  return `${written} (${filled})`
}

/**
 * What decides whether job `id` of a file runs; undefined where nothing but the success of other jobs does. `needed` is a
 * digest of the jobs that it needs, where something in it looks at what they came to; else ''.
 */
export async function jobCondition(
  walk: Walk,
  { jobs, id }: { jobs: Jobs; id: string },
  scope: Scope,
): Promise<{ condition: string | undefined; needed: string }> {
  const job = fieldsOf(jobs[id])
  const before = neededBy(jobs, id)
  const others = before.map(name => fieldsOf(jobs[name]))
  const conditions = [job, ...others].map(each => conditionText(each.if, scope))
  const isSeen = before.length > 0 && looksAtNeeds(JSON.stringify({ ...job, needs: undefined }))
  const needed = isSeen ? await digestOf(walk, others) : ''
  // What a caller gives may decide in the called file.
  const decides = looksAtNeeds(JSON.stringify([conditions, job.with])) ? needed : ''
  return { condition: conditionOf(...conditions, decides || undefined), needed }
}

/** The same of a step behind the steps `before` it, in a job whose `needed` is as above. */
export async function stepCondition(
  walk: Walk,
  { step, before, needed }: { step: Record<string, unknown>; before: unknown[]; needed: string },
  scope: Scope,
): Promise<string | undefined> {
  const text = conditionText(step.if, scope)
  if (text === undefined) return undefined
  const earlier = looksAtSteps(text) ? await digestOf(walk, before) : ''
  const jobs = looksAtSteps(text) || looksAtNeeds(text) ? needed : ''
  return conditionOf(text, earlier || undefined, jobs || undefined)
}
