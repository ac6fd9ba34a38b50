// Finds the commands of the running step as its workflow file has them. Expressions are not evaluated there, so that a
// published command holds no secret: the runner masks secrets in log and summary only.
import { builtIn } from '../configured-inputs.ts'
import type { BenchStep } from './bench-steps.ts'

const commandNames = ['command', 'setup', 'prepare'] as const
const names = ['name', ...commandNames] as const

/** The commands as the workflow file has them, null where they were not found in it; `place` says where to look. */
export type WrittenCommands = Record<(typeof commandNames)[number], string | null> & { place: string }

/** The texts around the expressions of `written`; null where one has no end. The first `}}` ends an expression. */
function literalsOf(written: string): string[] | null {
  const [first = '', ...others] = written.split('${{')
  const rests = others.map(text => {
    const end = text.indexOf('}}')
    return end < 0 ? null : text.slice(end + 2)
  })
  return rests.includes(null) ? null : [first, ...(rests as string[])]
}

/** Whether some values of the expressions turn `written` into `evaluated`. */
export function mayBecome(written: string, evaluated: string): boolean {
  const literals = literalsOf(written)
  if (literals === null) return false
  const [first = '', ...others] = literals
  const last = others.pop()
  if (last === undefined) return evaluated === first
  if (!evaluated.startsWith(first) || !evaluated.endsWith(last)) return false
  let at = first.length
  for (const literal of others) {
    const found = evaluated.indexOf(literal, at)
    if (found < 0) return false
    at = found + literal.length
  }
  return at + last.length <= evaluated.length
}

type Evaluated = Record<(typeof names)[number], string>

/** Finds the step of `job` that the values were evaluated from, in the file at `path`. */
export function writtenCommands(
  steps: BenchStep[],
  { path, job, values }: { path: string; job: string; values: Evaluated },
): WrittenCommands {
  const ofJob = steps.filter(step => step.job === job)
  const isOwn = ({ inputs }: BenchStep) =>
    names.every(name => mayBecome(inputs[name] || builtIn(name), values[name]))
  const own = ofJob.filter(isOwn)
  const [step = ofJob[0]] = own
  const place = step?.line ? `${path}, line ${step.line}` : path
  const texts = new Set(own.map(({ inputs }) => JSON.stringify(commandNames.map(name => inputs[name] ?? ''))))
  const inputs = texts.size === 1 ? step?.inputs : undefined
  const written = (name: (typeof commandNames)[number]) => (inputs ? (inputs[name] ?? '') : null)
  return { command: written('command'), setup: written('setup'), prepare: written('prepare'), place }
}
