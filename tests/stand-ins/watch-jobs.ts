// What GitHub's API shows of the jobs of a run while act runs it: read from act's log as it comes.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type Entry, jobOf, parseEntry } from './act-log.ts'
import type { Run, RunJob, RunStep } from './github-state.ts'

type Step = { id?: string; name?: string; uses?: string; run?: string }
type Workflow = { jobs: Record<string, { steps: Step[] }> }

/** As GitHub names a step that has no name. */
const nameOf = ({ name, uses, run = '' }: Step) => name ?? `Run ${uses ?? run.split('\n', 1)[0]}`

const waiting = (step: Step, index: number): RunStep => ({
  name: nameOf(step),
  number: index + 2,
  status: 'pending',
  conclusion: null,
})

/**
 * Keeps `run.jobs` up to date from the lines that the returned function is given: the jobs of the run's present attempt,
 * which runs the workflow file at `path`, on `runner`. What an attempt did not repeat is not listed under it again.
 */
export function watchJobs(run: Run, path: string, runner: string): (line: string) => void {
  const workflow = parse(readFileSync(path, 'utf8')) as Workflow
  const jobs = new Map<string, RunJob & { steps: RunStep[] }>()

  function jobFor(entry: Entry) {
    const name = jobOf(entry)
    const known = jobs.get(name)
    if (known) return known
    const steps = (workflow.jobs[entry.jobID ?? '']?.steps ?? []).map(waiting)
    const [started_at, run_attempt] = [new Date().toISOString(), run.run_attempt ?? 1]
    const times = { started_at, completed_at: null }
    const job = { name, conclusion: null, run_attempt, runner_name: runner, ...times, steps }
    jobs.set(name, job)
    run.jobs = [...(run.jobs ?? []), job]
    return job
  }

  return line => {
    const entry = parseEntry(line)
    if (entry.jobID === undefined) return
    const job = jobFor(entry)
    const steps = workflow.jobs[entry.jobID]?.steps ?? []
    const index = steps.findIndex((step, i) => (step.id ?? String(i)) === entry.stepID?.[0])
    const step = entry.stage === 'Main' ? job.steps[index] : undefined
    if (step && step.conclusion === null) {
      const conclusion = entry.stepResult ?? null
      Object.assign(step, { status: conclusion === null ? 'in_progress' : 'completed', conclusion })
    }
    if (!entry.jobResult) return
    const left = job.steps.filter(({ conclusion }) => conclusion === null)
    for (const each of left) Object.assign(each, { status: 'completed', conclusion: 'skipped' })
    Object.assign(job, { conclusion: entry.jobResult, completed_at: new Date().toISOString() })
  }
}
