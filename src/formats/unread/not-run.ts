// What tools print at their end that start commands, where they have started none: all was built, or comes from a cache. The output of an
// earlier run, shown once more, has numbers of that run, and the time of such a process is that of the tool.
import { plainText } from '../plain-text.ts'

/**
 * A tool that started nothing, by a `sign` of that, unless another line shows that it did start something. `isBuild`: what takes its
 * time then may be measured on purpose. `instead` is the advice.
 */
type NotRun = { tool: string; isBuild?: true; sign: RegExp; unless?: RegExp; instead: string }

const tools: readonly NotRun[] = [
  {
    tool: 'turbo',
    sign: /\n *Cached: +(\d+) cached, \1 total\n *Time: .*\s*$/,
    instead: 'set "cache": false for the task in turbo.json, or add --force',
  },
  {
    tool: 'Nx',
    sign: /\bNx read the output from the cache instead of running the command for (\d+) out of \1 tasks?\.?\s*$/,
    instead: 'set "cache": false for the target, or add --skip-nx-cache',
  },
  {
    tool: 'Task',
    isBuild: true,
    sign: /^(?:task: Task "[^"\n]*" is up to date(?:\n\s*|$))+$/,
    instead: 'give the task no sources and no status, or add --force',
  },
  {
    tool: 'wireit',
    sign: /\bRan 0 scripts and skipped [1-9]\d* in [\d.]+s\.\s*$/,
    instead: 'give the script no files in package.json, so that it is never fresh',
  },
  {
    tool: 'go test',
    sign: /^ok {2}\t\S+\t\(cached\)/m,
    unless: /^(?:ok {2}\t\S+\t[\d.]+s|FAIL\t)/m,
    instead: 'add -count=1',
  },
  {
    tool: 'bazel test',
    sign: /(?:^|\n)Executed 0 out of [1-9]\d* tests?: .*\s*$/,
    instead: 'add --nocache_test_results, or start the program that Bazel has built',
  },
  {
    tool: 'Gradle',
    isBuild: true,
    sign: /(?:^|\n)\d+ actionable tasks?: (?!.*\bexecuted\b).*\s*(?:Configuration cache .*\s*)?$/,
    instead: 'start the program that Gradle has built',
  },
  {
    tool: 'make',
    isBuild: true,
    // Of the first make alone: one that it starts may have had nothing to do before the benchmark ran.
    sign: /^(?:g?make: Entering directory .*\n\s*)?(?:g?make: (?:.* is up to date\.|Nothing to be done for .*)(?:\n\s*|$))+(?:g?make: Leaving directory .*\s*)?$/,
    instead:
      'write .PHONY: and the name of the target into the Makefile, as a file or directory of that name is there',
  },
  {
    tool: 'SCons',
    isBuild: true,
    // All targets together: one before the last may have run.
    sign: /^(?:scons: (?:Entering|Reading|done reading|Building) .*\n)*(?:scons: `[^'\n]*' is up to date\.(?:\n\s*|$))+(?:scons: done building targets\.\s*)?$/,
    instead: 'give the target to AlwaysBuild in the SConstruct, or start the program that SCons has built',
  },
  {
    tool: 'ninja',
    isBuild: true,
    sign: /^(?:ninja: Entering directory .*\n)?ninja: no work to do\.\s*$/,
    instead: 'start the program that ninja has built',
  },
  {
    tool: 'CMake',
    isBuild: true,
    // With Makefiles. A step of a build, and the output of a program that a target starts, are lines of their own.
    sign: /^(?:(?:Consolidate compiler generated|Scanning) dependencies of target .*\n|\[ *\d+%\] Built target .*(?:\n\s*|$))+$/,
    instead: 'start the program that CMake has built',
  },
]

/** Characters at the end that are looked at: these tools sum up. */
const LOOKED_AT = 64 * 1024

/** The tool that says in its output that it has started nothing; null for any other output. */
export function notRunIn(text: string): NotRun | null {
  const plain = plainText(text.slice(-LOOKED_AT))
  return tools.find(({ sign, unless }) => sign.test(plain) && !unless?.test(plain)) ?? null
}
