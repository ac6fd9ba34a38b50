// Finds the programs that a command starts, as far as that shows without a shell, and the load generators among them.

const SHELLS = ['sh', 'bash', 'dash', 'zsh']
const WRAPPERS = [
  ...SHELLS,
  ...'sudo env exec time timeout nice chrt taskset numactl npx pnpx bunx then do'.split(' '),
]

/** A wrapper, or its option or number, or a variable: none of these is the program. */
const isBeforeProgram = (word: string) => WRAPPERS.includes(word) || /^([-\d]|[A-Za-z_]\w*=)/.test(word)

/** The script of `bash -c '…'` is a command of its own, also behind `-o pipefail`. */
const SCRIPT = /\b(?:ba|da|z)?sh(?:\s+-(?:\w*o\s+)?\w+){0,5}\s+-\w*c\s+(?:'([^']*)'|"([^"]*)")/g

/** Quoted words, comments and continued lines. A program's name in them starts nothing. */
const IGNORED = /'[^']*'|"[^"]*"|(?<=^|\s)#[^\n]*|\\\n/g

type Started = { name: string; word: string; args: string }

/**
 * The programs that `command` starts, each with the word that names it and its arguments between blanks. Knows no more of the shell than what
 * separates commands, and the scripts of shells. A program that is only mentioned is not found.
 */
export function startedPrograms(command: string): Started[] {
  const scripts = command.replace(SCRIPT, (_, single?: string, double?: string) => `; ${single ?? double} ;`)
  const commands = scripts.replace(IGNORED, ' ').split(/[;&|()\n]+/)
  return commands.flatMap(text => {
    const words = text.trim().split(/\s+/)
    const at = words.findIndex(word => !isBeforeProgram(word))
    const word = words[at] ?? ''
    const name = word.replace(/^.*\//, '').replace(/@.*$/, '')
    return name === '' ? [] : [{ name, word, args: ` ${words.slice(at + 1).join(' ')} ` }]
  })
}

/** They start what their files say, unless that is done already. */
const TASK_RUNNERS =
  'make gmake cmake ninja scons task turbo nx go bazel bazelisk gradle gradlew npm pnpm yarn bun cd'.split(
    ' ',
  )

/** Whether all that the command starts itself are programs that start others. */
export const startsByTasks = (command: string): boolean =>
  startedPrograms(command).every(({ name }) => TASK_RUNNERS.includes(name))

/** Whether the command starts cargo bench, whose benchmarks print what they measure, and nothing that it may time itself. */
export function startsCargoBench(command: string): boolean {
  const started = startedPrograms(command).filter(({ name }) => !TASK_RUNNERS.includes(name))
  const isBench = ({ name, args }: Started) => name === 'cargo' && /^ (?:[+-]\S+ )*bench /.test(args)
  return started.length > 0 && started.every(isBench)
}

/** Told so, they do not even say that there was nothing to do. The letters of make are those of its options without a value. */
const QUIETLY: [name: RegExp, args: RegExp][] = [
  [/^g?make$/, / (?:-[bBdeikLmnpqrRStvw]*s\w*|--silent|--quiet) /],
  [/^gradlew?$/, / (?:-q|--quiet) /],
  [/^ninja$/, / --quiet /],
  [/^(?:task|scons)$/, / (?:-s|--silent|--quiet) /],
]

const isQuiet = (started: Started) =>
  QUIETLY.some(([name, args]) => name.test(started.name) && args.test(started.args.replace(/ -- .*/, ' ')))

/**
 * The first program of the command that starts only what is not done yet, and is to print nothing; null for none, and where the command
 * starts other programs beside it, whose time may be what counts.
 */
export const quietRunnerIn = (command: string): string | null =>
  startsByTasks(command) ? (startedPrograms(command).find(isQuiet)?.name ?? null) : null

/** They send requests to a server that somebody else has started. */
const CLIENTS = (
  'k6 wrk wrk2 ab hey oha bombardier autocannon vegeta h2load siege locust artillery jmeter ghz fortio drill plow rewrk ' +
  'nighthawk_client tsung gatling'
).split(' ')

/** They measure for themselves, most of them for a fixed time: the time of their process says nothing. */
const LOAD_GENERATORS = new Set([
  ...CLIENTS,
  ...'pgbench sysbench redis-benchmark memtier_benchmark ycsb fio iperf iperf3 netperf'.split(' '),
])

/** The first load generator that the command starts; null for none. */
export const loadGeneratorIn = (command: string): string | null =>
  startedPrograms(command).find(({ name }) => LOAD_GENERATORS.has(name))?.name ?? null

/** What may stand beside such a client in a command. */
const START_NO_SERVER = new Set([
  ...CLIENTS,
  ...'cd sleep tee cat grep sed awk jq head tail sort echo printf true test [ export set mkdir rm curl wget'.split(
    ' ',
  ),
])

/** It names a program of the checkout: the load generator itself is what is measured. */
const isOfCheckout = ({ word }: { word: string }) => word.includes('/') && !word.startsWith('/')

/** The load generator of a command that starts no other program of its own, and so no server; null for another command. */
export function clientAlone(command: string): string | null {
  const programs = startedPrograms(command)
  const client = programs.find(({ name }) => CLIENTS.includes(name))
  const isAlone = programs.every(each => START_NO_SERVER.has(each.name) && !isOfCheckout(each))
  return client !== undefined && isAlone ? client.name : null
}
