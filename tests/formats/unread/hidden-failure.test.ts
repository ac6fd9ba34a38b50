// What programs that are on every machine print when they fail, and what others print, as they do.
import { spawnSync } from 'node:child_process'
import { expect, it } from '@jest/globals'
import { failureShownIn } from '../../../src/formats/unread/hidden-failure.ts'

it.each<[string, string, RegExp]>([
  ['a file that Node.js does not find', 'node nowhere.js', /^Error: Cannot find module '.*nowhere\.js'$/],
  ['an error that nobody catches', `node -e 'throw new TypeError("no input")'`, /^TypeError: no input$/],
  [
    'a command that bash does not know',
    'bash -c "nowhere; true"',
    /^bash: line 1: nowhere: command not found$/,
  ],
  ['a command that sh does not know', 'sh -c "nowhere; true"', /^\S*sh: .*nowhere: (?:command )?not found$/],
  ['a script that is not there', 'bash ./nowhere.sh', /^bash: \.\/nowhere\.sh: No such file or directory$/],
  ['a program that crashes', 'bash -c \'bash -c "kill -SEGV \\$\\$"; true\'', /Segmentation fault/],
])('shows %s', (_, command, expected) => {
  const { stderr } = spawnSync('bash', ['-c', command], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  expect(failureShownIn(stderr)).toMatch(expected)
})

it.each<[string, string]>([
  [
    'ValueError: no input',
    'start\nTraceback (most recent call last):\n  File "bench.py", line 3, in <module>\n    run()\nValueError: no input\n',
  ],
  [
    "python3: can't open file '/src/bench.py': [Errno 2] No such file",
    "python3: can't open file '/src/bench.py': [Errno 2] No such file\n",
  ],
  [
    'panic: no input',
    'panic: no input\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:4 +0x1d\nexit status 2\n',
  ],
  [
    "thread 'main' (71) panicked at src/main.rs:2:5:",
    "\nthread 'main' (71) panicked at src/main.rs:2:5:\nno input\n",
  ],
  [
    'Exception in thread "main" java.lang.IllegalStateException: no input',
    'Exception in thread "main" java.lang.IllegalStateException: no input\n\tat Bench.main(Bench.java:3)\n',
  ],
  [
    'Error: Could not find or load main class Bench',
    'Error: Could not find or load main class Bench\nCaused by: java.lang.ClassNotFoundException: Bench\n',
  ],
  [
    'Unhandled exception. System.Exception: no input',
    'Unhandled exception. System.Exception: no input\n   at Bench.Main()\n',
  ],
  [
    "terminate called after throwing an instance of 'int'",
    "terminate called after throwing an instance of 'int'\n",
  ],
  ["bench.rb:1:in `<main>': no input (RuntimeError)", "bench.rb:1:in `<main>': no input (RuntimeError)\n"],
  ["make: *** No rule to make target 'bench'.  Stop.", "make: *** No rule to make target 'bench'.  Stop.\n"],
  ['./run.sh: 3: nowhere: not found', './run.sh: 3: nowhere: not found\n'],
  ['error: could not compile `parse` (bench "a")', 'error: could not compile `parse` (bench "a")\n'],
  ['npm error Missing script: "bench"', 'npm error Missing script: "bench"\nnpm error\n'],
])('shows %s', (line, text) => {
  expect(failureShownIn(text)).toBe(line)
})

it.each([
  'parsed 300 lines, 2 errors',
  'error: 0.0013',
  'mean error: 3 %',
  'warning: file not found, using the default',
  'Errors are counted.\nDone.',
  'test panicked: no',
  'Aborted transactions: 3',
  'Aborted        0',
  'Killed      12',
  'srv.sh: line 5: 16830 Killed                  sleep 100',
  'b.sh: line 1: /proc/sys/vm/drop_caches: Permission denied',
  'bash: warning: setlocale: LC_ALL: cannot change locale (en_US.UTF-8): No such file or directory',
  "Exception ignored in: <function A.__del__>\nTraceback (most recent call last):\n  File 'a.py', line 1\nValueError: late",
  "ERROR:root:retried\nTraceback (most recent call last):\n  File 'a.py', line 1\nValueError: late",
  'make[1]: *** [Makefile:3: clean] Error 1\nmake: [Makefile:7: bench] Error 2 (ignored)',
  'grammar.y: line 12: token X not found',
  `a.rb:1:in ${'('.repeat(65_000)}`,
  'hash: 3 keys not found',
  'error: could not open the cache, going on without',
  '',
])('shows nothing of what is no failure of the whole: %s', text => {
  expect(failureShownIn(text)).toBe(null)
})
