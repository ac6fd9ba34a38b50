// The command line program. The only place that turns errors into messages and exit codes for it.
import { abCommand } from './cli/ab-command.ts'
import { calibrateCommand } from './cli/calibrate-command.ts'
import { compareCommand } from './cli/compare-command.ts'
import { demoCommand } from './cli/demo-command.ts'
import { readFlags } from './cli/flags.ts'
import { runCommand } from './cli/run-command.ts'
import { trendCommand } from './cli/trend-command.ts'
import { type CliCommand, commandNames, renderCommandHelp, renderHelp } from './inputs/help.ts'
import { NotTuned } from './job/start.ts'
import { Stopped } from './job/while-measuring.ts'
import { MeasureError } from './measure/runs/errors.ts'
import { InputError } from './model/index.ts'
import { exitCodes, signalExitCode } from './policy/exit-codes.ts'

declare const __VERSION__: string

const COMMANDS: Record<CliCommand, (argv: string[]) => Promise<number>> = {
  run: argv => runCommand(readFlags('run', argv)),
  ab: argv => abCommand(readFlags('ab', argv)),
  compare: argv => compareCommand(readFlags('compare', argv)),
  calibrate: argv => calibrateCommand(readFlags('calibrate', argv)),
  trend: argv => trendCommand(readFlags('trend', argv)),
  demo: argv => demoCommand(readFlags('demo', argv)),
}

const isCommand = (word: string | undefined): word is CliCommand => commandNames.includes(word as CliCommand)

async function main([first, ...rest]: string[]): Promise<number> {
  if (first === '--version') {
    process.stdout.write(`stable-bench ${__VERSION__}\n`)
    return exitCodes.pass
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    process.stdout.write(isCommand(rest[0]) ? renderCommandHelp(rest[0]) : renderHelp())
    return first === undefined ? exitCodes.badInput : exitCodes.pass
  }
  if (!isCommand(first)) {
    throw new InputError(`unknown command '${first}'; known are ${commandNames.join(', ')} (see --help)`)
  }
  const own = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length)
  if (own.includes('--help') || own.includes('-h')) {
    process.stdout.write(renderCommandHelp(first))
    return exitCodes.pass
  }
  return COMMANDS[first](rest)
}

function exitCodeOfError(error: unknown): number {
  const said = error instanceof Error ? error.message : String(error)
  if (error instanceof Stopped) {
    process.stderr.write(`stable-bench: ${said}\n`)
    return signalExitCode(error.by)
  }
  if (error instanceof InputError || error instanceof MeasureError || error instanceof NotTuned) {
    process.stderr.write(
      `${said
        .split('\n')
        .map(line => `stable-bench: ${line}`)
        .join('\n')}\n`,
    )
    if (error instanceof NotTuned) return exitCodes.notEstablished
    return error instanceof InputError ? exitCodes.badInput : exitCodes.measuringFailed
  }
  process.stderr.write(`stable-bench: internal error, please report it: ${(error as Error)?.stack ?? said}\n`)
  return exitCodes.measuringFailed
}

// A reader such as `head` may close the pipe early; that is no failure of ours.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
})

process.exitCode = await main(process.argv.slice(2)).catch(exitCodeOfError)
