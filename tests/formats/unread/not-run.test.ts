import { expect, it } from '@jest/globals'
import { notRunIn } from '../../../src/formats/unread/not-run.ts'

const TURBO =
  ' Tasks:    2 successful, 2 total\nCached:    2 cached, 2 total\n  Time:    68ms >>> FULL TURBO\n\n'

it.each<[string, string, string]>([
  [
    'turbo',
    'all tasks come from its cache',
    `@x/bench:bench: cache hit, replaying logs 7ac1\n@x/bench:bench: sum 12 ns\n\n${TURBO}`,
  ],
  [
    'turbo',
    'it prints colours',
    ' Tasks:    1 successful\n\x1b[1mCached:    1 cached, 1 total\x1b[0m\n  Time:    \x1b[1m68ms\x1b[0m\n',
  ],
  [
    'Nx',
    'the task comes from its cache',
    '\n> nx run r:bench  [local cache]\n\nsum 12 ns\n\n\n\n NX   Successfully ran target bench for project r\n\n' +
      'Nx read the output from the cache instead of running the command for 1 out of 1 tasks.\n\n',
  ],
  ['go test', 'all packages come from its cache', 'ok  \tx.io/a\t(cached)\nok  \tx.io/b\t(cached)\n'],
  [
    'bazel test',
    'no test was executed',
    '//x:bench   (cached) PASSED in 0.5s\n\nExecuted 0 out of 1 test: 1 test passes.\n',
  ],
  [
    'Gradle',
    'all tasks are up to date',
    '\nBUILD SUCCESSFUL in 1s\n3 actionable tasks: 1 from cache, 2 up-to-date\nConfiguration cache entry reused.\n',
  ],
  ['make', 'a directory has the name of the target', "make: 'bench' is up to date.\n"],
  [
    'make',
    'it is in another directory',
    "make: Entering directory '/x'\nmake: Nothing to be done for 'bench'.\nmake: Leaving directory '/x'\n",
  ],
  ['Task', 'no source has changed', 'task: Task "lib" is up to date\ntask: Task "bench" is up to date\n'],
  [
    'wireit',
    'the script is fresh',
    '\n> bench\n> wireit\n\nAnalyzing\n✅ Ran 0 scripts and skipped 1 in 0.1s.\n',
  ],
  [
    'SCons',
    'all is built',
    "scons: Reading SConscript files ...\nscons: done reading SConscript files.\nscons: Building targets ...\nscons: `bench' is up to date.\nscons: done building targets.\n",
  ],
  ['ninja', 'all is built', "ninja: Entering directory `build'\nninja: no work to do.\n"],
  [
    'CMake',
    'its Makefiles find all built',
    'Consolidate compiler generated dependencies of target p\n[ 50%] Built target p\n[100%] Built target bench\n',
  ],
])('%s says that it started nothing where %s', (tool, _, text) => {
  expect(notRunIn(text)?.tool).toBe(tool)
})

it.each(['make: x is up to date. ', 'task: Task "x" is up to date ', "scons: `x' is up to date. "])(
  'a long line is read in a moment: %s',
  text => {
    expect(notRunIn(`${text.repeat(1000)}!`)).toBe(null)
  },
)

it.each<[string, string]>([
  ['turbo built from its cache, and the benchmark ran then', `${TURBO}sum 12 ns\n`],
  [
    'turbo ran one of two tasks',
    ' Tasks:    2 successful, 2 total\nCached:    1 cached, 2 total\n  Time:    68ms\n',
  ],
  [
    'Nx ran one of two tasks',
    'Nx read the output from the cache instead of running the command for 1 out of 2 tasks.\n',
  ],
  ['go test ran one of two packages', 'ok  \tx.io/a\t(cached)\nok  \tx.io/b\t0.412s\n'],
  ['go test ran the first of two packages', 'ok  \tx.io/a\t0.412s\nok  \tx.io/b\t(cached)\n'],
  ['Gradle ran a task', '4 actionable tasks: 1 executed, 3 up-to-date\n'],
  ['make had built all, and the benchmark ran then', "make: 'tool' is up to date.\nsum 12 ns\n"],
  [
    'a make within make had nothing to do',
    "make[1]: Entering directory '/x'\nmake[1]: Nothing to be done for 'all'.\nmake[1]: Leaving directory '/x'\n",
  ],
  [
    'Task had built all, and the benchmark ran then',
    'task: Task "lib" is up to date\ntask: [bench] ./bench\n',
  ],
  ['wireit ran one of two scripts', '✅ Ran 1 script and skipped 1 in 0.1s.\n'],
  ['SCons made one of two targets', "scons: Building targets ...\n./run\nscons: `bench' is up to date.\n"],
  [
    'CMake built a program',
    '[ 50%] Building C object b.c.o\n[100%] Linking C executable bench\n[100%] Built target bench\n',
  ],
  ['CMake had built all, and its target ran a benchmark', 'sum 12 ns\n[100%] Built target bench\n'],
  ['nothing was printed', ''],
])('nothing is said where %s', (_, text) => {
  expect(notRunIn(text)).toBe(null)
})
