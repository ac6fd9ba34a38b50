// The command line program. The only place that turns errors into messages and exit codes for it.
import { usedFlags } from './cli/flags.ts'
import { printMessage } from './cli/print.ts'
import { adviceInFlags, withFlag } from './inputs/flag-words.ts'
import { type CliCommand, commandNames, renderCommandHelp, renderHelp } from './inputs/help.ts'
import { nearest } from './inputs/nearest.ts'
import { MeasureError, NotTuned, Stopped } from './measure/runs/errors.ts'
import { InputError, WriteFailure } from './model/index.ts'
import { exitCodes, signalExitCode } from './policy/exit-codes.ts'

declare const __VERSION__: string

/** Each is loaded when it is called: what the others need is not to delay it. */
const COMMANDS: Record<CliCommand, (argv: string[]) => Promise<number>> = {
  run: async argv => (await import('./cli/run-command.ts')).runCommand(usedFlags('run', argv)),
  ab: async argv => (await import('./cli/ab/command.ts')).abCommand(usedFlags('ab', argv)),
  explain: async argv => {
    const { abCommand, explaining } = await import('./cli/ab/command.ts')
    return abCommand(explaining(usedFlags('explain', argv)), 'explain')
  },
  bisect: async argv => (await import('./cli/bisect/command.ts')).bisectCommand(usedFlags('bisect', argv)),
  compare: async argv =>
    (await import('./cli/compare-command.ts')).compareCommand(usedFlags('compare', argv)),
  calibrate: async argv =>
    (await import('./cli/calibrate-command.ts')).calibrateCommand(usedFlags('calibrate', argv)),
  trend: async argv => (await import('./cli/trend-command.ts')).trendCommand(usedFlags('trend', argv)),
  'trend import': async argv =>
    (await import('./cli/import/command.ts')).importCommand(usedFlags('trend import', argv)),
  export: async argv => (await import('./cli/export-command.ts')).exportCommand(usedFlags('export', argv)),
  doctor: async argv => (await import('./cli/doctor-command.ts')).doctorCommand(usedFlags('doctor', argv)),
  demo: async argv => (await import('./cli/demo/command.ts')).demoCommand(usedFlags('demo', argv)),
  init: async argv => (await import('./cli/init/command.ts')).initCommand(usedFlags('init', argv)),
}

const isCommand = (word: string | undefined): word is CliCommand => commandNames.includes(word as CliCommand)

/** `trend import` is one command of two words. */
function joinedCommand(argv: string[]): string[] {
  const at = argv[0] === 'help' ? 1 : 0
  const isImport = argv[at] === 'trend' && argv[at + 1] === 'import'
  return isImport ? [...argv.slice(0, at), 'trend import', ...argv.slice(at + 2)] : argv
}

async function main(argv: string[]): Promise<number> {
  const [first, ...rest] = joinedCommand(argv)
  if (first === '--version' || first === '-V') {
    process.stdout.write(`stable-bench ${__VERSION__}\n`)
    return exitCodes.pass
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    process.stdout.write(isCommand(rest[0]) ? renderCommandHelp(rest[0]) : renderHelp())
    return first === undefined ? exitCodes.badInput : exitCodes.pass
  }
  if (!isCommand(first)) {
    const meant = nearest(first, commandNames)
    const hint = meant ? `did you mean ${meant}?` : `known are ${commandNames.join(', ')}`
    throw new InputError(`unknown command '${first}'; ${hint} (see --help)`)
  }
  const own = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length)
  if (own.includes('--help') || own.includes('-h')) {
    process.stdout.write(renderCommandHelp(first))
    return exitCodes.pass
  }
  return COMMANDS[first](rest)
}

function exitCodeOfError(error: unknown): number {
  const [command] = joinedCommand(process.argv.slice(2))
  const text = error instanceof Error ? error.message : String(error)
  // A suite of the configuration has its keys, and no flags.
  const said = isCommand(command) && !text.startsWith('suite ') ? adviceInFlags(text, command) : text
  if (error instanceof Stopped) {
    printMessage(`stable-bench: ${said}\n`)
    // Where its terminal is gone, Node aborts on its way out. Everything is done, so the signal may end it.
    if (error.by === 'SIGHUP') process.kill(process.pid, error.by)
    return signalExitCode(error.by)
  }
  if (error instanceof InputError || error instanceof MeasureError || error instanceof NotTuned) {
    printMessage(
      `${withFlag(said)
        .split('\n')
        .map(line => `stable-bench: ${line}`)
        .join('\n')}\n`,
    )
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
