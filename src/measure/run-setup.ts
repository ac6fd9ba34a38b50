// Runs the user's setup command once before measuring, its output passed through to the log.
import { exec } from '@actions/exec'
import { scrubbedEnvironment } from './environment.ts'
import { MeasureError } from './measure-runs.ts'
import type { Side } from './schedule.ts'

export type Setup = { cwd: string; side: Side; env: NodeJS.ProcessEnv }

/** Throws a MeasureError when `command` fails. It sees the same scrubbed environment as the benchmark. */
export async function runSetup(command: string, { cwd, side, env }: Setup): Promise<void> {
  const code = await exec('bash', ['-e', '-o', 'pipefail', '-c', command], {
    cwd,
    env: scrubbedEnvironment(env) as Record<string, string>,
    outStream: process.stderr,
    ignoreReturnCode: true,
  })
  if (code !== 0) throw new MeasureError(`the setup command failed with exit code ${code}: ${command}`, side)
}
