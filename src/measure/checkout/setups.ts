// What the setup commands of a job leave running: it serves until the job ends, and no longer. A server that outlived its job
// would be measured by the next one in place of its own.
import type { Warning } from '../../model/index.ts'
import type { LeftBehind } from '../process/bracket.ts'
import { runSetup, type Setup } from './setup.ts'

export type Setups = {
  /** Runs a setup command. Throws as `runSetup`. */
  run: (command: string, setup: Setup) => Promise<void>
  /** What is to be said of the processes that were left running so far. */
  left: () => Warning[]
}

/** They build, and no benchmark talks to them. */
const BUILD_SERVERS =
  /GradleDaemon|GradleWrapperMain|kotlin-daemon|KotlinCompileDaemon|sccache|bazel|buck2|MSBuild|VBCSCompiler|watchman|nx.*daemon|turbod?\b/

const isServer = ({ command }: LeftBehind) => !BUILD_SERVERS.test(command)

function warningOf(left: LeftBehind[]): Warning[] {
  const [first, ...others] = left.filter(isServer)
  if (first === undefined) return []
  // Without its arguments: this may become a public comment.
  const [program] = first.command.split(' ')
  const sides =
    others.length > 0 ? ' Where both sides start one, both may have been measured with the first.' : ''
  const message =
    `setup left '${program}' running, which ended with the job. If it is built from the code, start it in the command: ` +
    `the runs may have been of another build.${sides}`
  return [{ code: 'setup-left', message }]
}

/** Calls `work`, and ends what its setup commands left running, whatever happens. */
export async function withSetups<Result>(work: (setups: Setups) => Promise<Result>): Promise<Result> {
  const kept: Awaited<ReturnType<typeof runSetup>>[] = []
  try {
    return await work({
      run: async (command, setup) => void kept.push(await runSetup(command, setup)),
      left: () => warningOf(kept.flatMap(({ left }) => left ?? [])),
    })
  } finally {
    for (const { end } of kept) await end()
  }
}
