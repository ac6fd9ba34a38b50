// The steps of a job with the names that GitHub gives to them.
import { type Action, isLocal } from './actions.ts'
import type { StepReport } from './job-report.ts'
import type { Step } from './workflow-file.ts'

/** A step of a job, with what its stages share. */
export type StepRun = {
  step: Step
  /** The id, or a name that GitHub makes up; also GITHUB_ACTION. */
  name: string
  action: Action | null
  state: Record<string, string>
  report: StepReport
}

/** The title of a step that has none of its own. */
export const defaultTitle = ({ uses, run = '' }: Step) => `Run ${uses ?? run.trim().split('\n')[0]}`

/** As GitHub makes up ids: `__run`, `__run_2`, `__actions_checkout`, `__self` for an action of the workspace. */
export function nameSteps(steps: Step[]): StepRun[] {
  const counts: Record<string, number> = {}
  return steps.map((step, index) => {
    const made = step.uses === undefined ? '__run' : madeUp(step.uses)
    counts[made] = (counts[made] ?? 0) + (step.id === undefined ? 1 : 0)
    const name = step.id ?? ((counts[made] ?? 0) > 1 ? `${made}_${counts[made]}` : made)
    const report: StepReport = {
      name: step.name ?? defaultTitle(step),
      number: index + 2,
      status: 'pending',
      conclusion: null,
    }
    return { step, name, action: null, state: {}, report }
  })
}

const madeUp = (uses: string) =>
  isLocal(uses) ? '__self' : `__${uses.replace(/@.*/, '').replace(/[^\w-]/g, '_')}`
