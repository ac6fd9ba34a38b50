// Reads act's log (one JSON object per line): what people would see, and what each job and step came to.

/** A workflow command such as `::error title=Slower::text`. */
export type Annotation = { level: 'error' | 'warning' | 'notice'; title: string | null; message: string }

/**
 * One stage of one step. `job` is the id of the job, with the values of its matrix as in `bench (linux, small)`, by name
 * of the dimension; `id` is the step's id, or its index. Steps that are skipped leave no trace in the log.
 */
export type StepResult = {
  job: string
  id: string
  name: string
  stage: 'Pre' | 'Main' | 'Post'
  result: 'success' | 'failure'
  outputs: Record<string, string>
  /** Markdown that the step wrote to GITHUB_STEP_SUMMARY. */
  summary: string
}

export type ActLog = {
  text: string
  /** `success` or `failure` by job. */
  jobs: Record<string, string>
  steps: StepResult[]
  annotations: Annotation[]
  /** The summaries of all steps in order, each on lines of its own. */
  summary: string
}

/** The properties of act's log entries that are of use here. */
export type Entry = {
  msg?: string
  jobID?: string
  matrix?: Record<string, unknown> | null
  jobResult?: string
  step?: string
  stepID?: string[]
  stage?: StepResult['stage']
  stepResult?: StepResult['result']
  raw_output?: boolean
  command?: string
  name?: string
  arg?: string
  content?: string
  kvPairs?: { title?: string } | null
}

export function readActLog(lines: string[]): ActLog {
  const entries = lines.map(parseEntry).filter(entry => !entry.msg?.startsWith('LocalRepositoryCache'))
  const steps: StepResult[] = []
  for (const entry of entries) addTo(steps, entry)
  const finished = entries.flatMap(entry => (entry.jobResult ? [[jobOf(entry), entry.jobResult]] : []))
  return {
    text: entries.map(textOf).join('\n'),
    jobs: Object.fromEntries(finished),
    steps,
    annotations: entries.flatMap(annotationOf),
    summary: steps.map(step => step.summary).join(''),
  }
}

/** What act prints before and after the jobs is not JSON. */
export function parseEntry(line: string): Entry {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return { msg: line }
  }
}

function textOf(entry: Entry): string {
  const message = (entry.msg ?? '').replace(/\r?\n$/, '')
  if (entry.jobID === undefined) return message
  return entry.raw_output ? `[${jobOf(entry)}]   | ${message}` : `[${jobOf(entry)}] ${message}`
}

export function jobOf({ jobID = '', matrix }: Entry): string {
  const values = Object.values(matrix ?? {})
  return values.length > 0 ? `${jobID} (${values.join(', ')})` : jobID
}

/** act logs a step's result first, then the outputs and the summary that it left in files. */
function addTo(steps: StepResult[], entry: Entry): void {
  const { stepID, step: name = '', stage, stepResult: result } = entry
  if (stepID === undefined || stage === undefined) return
  const job = jobOf(entry)
  const id = stepID.join('/')
  if (result !== undefined) steps.push({ job, id, name, stage, result, outputs: {}, summary: '' })
  const step = steps.findLast(
    candidate => candidate.job === job && candidate.id === id && candidate.stage === stage,
  )
  if (!step) return
  if (entry.command === 'set-output' && entry.name !== undefined) step.outputs[entry.name] = entry.arg ?? ''
  if (entry.command === 'summary') step.summary += entry.content?.replace(/\n?$/, '\n') ?? ''
}

function annotationOf({ command, arg, kvPairs }: Entry): Annotation[] {
  if (command !== 'error' && command !== 'warning' && command !== 'notice') return []
  return [{ level: command, title: kvPairs?.title ?? null, message: arg ?? '' }]
}
