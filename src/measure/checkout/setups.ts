// What the setup commands of a job leave running: it serves until the job ends, and no longer. A server that outlived its job
// would be measured by the next one in place of its own.
import type { Warning } from '../../model/index.ts'
import type { Side } from '../runs/schedule.ts'
import { type KeptSetup, runSetup, type Setup } from './setup.ts'
import { assertSamePrograms, type Programs, programsNow } from './shared/programs.ts'

/** What tells a setup command from others. */
type Place = { side: Side; cwd: string; command: string }

export type Setups = {
  /** Runs a setup command. Throws as `runSetup`. */
  run: (command: string, setup: Setup) => Promise<void>
  /** What is to be said of the processes that these setup commands left running. */
  left: (of: Place[]) => Warning[]
  /** To be called before setup commands run: the programs that `commands` name outside of their directories are noted. */
  watch: (commands: string[]) => void
  /** Throws an InputError where a watched program is not the same as each of these setup commands left it; without them, as each so far did. */
  assertOwnPrograms: (of?: Place[]) => void
}

/** They build, and no benchmark talks to them: by their program, or by what an interpreter runs. */
const BUILD_PROGRAM = /^(?:sccache|ccache|bazel(?:\(.*\))?|buck2d?|watchman|turbod?|VBCSCompiler|MSBuild)$/
const INTERPRETER = /^(?:java|dotnet|node)$/
const BUILD_CLASS =
  /(?:^|[./])(?:GradleDaemon|GradleWrapperMain|KotlinCompileDaemon|VBCSCompiler\.dll|MSBuild\.dll)$|nx\/src\/daemon\//

const baseName = (path: string) => path.replace(/^.*\//, '')

function isBuildServer(commandLine: string): boolean {
  const [program = '', ...args] = commandLine.split(' ')
  const name = baseName(program)
  return BUILD_PROGRAM.test(name) || (INTERPRETER.test(name) && args.some(arg => BUILD_CLASS.test(arg)))
}

/** Without its arguments: this may become a public comment. */
const programOf = (commandLine: string) => commandLine.split(' ')[0] ?? ''

function warningOf(left: { side: Side; commands: string[] }[]): Warning[] {
  const serving = left.flatMap(({ side, commands }) =>
    commands.filter(command => !isBuildServer(command)).map(command => ({ side, command })),
  )
  const [first] = serving
  if (first === undefined) return []
  const isBoth = new Set(serving.map(({ side }) => side)).size > 1
  const sides = isBoth ? ' Both sides left one, so both may have been measured with the first.' : ''
  const message =
    `setup left '${programOf(first.command)}' running, which ended with the job. If it is built from the code, make it the suite's service: ` +
    `the runs may have been of another build.${sides}`
  return [{ code: 'setup-left', message }]
}

const isAt = (one: Place, other: Place) =>
  one.side === other.side && one.cwd === other.cwd && one.command === other.command

/** A setup command that has run, with the watched programs as they were before and after it. */
type Made = KeptSetup & { place: Place; before: Programs; after: Programs }

/** The programs as each of these setups left them. A side that was built before this job has what the other one found. */
const programsOf = (made: Made[], of: Place[]): Programs[] =>
  of.flatMap(place => {
    const own = made.findLast(each => isAt(each.place, place))
    return (
      own?.after ?? made.filter(each => of.some(other => isAt(each.place, other))).map(each => each.before)
    )
  })

/** Calls `work`, and ends what its setup commands left running, whatever happens. */
export async function withSetups<Result>(work: (setups: Setups) => Promise<Result>): Promise<Result> {
  const kept: Made[] = []
  const watched = new Set<string>()
  try {
    return await work({
      run: async (command, setup) => {
        const { side, cwd } = setup
        const before = programsNow([...watched])
        const made = await runSetup(command, setup)
        kept.push({ ...made, place: { side, cwd, command }, before, after: programsNow([...watched]) })
      },
      watch: commands => {
        for (const command of commands) watched.add(command)
      },
      assertOwnPrograms: (of = kept.map(({ place }) => place)) => assertSamePrograms(programsOf(kept, of)),
      left: places =>
        warningOf(
          kept
            .filter(({ place }) => places.some(each => isAt(each, place)))
            .map(({ left, place }) => ({ side: place.side, commands: left })),
        ),
    })
  } finally {
    for (const { end } of kept) await end()
  }
}
