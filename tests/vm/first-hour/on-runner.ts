// Runs a workflow on the runner of the test machine: as a job with the hooks before and after it.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkflowRequest, WorkflowResult } from '../../stand-ins/run-workflow.ts'

/** Where the stand-in for the runner finds its jobs, and its queue. */
const [jobs, queue] = ['/run/jobs', '/opt/actions-runner/queue']
let started = 0

/**
 * Queues a job whose one step runs the workflow, and waits until the runner is through with it.
 *
 * @param program the script of that step, in JavaScript: see job.ts
 * @throws when the job has ended without a result, with its log
 */
export async function runOnRunner(request: WorkflowRequest, program: string): Promise<WorkflowResult> {
  const { onJob = () => {}, ...rest } = request
  const name = `workflow-${++started}`
  const job = join(jobs, name)
  mkdirSync(join(job, 'steps'), { recursive: true })
  const path = (file: string) => join(job, file)
  writeFileSync(path('request.json'), JSON.stringify(rest))
  writeFileSync(path('steps/1.sh'), `exec ${process.execPath} ${program} ${job}\n`)
  chmodSync(path('steps/1.sh'), 0o755)
  writeFileSync(queue, `${name}\n`)
  let told = 0
  const tell = () => {
    const reports = existsSync(path('reports')) ? readFileSync(path('reports'), 'utf8').split('\n') : ['']
    // The last one is a line that has not ended.
    for (const line of reports.slice(told, -1)) onJob(JSON.parse(line))
    told = reports.length - 1
  }
  while (!existsSync(path('result'))) {
    await sleep(200)
    tell()
  }
  tell()
  const log = readFileSync(path('log'), 'utf8')
  if (!existsSync(path('workflow.json'))) throw new Error(`the job ${name} has no result; its log:\n${log}`)
  const result = JSON.parse(readFileSync(path('workflow.json'), 'utf8')) as WorkflowResult
  return { ...result, log: `${log}\n${result.log}` }
}
