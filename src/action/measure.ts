// Measuring in a job: the pull request's commit alone, or alternating with its base.
import { resolve } from 'node:path'
import * as core from '@actions/core'
import { getOctokit } from '@actions/github'
import { baseCommit } from '../github/base-commits.ts'
import type { JobContext } from '../github/context.ts'
import { writeSession } from '../history/session-file.ts'
import type { Values } from '../inputs.ts'
import { MeasureError } from '../measure/measure-runs.ts'
import { runSetup } from '../measure/run-setup.ts'
import type { Side } from '../measure/schedule.ts'
import { checkOutBoth } from '../measure/worktrees.ts'
import { type Job, type MeasureRequest, sessionOf } from '../measure-session.ts'
import { InputError, type Policy, type Session } from '../model.ts'
import { type Compared, measureBoth, measureOne } from '../pipeline.ts'
import { requestOf, whileMeasuring } from '../while-measuring.ts'
import { workDirectory, workFile } from './work-file.ts'

/** What the inputs ask to be measured. Throws an InputError without a command. */
export function jobRequest(values: Values, context: JobContext, sides: Side[]): MeasureRequest {
  if (values.command === '') throw new InputError("input 'command' is empty; give the benchmark command")
  const commands = Object.fromEntries(sides.map(side => [side, values.command]))
  return { ...requestOf(values, commands), machine: context.runnerName }
}

function keepRuns(job: Job): void {
  for (const side of job.sides) writeSession(workFile(`incomplete-${side}.json.gz`), sessionOf(job, side))
}

async function setUp(values: Values, cwd: string, side: Side): Promise<void> {
  if (values.setup === '') return
  const title = `stable-bench setup of the ${side}`
  await core.group(title, () => runSetup(values.setup, { cwd, side, env: process.env }))
}

/** Measures the commit that is checked out. */
export async function measureCandidate(values: Values, context: JobContext): Promise<Session> {
  const request = jobRequest(values, context, ['candidate'])
  await setUp(values, resolve(values['working-directory']), 'candidate')
  return whileMeasuring(1, keepRuns, world => measureOne(request, world))
}

/** Why the base could not be measured, for a choice that was not the user's own. */
export class NoBase extends Error {
  override name = 'NoBase'
}

const isAboutBase = (error: unknown) => error instanceof MeasureError && error.side === 'baseline'

/** Measures the base commit and the pull request's in turn, each built in a checkout of its own. */
export async function measureAgainstBase(
  values: Values,
  context: JobContext,
  policy: Policy,
): Promise<Compared> {
  const cwd = resolve(values['working-directory'])
  const base = await baseCommit(getOctokit(values.token), context, cwd)
  const trees = await checkOutBoth(cwd, base, workDirectory()).catch((error: Error) => {
    throw new NoBase(`the base commit ${base.slice(0, 10)} could not be checked out: ${error.message}`)
  })
  try {
    const cwds = { baseline: trees.baseline, candidate: trees.candidate }
    const request = { ...jobRequest(values, context, ['baseline', 'candidate']), cwds }
    await setUp(values, trees.baseline, 'baseline')
    await setUp(values, trees.candidate, 'candidate')
    const plan = { policy, maxRuns: values['max-runs'] }
    return await whileMeasuring(2, keepRuns, world => measureBoth(request, plan, world))
  } catch (error) {
    if (isAboutBase(error))
      throw new NoBase(`the base commit could not be measured: ${(error as Error).message}`)
    throw error
  } finally {
    await trees.remove()
  }
}
