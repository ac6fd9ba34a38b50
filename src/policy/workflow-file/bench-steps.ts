// Finds the steps of one file, a workflow or a composite action, that use stable-bench, and the values that they give its
// inputs. The file may be a pull request's: its text is untrusted.
import { type Document, LineCounter } from 'yaml'
import { documentFields, fieldsOf, yamlDocument } from '../yaml-document.ts'

/** `inputs` are as written, by their names in lower case. `line` counts from 1; 0 is unknown. `strategy` is that of the job. */
export type BenchStep = { job: string; line: number; inputs: Record<string, string>; strategy?: unknown }

/** `rest` is everything but the inputs of these steps, in a form that can be compared. */
export type Workflow = { steps: BenchStep[]; rest: string }

/** `repository` is where the action that runs comes from, '' where that is not known. */
export function usesStableBench(uses: unknown, repository: string): boolean {
  if (typeof uses !== 'string') return false
  const [name = ''] = uses.trim().toLowerCase().replace(/\/$/, '').split('@')
  if (/^[.$]/.test(name)) return name.length === 1 || name.endsWith('/stable-bench')
  const [owner, repo] = name.split('/')
  return repo === 'stable-bench' || `${owner}/${repo}` === repository.toLowerCase()
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Without a prototype: an input may be called `constructor`. */
export function givenInputs(given: unknown): Record<string, string> {
  const entries = Object.entries(fieldsOf(given))
  const inputs = entries.map(([name, value]) => [name.toLowerCase(), textOf(value ?? '').trim()])
  return Object.assign(Object.create(null), Object.fromEntries(inputs))
}

function lineOf(document: Document, lines: LineCounter, path: (string | number)[]): number {
  const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined
  return node?.range ? lines.linePos(node.range[0]).line : 0
}

/** The steps that use stable-bench in a workflow file, or in that of an action, whose job is ''. Throws where it is not YAML. */
export function readWorkflow(text: string, repository: string): Workflow {
  const lineCounter = new LineCounter()
  const document = yamlDocument(text, lineCounter)
  const workflow = documentFields(document)
  const steps: BenchStep[] = []
  const without = (job: string, described: unknown, path: string[]) => {
    const { steps: all, ...others } = fieldsOf(described)
    const rest = (Array.isArray(all) ? all : []).map((step, i) => {
      const { with: given, ...around } = fieldsOf(step)
      if (!usesStableBench(around.uses, repository)) return step
      const line = lineOf(document, lineCounter, [...path, 'steps', i])
      steps.push({ job, line, inputs: givenInputs(given), strategy: others.strategy })
      return around
    })
    return [job, others, rest]
  }
  const jobs = Object.entries(fieldsOf(workflow.jobs)).map(([id, job]) => without(id, job, ['jobs', id]))
  const runs = without('', workflow.runs, ['runs'])
  return { steps, rest: JSON.stringify({ ...workflow, jobs, runs }) }
}
