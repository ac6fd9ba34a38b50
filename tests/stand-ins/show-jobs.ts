// What GitHub's API shows of the jobs of a run while they run.
import type { Run, RunJob } from './github/state.ts'
import type { JobReport } from './workflow-runner/job-report.ts'

/**
 * Keeps `run.jobs` up to date from what the runner reports to the returned function: the jobs of the run's present
 * attempt. What an attempt did not repeat is not listed under it again.
 */
export function showJobs(run: Run): (report: JobReport) => void {
  const shown = new Map<string, RunJob>()
  return ({ name, runner, conclusion, steps }) => {
    const now = new Date().toISOString()
    let job = shown.get(name)
    if (!job) {
      job = { name, conclusion: null, run_attempt: run.run_attempt ?? 1, started_at: now, completed_at: null }
      job.runner_name = runner
      shown.set(name, job)
      run.jobs = [...(run.jobs ?? []), job]
    }
    Object.assign(job, { conclusion, completed_at: conclusion && now, steps: structuredClone(steps) })
  }
}
