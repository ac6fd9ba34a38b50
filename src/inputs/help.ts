// The text of --help, rendered from the table of inputs.

import { inputText } from './parse.ts'
import { type Command, type Input, inputsOf } from './values.ts'

export type CliCommand = Exclude<Command, 'action'>

type Described = { usage: string; summary: string; example: string; exits: string }

const stopped = '130 and 143 stopped by SIGINT and SIGTERM'
const measured = `1 measuring failed, 3 the machine is not tuned (--require-tuned), 64 bad flags or input, ${stopped}`
const decided =
  '2 regression, 3 not established (nothing was compared, benchmarks are missing, the testbeds differ, or ' +
  '--require-tuned), 64 bad flags or input'

const COMMANDS: Record<CliCommand, Described> = {
  run: {
    usage: 'stable-bench run [flags] -- COMMAND…',
    summary: 'Measure one command as fresh processes and write a result document.',
    example: 'stable-bench run --runs 20 --out before.json -- ./bench',
    exits: `0 measured, ${measured}`,
  },
  ab: {
    usage: "stable-bench ab --base 'CMD' --head 'CMD' [flags]",
    summary: 'Measure two commands alternately and say whether the second is slower.',
    example: "stable-bench ab --base './old' --head './new' --output markdown",
    exits: `0 pass, 1 measuring failed, ${decided}, ${stopped}`,
  },
  compare: {
    usage: 'stable-bench compare --baseline FILE… --candidate FILE… [flags]',
    summary: 'Compare what was measured before: documents or raw outputs of benchmark tools.',
    example: 'stable-bench compare --baseline before.json --candidate after.json',
    exits: `0 pass, ${decided}`,
  },
  calibrate: {
    usage: 'stable-bench calibrate [flags] -- COMMAND…',
    summary: 'Measure a command against itself: false alarms, noise, suggested bands and runs.',
    example: 'stable-bench calibrate --calibration-runs 60 -- ./bench',
    exits: `0 measured, ${measured}`,
  },
  trend: {
    usage: 'stable-bench trend DIR|FILE… [flags]',
    summary: 'Show what changed over many nights, from result documents or a trend artifact.',
    example: 'stable-bench trend nights --since 90d --html trend.html',
    exits: '0 whatever was found, 64 bad flags or input',
  },
  demo: {
    usage: 'stable-bench demo [flags]',
    summary: 'Measure two versions of a small program that ships with it, in under a minute.',
    example: 'stable-bench demo --output html --out demo.html',
    exits: `0 measured, 1 measuring failed, 64 bad flags, ${stopped}`,
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

/** The default, where it is worth a word: a boolean that is off and an empty text go without saying. */
function renderDefault(input: Input): string {
  const value = inputText(input, input.default)
  return value === '' || input.type === 'files' || input.default === false ? '' : ` [${value}]`
}

function valueHint(input: Input): string {
  if (input.type === 'boolean') return '[true|false]'
  return input.type === 'choice' ? input.choices.join('|') : (input.value ?? '')
}

const renderFlag = ([name, input]: [string, Input]) =>
  `  --${name} ${valueHint(input)}\n${wrapped(`${input.help}${renderDefault(input)}`, '      ')}`

/** The whole program's help. */
export function renderHelp(): string {
  const commands = commandNames.map(name => `  ${name.padEnd(11)}${COMMANDS[name].summary}`).join('\n')
  return `stable-bench decides whether a change made a program slower: fresh processes, alternated, tested.

Usage: stable-bench COMMAND [flags]

${commands}

  stable-bench COMMAND --help shows a command's flags, an example and its exit codes.
  stable-bench --version shows the version.

The defaults are good for a first try: stable-bench ab --base './old' --head './new'
`
}

/** One command's help. */
export function renderCommandHelp(command: CliCommand): string {
  const { usage, summary, example, exits } = COMMANDS[command]
  const flags = inputsOf(command).map(renderFlag).join('\n')
  const codes = wrapped(`Exit codes: ${exits}.`, '')
  return `${summary}\n\nUsage:   ${usage}\nExample: ${example}\n\n${flags}\n\n${codes}\n`
}
