// The command line program. The only place that turns errors into messages and exit codes for it.
import { type Flags, usedFlags } from './cli/flags.ts'
import { printMessage, printProblem } from './cli/print.ts'
import { adviceInFlags, withFlag } from './inputs/flag-words.ts'
import { type CliCommand, commandNames, renderCommandHelp, renderHelp } from './inputs/help.ts'
import { nearest } from './inputs/nearest.ts'
import { MeasureError, NotTuned, Stopped } from './measure/runs/errors.ts'
import { InputError, WriteFailure } from './model/index.ts'
import { exitCodes, signalExitCode } from './policy/exit-codes.ts'

declare const __VERSION__: string

type Run<C extends CliCommand> = (flags: Flags<C>) => Promise<number>

/** Each is loaded when it is called: what the others need is not to delay it. */
const COMMANDS: { [C in CliCommand]: () => Promise<Run<C>> } = {
  run: async () => (await import('./cli/run-command.ts')).runCommand,
  ab: async () => (await import('./cli/ab/command.ts')).abCommand,
  explain: async () => (await import('./cli/ab/command.ts')).explainCommand,
  bisect: async () => (await import('./cli/bisect/command.ts')).bisectCommand,
  compare: async () => (await import('./cli/compare-command.ts')).compareCommand,
  calibrate: async () => (await import('./cli/calibrate-command.ts')).calibrateCommand,
  trend: async () => (await import('./cli/trend-command.ts')).trendCommand,
  'trend import': async () => (await import('./cli/import/command.ts')).importCommand,
  export: async () => (await import('./cli/export-command.ts')).exportCommand,
  doctor: async () => (await import('./cli/doctor-command.ts')).doctorCommand,
  demo: async () => (await import('./cli/demo/command.ts')).demoCommand,
  init: async () => (await import('./cli/init/command.ts')).initCommand,
}

async function run<C extends CliCommand>(command: C, argv: string[]): Promise<number> {
  const start = await COMMANDS[command]()
  return start(usedFlags(command, argv))
}

const isCommand = (word: string | undefined): word is CliCommand => commandNames.includes(word as CliCommand)

/** `trend import` is one command of two words. */
function joinedCommand(argv: string[]): string[] {
  const at = argv[0] === 'help' ? 1 : 0
  const isImport = argv[at] === 'trend' && argv[at + 1] === 'import'
  return isImport ? [...argv.slice(0, at), 'trend import', ...argv.slice(at + 2)] : argv
}

function unknownCommand(word: string): InputError {
  const meant = nearest(word, commandNames)
  const hint = word.startsWith('-')
    ? 'a flag comes after its command'
    : meant
      ? `did you mean ${meant}?`
      : `known are ${commandNames.join(', ')}`
  return new InputError(`unknown command '${word}'; ${hint} (see --help)`)
}

async function main(argv: string[]): Promise<number> {
  const [first, ...rest] = joinedCommand(argv)
  if (first === '--version' || first === '-V') {
    process.stdout.write(`stable-bench ${__VERSION__}\n`)
    return exitCodes.pass
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const [about] = rest
    if (about !== undefined && about !== 'help' && !isCommand(about)) throw unknownCommand(about)
    process.stdout.write(isCommand(about) ? renderCommandHelp(about) : renderHelp())
    return first === undefined ? exitCodes.badInput : exitCodes.pass
  }
  if (!isCommand(first)) throw unknownCommand(first)
  const own = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length)
  if (own.includes('--help') || own.includes('-h')) {
    process.stdout.write(renderCommandHelp(first))
    return exitCodes.pass
  }
  return run(first, rest)
}

function exitCodeOfError(error: unknown): number {
  const [command] = joinedCommand(process.argv.slice(2))
  const text = error instanceof Error ? error.message : String(error)
  // A suite of the configuration has its keys, and no flags.
  const said = isCommand(command) && !text.startsWith('suite ') ? adviceInFlags(text, command) : text
  if (error instanceof Stopped) {
    printProblem(said)
    // Where its terminal is gone, Node aborts on its way out. Everything is done, so the signal may end it.
    if (error.by === 'SIGHUP') process.kill(process.pid, error.by)
    return signalExitCode(error.by)
  }
  if (error instanceof InputError || error instanceof MeasureError || error instanceof NotTuned) {
    printProblem(withFlag(said))
    if (error instanceof NotTuned) return exitCodes.notEstablished
    if (error instanceof MeasureError || error instanceof WriteFailure) return exitCodes.measuringFailed
    return exitCodes.badInput
  }
  printMessage(`stable-bench: internal error, please report it: ${(error as Error)?.stack ?? said}\n`)
  return exitCodes.measuringFailed
}

// A reader such as `head` may close the pipe early; that is no failure of ours.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return
  process.exitCode = exitCodeOfError(
    new WriteFailure(`the standard output cannot be written: ${error.message}`),
  )
})
// There is nowhere left to say it.
process.stderr.on('error', () => {})

const ended = await main(process.argv.slice(2)).catch(exitCodeOfError)
process.exitCode ??= ended
