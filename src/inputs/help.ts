// The text of --help, rendered from the table of inputs.
import type { Command, Input } from './input.ts'
import { inputText } from './parse.ts'
import { flagOf, inputs, takesInput } from './values.ts'

export type CliCommand = Exclude<Command, 'action'>

type Described = { usage: string; summary: string; examples: [string, string][]; exits: string }

const stopped = '129, 130 and 143 stopped by SIGHUP, SIGINT and SIGTERM'
const measured = (open: string) =>
  `0 measured, 1 measuring failed, or its result could not be written, 3 ${open}, or the machine is not tuned (--require-tuned), 64 bad flags or input, ${stopped}`
/** What a new user takes for a failure. */
const openToo = 'also where rows are inconclusive (then 3 with --fail-on inconclusive)'
const decided =
  '2 regression, 3 not established (nothing was compared, benchmarks are missing, runs scatter, nothing read the output, the testbeds differ, or --require-tuned), 64 bad flags or input'
const comparedBoth = `0 pass, ${openToo}, 1 measuring failed, or its report could not be written, ${decided}, ${stopped}`

// biome-ignore format: a table, which reads best compact
const COMMANDS: Record<CliCommand, Described> = {
  run: {
    usage: 'stable-bench run [flags] -- COMMAND…\n       stable-bench run [--suite NAME…] [flags]',
    summary: 'Measure a command as fresh processes, or each suite, and write result documents.',
    examples: [
      ['Twenty fresh processes, kept for a later comparison', 'stable-bench run -r 20 -o before.json -- ./bench'],
      ['A line for a shell', "stable-bench run -- bash -c './bench | tail -1'"],
      ['All suites of .stable-bench.yml, to stable-bench-result-NAME.json', 'stable-bench run'],
    ],
    exits: measured('nothing read the output, no benchmark was measured'),
  },
  ab: {
    usage: "stable-bench ab [flags] 'BASELINE CMD' 'CANDIDATE CMD'\n       stable-bench ab --base-ref REF [--setup 'CMD'] [flags] -- COMMAND…\n       stable-bench ab --base-ref REF [--suite NAME…] [flags]",
    summary: 'Measure two commands or commits, interleaved, and say whether the second is slower.',
    examples: [
      ['Is my branch slower than main?', "stable-bench ab --base-ref main --setup 'make' -- ./bench"],
      ['The same for all suites of .stable-bench.yml', 'stable-bench ab --base-ref main'],
      ['Is the new program slower?', "stable-bench ab './old' './new'"],
      ['More runs, and a page with all charts', "stable-bench ab -r 40 --output html -o report.html './old' './new'"],
      ['Two benchmarks of one program', "stable-bench ab './old {benchmark}' './new {benchmark}' --benchmarks parse print"],
    ],
    exits: comparedBoth,
  },
  explain: {
    usage: "stable-bench explain --base-ref REF [--setup 'CMD'] [flags] -- COMMAND…\n       stable-bench explain [flags] 'BASELINE CMD' 'CANDIDATE CMD'\n       stable-bench explain --base-ref REF [--suite NAME…] [flags]",
    summary: 'Measure as ab does, and say why it differs: which counts, which functions.',
    examples: [['Which functions made my branch slower?', "stable-bench explain --base-ref main --setup 'make' -- ./bench"]],
    exits: comparedBoth,
  },
  bisect: {
    usage: "stable-bench bisect OLD..NEW [--setup 'CMD'] [flags] -- COMMAND…\n       stable-bench bisect OLD..NEW [--suite NAME] [flags]",
    summary: 'Find the commit that changed a benchmark, by measuring some of a range.',
    examples: [
      ['Which commit since v1.2 made it slower?', "stable-bench bisect v1.2..main --setup 'make' -- ./bench"],
      ['Of one benchmark among several', "stable-bench bisect v1.2.. --setup 'make' --benchmark parse -- ./bench --json"],
      ['Every step of a change that came in several', "stable-bench bisect v1.2..main --setup 'make' --all -- ./bench"],
      ['A small change on a noisy machine', "stable-bench bisect v1.2..main --setup 'make' --max-runs 200 -- ./bench"],
      ['Stopped with Ctrl-C? The same command goes on', "stable-bench bisect v1.2..main --setup 'make' -- ./bench"],
    ],
    exits: `0 a commit was found, 1 measuring failed, or the report could not be written, 3 none was found: no change between the ends, no commit sure enough, or an untuned machine (--require-tuned), 64 bad flags, range or command, ${stopped}`,
  },
  compare: {
    usage: 'stable-bench compare [flags] BASELINE CANDIDATE',
    summary: 'Compare what was measured before: documents or raw outputs of benchmark tools.',
    examples: [
      ['Two files', 'stable-bench compare before.json after.json'],
      ['Several runs of a tool on either side', 'stable-bench compare --baseline old-*.json --candidate new-*.json'],
      ['Ten runs of go test, appended to one file each', 'stable-bench compare --tool go old.txt new.txt'],
      ['What another program prints', './bench --json | stable-bench compare before.json -'],
    ],
    exits: `0 pass, ${openToo}, 1 the report could not be written, ${decided}`,
  },
  calibrate: {
    usage: 'stable-bench calibrate [flags] -- COMMAND…\n       stable-bench calibrate [--suite NAME…] [flags]',
    summary: 'Measure a command against itself: false alarms, noise, suggested bands and runs.',
    examples: [['What can this machine see?', 'stable-bench calibrate --calibration-runs 60 -- ./bench']],
    exits: measured('nothing read the output'),
  },
  trend: {
    usage: 'stable-bench trend [flags] DIR|FILE…',
    summary: 'Show what changed over many nights, from result documents or a trend artifact.',
    examples: [['Three months, and a page with all charts', 'stable-bench trend --since 90d --html trend.html nights']],
    exits: '0 whatever was found, 1 the report could not be written, 64 bad flags or input',
  },
  'trend import': {
    usage: 'stable-bench trend import [flags] DIR|FILE…',
    summary: 'Begin a history with the results of other tools for earlier commits.',
    examples: [
      ['The history of github-action-benchmark', 'git show gh-pages:dev/bench/data.js >data.js && stable-bench trend import data.js'],
      ['The results of asv, continued on the machine bench-1', 'stable-bench trend import --machine bench-1 results/bench-1'],
      ['Saved runs of pytest-benchmark, or of pyperf as COMMIT.json', 'stable-bench trend import .benchmarks'],
      ['Any results that are read, as COMMIT/FILE or DATE-COMMIT.json', 'stable-bench trend import earlier && stable-bench trend stable-bench-history'],
    ],
    exits: '0 imported, 1 the history could not be written, 64 bad flags or input',
  },
  export: {
    usage: 'stable-bench export [flags] FILE…\n       stable-bench export [--suite NAME…] [flags]',
    summary: 'Write what was measured in the format of another dashboard.',
    examples: [
      ['A table', 'stable-bench export result.json'],
      ['For Prometheus', 'stable-bench export --to openmetrics -o bench.prom result.json'],
      ['What run has left for a suite of .stable-bench.yml', 'stable-bench export --suite parse'],
      ['For Bencher', 'stable-bench export --to bencher result.json | bencher run --adapter json'],
    ],
    exits: '0 written, 1 it could not be written, 3 without a row, or of times because nothing read the output, 64 bad flags or input',
  },
  init: {
    usage: 'stable-bench init [flags] [-- COMMAND…]',
    summary: 'Find and try the benchmarks of a repository, write their suites and workflows.',
    examples: [
      ['What would be written?', 'stable-bench init --dry-run'],
      ['For a command of your own', 'stable-bench init -- ./bench'],
      ['From workflows with commands in them', 'stable-bench init --migrate'],
    ],
    exits: `0 written, or there already, 1 no suite could be run, 64 bad flags, no repository, no benchmark, or something that cannot be moved, ${stopped}`,
  },
  doctor: {
    usage: 'stable-bench doctor [flags]',
    summary: 'Say what this machine can do for benchmarks, and what to do first.',
    examples: [
      ['What should I do first on this machine?', 'stable-bench doctor'],
      ['Only what files say, at once', 'stable-bench doctor --max-time 0'],
      ['In a job: stop unless the machine is tuned for it', 'stable-bench doctor --require tuned --output json -o doctor.json'],
    ],
    exits: `0 whatever was found, 1 the report could not be written, 2 the machine is not tuned (--require tuned), 64 bad flags, ${stopped}`,
  },
  demo: {
    usage: 'stable-bench demo [flags]',
    summary: 'Show a recorded report, then measure what this machine can see, in a minute at most.',
    examples: [['As a page', 'stable-bench demo --output html -o demo.html']],
    exits: `0 whatever this machine can see, 1 measuring failed, or the report could not be written, 64 bad flags, ${stopped}`,
  },
}

export const commandNames = Object.keys(COMMANDS) as CliCommand[]
const WIDTH = 94

function wrapped(text: string, indent: string): string {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string
    if (line !== '' && line.length + word.length + 1 > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map(line => `${indent}${line}`).join('\n')
}

/** The default, where it is worth a word: a boolean that is off and an empty text go without saying. Files have the action's. */
function renderDefault(input: Input): string {
  const value = inputText(input, input.default)
  return value === '' || Array.isArray(input.decides) || input.default === false ? '' : ` [${value}]`
}

function valueHint(input: Input): string {
  if (input.type === 'boolean') return `[${['true', 'false', ...(input.words ?? [])].join('|')}]`
  return input.type === 'choice' ? input.choices.join('|') : (input.value ?? '')
}

function renderFlag(name: string, input: Input): string {
  const short = input.short ? `-${input.short}, ` : ''
  const flag = `  ${short}${flagOf(name, input)} ${valueHint(input)}`
  return `${flag}\n${wrapped(`${input.help}${renderDefault(input)}`, '      ')}`
}

/** The flags of a command under their headings. An entry is under the last heading before it in the table. */
function renderFlags(command: CliCommand): string {
  const parts: string[] = []
  let [heading, shown] = ['', '']
  for (const [name, input] of Object.entries(inputs as Record<string, Input>)) {
    heading = input.heading ?? heading
    if (!takesInput(command, name, input)) continue
    if (heading !== shown) parts.push(`${parts.length === 0 ? '' : '\n'}${heading}:`)
    shown = heading
    parts.push(renderFlag(name, input))
  }
  return parts.join('\n')
}

/** The whole program's help. */
export function renderHelp(): string {
  const commands = commandNames.map(name => `  ${name.padEnd(13)}${COMMANDS[name].summary}`).join('\n')
  return `stable-bench decides whether a change made a program slower: fresh processes, interleaved, tested.

Usage: stable-bench COMMAND [flags]

${commands}

  stable-bench COMMAND --help shows a command's flags, an example and its exit codes.
  stable-bench --version, or -V, shows the version.

The defaults are good for a first try: stable-bench ab './old' './new'
`
}

/** One command's help. */
export function renderCommandHelp(command: CliCommand): string {
  const { usage, summary, examples, exits } = COMMANDS[command]
  const shown = examples.map(([what, line]) => `  # ${what}\n  ${line}`).join('\n\n')
  const codes = wrapped(`Exit codes: ${exits}.`, '')
  return `${summary}\n\nUsage: ${usage}\n\nExamples:\n${shown}\n\n${renderFlags(command)}\n\n${codes}\n`
}
