// The one step of a job on the test machine: runs the workflow that is in the job's folder, as the runner's own program
// would, and leaves there what it came to.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runWorkflow } from '../../stand-ins/run-workflow.ts'

const [job = ''] = process.argv.slice(2)
const request = JSON.parse(readFileSync(join(job, 'request.json'), 'utf8'))
const result = await runWorkflow({
  ...request,
  onJob: report => appendFileSync(join(job, 'reports'), `${JSON.stringify(report)}\n`),
})
writeFileSync(join(job, 'workflow.json'), JSON.stringify(result))
process.exitCode = result.code
