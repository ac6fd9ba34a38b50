// The commands as the workflow file writes them, with its expressions. The action publishes them in place of the
// commands that it runs, which may hold secrets.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import type { Values } from '../../inputs/values.ts'
import type { PublishedCommand } from '../../job/request/request.ts'
import { configFileName } from '../../policy/config-file.ts'
import { readWorkflow } from '../../policy/workflow-file/bench-steps.ts'
import { type WrittenCommands, writtenCommands } from '../../policy/workflow-file/written-inputs.ts'

const notFound = (place: string): WrittenCommands => ({ command: null, setup: null, prepare: null, place })

/** The commands as the job's workflow file has them. Never throws: where it cannot be read, they are not published. One request. */
export async function findWritten(values: Values, context: ConnectedJob): Promise<WrittenCommands> {
  const { workflowPath: path, workflowSha: commit, job, actionRepository } = context
  if (path === '') return notFound('the workflow file')
  try {
    const text = await repositoryFile(context, { path, commit })
    if (text === null) return notFound(path)
    return writtenCommands(readWorkflow(text, actionRepository).steps, { path, job, values })
  } catch (error) {
    core.info(`The report does not give the command: ${(error as Error).message}`)
    return notFound(path)
  }
}

/** Those of a suite that the configuration describes: a file of the repository has them, and no expressions. */
export const asWritten = ({ command, setup, prepare, config }: Values): WrittenCommands => ({
  command,
  setup,
  prepare,
  place: config || configFileName,
})

const whereWritten = ({ written }: JobContext) => `see ${written?.place ?? 'the workflow file'}`

/** The commands to publish in documents and messages; where the file has none, the place to look for them. */
export function publishedCommand(context: JobContext): PublishedCommand {
  const { command = null, prepare = null } = context.written ?? {}
  // Without a line: `prepare` is among the facts that must match, and lines move.
  return {
    command: command ?? '',
    prepare: prepare ?? 'see the workflow file',
    source: command ?? whereWritten(context),
  }
}

type Commands = Pick<Values, 'command' | 'setup' | 'prepare'>

/** The commands for a shell script that everyone may read; bash refuses the text in place of one not found. */
export function writtenValues({ setup, prepare }: Commands, context: JobContext): Commands {
  const unknown = `<${whereWritten(context)}>`
  const { written } = context
  return {
    command: written?.command ?? unknown,
    setup: setup === '' ? '' : (written?.setup ?? unknown),
    prepare: prepare === '' ? '' : (written?.prepare ?? unknown),
  }
}
