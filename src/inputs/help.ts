// The text of --help, rendered from the table of inputs (table.ts).

import { inputText } from './parse.ts'
import { type Command, type Input, inputsOf } from './table.ts'

export type CliCommand = Exclude<Command, 'action'>

const COMMANDS: Record<CliCommand, { usage: string; summary: string }> = {
  run: {
    usage: 'stable-bench run [flags] -- COMMAND…',
    summary: 'Measure one command as fresh processes and write a result document.',
  },
  ab: {
    usage: "stable-bench ab --base 'CMD' --head 'CMD' [flags]",
    summary: 'Measure two commands alternately and say whether the second is slower.',
  },
  compare: {
    usage: 'stable-bench compare --baseline FILE… --candidate FILE… [flags]',
    summary: 'Compare what was measured before: documents or raw outputs of benchmark tools.',
  },
  calibrate: {
    usage: 'stable-bench calibrate [flags] -- COMMAND…',
    summary: 'Measure a command against itself: false alarms, noise, suggested bands and runs.',
  },
  trend: {
    usage: 'stable-bench trend DIR|FILE… [flags]',
    summary: 'Show what changed over many nights, from result documents or a trend artifact.',
  },
  demo: {
    usage: 'stable-bench demo [flags]',
    summary: 'Measure two versions of a small program that ships with it, in under a minute.',
  },
}

export const commandNames = Object.keys(COMMANDS) as CliCommand[]

const NOTES = `
Exit codes: 0 pass, 1 measuring failed, 2 regression, 3 not established (nothing was compared,
benchmarks are missing, the testbeds differ, or --require-tuned), 64 bad flags or input, 130 and 143
stopped by SIGINT and SIGTERM.`

function wrapped(text: string, indent: string, width: number): string {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string
    if (line !== '' && line.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map(line => `${indent}${line}`).join('\n')
}

function renderDefault(input: Input): string {
  const value = inputText(input, input.default)
  return value === '' || input.type === 'files' ? '' : ` [${value}]`
}

function valueHint(input: Input): string {
  if (input.type === 'boolean') return '[true|false]'
  return input.type === 'choice' ? input.choices.join('|') : (input.value ?? '')
}

function renderFlag([name, input]: [string, Input]): string {
  const value = valueHint(input)
  return `  --${name} ${value}\n${wrapped(`${input.help}${renderDefault(input)}`, '      ', 94)}`
}

/** The whole program's help. */
export function renderHelp(): string {
  const commands = commandNames.map(name => `  ${name.padEnd(11)}${COMMANDS[name].summary}`).join('\n')
  return `stable-bench decides whether a change made a program slower: fresh processes, alternated, tested.

Usage: stable-bench COMMAND [flags]

${commands}

  stable-bench COMMAND --help shows a command's flags; stable-bench --version the version.
${NOTES}
`
}

/** One command's help. */
export function renderCommandHelp(command: CliCommand): string {
  const { usage, summary } = COMMANDS[command]
  const flags = inputsOf(command).map(renderFlag).join('\n')
  return `${summary}\n\nUsage: ${usage}\n\n${flags}\n${NOTES}\n`
}
