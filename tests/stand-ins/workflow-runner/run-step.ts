// Runs one stage of a step: its process with what the runner gives to it, then what it left in files.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Action, findAction, inputsOf, type Stage } from './actions.ts'
import { makeCommandFiles, readCommandFiles, type Written } from './command-files.ts'
import { actionVariables, contextVariables } from './environment.ts'
import { expand, type Scope } from './expressions/expressions.ts'
import type { StepRun } from './name-steps.ts'
import { type Command, runProcess } from './run-process.ts'
import type { JobRun } from './start-job.ts'
import { type Annotation, mask, readStepOutput, type StepOutput } from './step-output.ts'
import type { Step } from './workflow-file.ts'

export type StageResult = Written & { success: boolean; annotations: Annotation[] }

export const nothing: Written = { outputs: {}, env: {}, state: {}, path: [], summary: '' }

const shells: Record<string, string[]> = {
  '': ['bash', '-e'],
  bash: ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail'],
  sh: ['sh', '-e'],
}

/** Runs it to its end. What is wrong with the step fails it, as on GitHub; `env` is the context of that name. */
export async function runStage(
  job: JobRun,
  run: StepRun,
  stage: Stage,
  scope: Scope,
  env: Record<string, string>,
): Promise<StageResult> {
  const output = readStepOutput(job.masks, job.log)
  try {
    // An action of the workspace is there only once an earlier step has checked it out.
    if (run.step.uses) run.action ??= await findAction(run.step.uses, {}, job.workspace)
    const files = await makeCommandFiles(join(job.runner.temp, '_runner_file_commands', randomUUID()))
    const own = run.action ? actionEnvironment(job, run, scope, output) : {}
    const command = {
      ...(run.action ? script(run.action, stage, job) : await shellCommand(job, run.step, scope)),
      env: { ...job.service, ...env, ...variables(job, run), ...files, ...own },
    }
    command.env.PATH = [...job.path]
      .reverse()
      .concat(command.env.PATH ?? '')
      .join(':')
    job.signal.throwIfAborted()
    const code = await runProcess(command, output.line)
    if (code !== 0 && !run.action) fail(output, `Process completed with exit code ${code}.`)
    const written = await readCommandFiles(files)
    const summary = mask(written.summary, job.masks)
    return { ...written, summary, success: code === 0, annotations: output.annotations }
  } catch (error) {
    fail(output, (error as Error).message)
    return { ...nothing, success: false, annotations: output.annotations }
  }
}

const fail = (output: StepOutput, message: string) =>
  output.annotate({ level: 'error', title: null, message })

function variables(job: JobRun, { name, action }: StepRun): Record<string, string> {
  const origin = {
    action_repository: action?.origin?.repository ?? '',
    action_ref: action?.origin?.ref ?? '',
  }
  return contextVariables({ ...job.github, action: name, ...origin }, job.runner)
}

/** INPUT_* and STATE_*, and the token of the runtime, which no `run:` gets. */
function actionEnvironment(job: JobRun, run: StepRun, scope: Scope, output: StepOutput) {
  const { values, unexpected } = inputsOf(run.action as Action, run.step.with)
  if (unexpected.length > 0) {
    const valid = Object.keys(run.action?.inputs ?? {})
    const message = `Unexpected input(s) '${unexpected.join("', '")}', valid inputs are ['${valid.join("', '")}']`
    output.annotate({ level: 'warning', title: null, message })
  }
  const inputs = Object.entries(values).map(([name, value]) => [
    `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
    expand(value, scope),
  ])
  const state = Object.entries(run.state).map(([name, value]) => [`STATE_${name}`, value])
  return { ...Object.fromEntries([...inputs, ...state]), ...actionVariables(job.env) }
}

function script(action: Action, stage: Stage, job: JobRun): Omit<Command, 'env'> {
  const file = join(action.directory, action.scripts[stage] ?? '')
  return { program: job.node, args: [file], cwd: job.workspace }
}

async function shellCommand(job: JobRun, step: Step, scope: Scope): Promise<Omit<Command, 'env'>> {
  const [program, ...args] = shells[step.shell ?? ''] ?? []
  if (program === undefined)
    throw new Error(`the stand-in for the runner does not know the shell '${step.shell}'`)
  const file = join(job.runner.temp, `${randomUUID()}.sh`)
  await writeFile(file, expand(step.run, scope))
  return {
    program,
    args: [...args, file],
    cwd: join(job.workspace, expand(step['working-directory'], scope)),
  }
}
