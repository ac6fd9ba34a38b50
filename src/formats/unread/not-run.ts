// What tools print at their end that start commands, where they have started none: all was built, or comes from a cache. The output of an
// earlier run, shown once more, has numbers of that run, and the time of such a process is that of the tool.
import { plainText } from '../plain-text.ts'

/** A tool that started nothing. `isBuild`: what takes its time then may be measured on purpose. `instead` is the advice. */
export type NotRun = { tool: string; isBuild?: true; shows: (text: string) => boolean; instead: string }

/** Of the first make alone: one that it starts may have had nothing to do before the benchmark ran. */
const MAKE =
  /^(?:g?make: Entering directory .*\n\s*)?(?:g?make: (?:.* is up to date\.|Nothing to be done for .*)(?:\n\s*|$))+(?:g?make: Leaving directory .*\s*)?$/
const NINJA = /^(?:ninja: Entering directory .*\n)?ninja: no work to do\.\s*$/
const TURBO = /\n *Cached: +(\d+) cached, \1 total\n *Time: .*\s*$/
const NX =
  /\bNx read the output from the cache instead of running the command for (\d+) out of \1 tasks?\.?\s*$/
const GRADLE = /(?:^|\n)\d+ actionable tasks?: (?!.*\bexecuted\b).*\s*(?:Configuration cache .*\s*)?$/
const BAZEL = /(?:^|\n)Executed 0 out of [1-9]\d* tests?: .*\s*$/
const TASK = /^(?:task: Task "[^"\n]*" is up to date(?:\n\s*|$))+$/
const WIREIT = /\bRan 0 scripts and skipped [1-9]\d* in [\d.]+s\.\s*$/
/** All targets together: one before the last may have run. */
const SCONS =
  /^(?:scons: (?:Entering|Reading|done reading|Building) .*\n)*(?:scons: `[^'\n]*' is up to date\.(?:\n\s*|$))+(?:scons: done building targets\.\s*)?$/
const GO_CACHED = /^ok {2}\t\S+\t\(cached\)/m
const GO_RAN = /^(?:ok {2}\t\S+\t[\d.]+s|FAIL\t)/m

const shows = (sign: RegExp) => (text: string) => sign.test(text)

const tools: readonly NotRun[] = [
  {
    tool: 'turbo',
    shows: shows(TURBO),
    instead: 'set "cache": false for the task in turbo.json, or add --force',
  },
  {
    tool: 'Nx',
    shows: shows(NX),
    instead: 'set "cache": false for the target, or add --skip-nx-cache',
  },
  {
    tool: 'Task',
    isBuild: true,
    shows: shows(TASK),
    instead: 'give the task no sources and no status, or add --force',
  },
  {
    tool: 'wireit',
    shows: shows(WIREIT),
    instead: 'give the script no files in package.json, so that it is never fresh',
  },
  {
    tool: 'go test',
    shows: text => GO_CACHED.test(text) && !GO_RAN.test(text),
    instead: 'add -count=1',
  },
  {
    tool: 'bazel test',
    shows: shows(BAZEL),
    instead: 'add --nocache_test_results, or start the program that Bazel has built',
  },
  {
    tool: 'Gradle',
    isBuild: true,
    shows: shows(GRADLE),
    instead: 'start the program that Gradle has built',
  },
  {
    tool: 'make',
    isBuild: true,
    shows: shows(MAKE),
    instead:
      'write .PHONY: and the name of the target into the Makefile, as a file or directory of that name is there',
  },
  {
    tool: 'SCons',
    isBuild: true,
    shows: shows(SCONS),
    instead: 'give the target to AlwaysBuild in the SConstruct, or start the program that SCons has built',
  },
  {
    tool: 'ninja',
    isBuild: true,
    shows: shows(NINJA),
    instead: 'start the program that ninja has built',
  },
]

/** Characters at the end that are looked at: these tools sum up. */
const LOOKED_AT = 64 * 1024

/** The tool that says in its output that it has started nothing; null for any other output. */
export function notRunIn(text: string): NotRun | null {
  const plain = plainText(text.slice(-LOOKED_AT))
  return tools.find(tool => tool.shows(plain)) ?? null
}
