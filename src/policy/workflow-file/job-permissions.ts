// What the token of a job may do, as far as its workflow file says so.
import { fieldsOf } from '../yaml-document.ts'
import { givenInputs, usesStableBench } from './bench-steps.ts'
import { parsed } from './walk.ts'

type Place = { job: string; repository: string }

/** Whether no step of the job gives stable-bench another token than the job's own. */
function usesOwnToken(steps: unknown, repository: string): boolean {
  const own = (Array.isArray(steps) ? steps : [])
    .map(fieldsOf)
    .filter(({ uses }) => usesStableBench(uses, repository))
  return own.length > 0 && own.every(step => !('token' in givenInputs(step.with)))
}

/**
 * Whether the workflow `text` says that stable-bench may not write `scope` in `job`: by the permissions of the job, else those
 * of the workflow. Where neither has any, the repository's settings decide. Nothing is said by a file that calls others, whose
 * jobs may have the same name, or that is not YAML. `repository` is where the action comes from.
 */
export function mayNotWrite(text: string, scope: string, { job, repository }: Place): boolean {
  let workflow: Record<string, unknown>
  try {
    workflow = parsed(text)
  } catch {
    return false
  }
  const jobs = fieldsOf(workflow.jobs)
  const { permissions = workflow.permissions, steps } = Object.hasOwn(jobs, job) ? fieldsOf(jobs[job]) : {}
  const isCalling = Object.values(jobs).some(each => fieldsOf(each).uses !== undefined)
  if (isCalling || !usesOwnToken(steps, repository)) return false
  if (permissions === 'read-all') return true
  // An empty map takes everything away; `permissions:` without a value is none.
  if (typeof permissions !== 'object' || permissions === null) return false
  return fieldsOf(permissions)[scope] !== 'write'
}
