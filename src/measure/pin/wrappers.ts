// The command line in front of the benchmark, put together wrapper by wrapper. Each is tried before it is used, behind
// those before it, because an installed program may still be refused by seccomp, a cpuset or a missing right.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { InputError, type Warning } from '../../model/index.ts'
import { isExecutable } from '../process/file-content.ts'

type Tried = { ok: true; stdout: string } | { ok: false; why: string }

/** The wrappers so far, and warnings about those that had to be left out. */
export type Chain = { prefix: string[]; env: NodeJS.ProcessEnv; warnings: Warning[] }

export type Wrapper = {
  /** The input and its value, for messages. */
  input: string
  value: string
  argv: string[]
  /** The user asked for it, so it cannot be left out. */
  explicit: boolean
  /** The command that tries it, `true` by default. `refusal` says what is wrong with the output. */
  probe?: string[]
  refusal?: (stdout: string) => string | null
  /** Says what the user can do when the wrapper does not work. */
  advice?: string
  /** Says more about a refusal than the tool itself does. */
  explain?: () => string
}

const PACKAGES: Record<string, string> = {
  taskset: 'util-linux',
  setarch: 'util-linux',
  chrt: 'util-linux',
  ionice: 'util-linux',
  prlimit: 'util-linux',
  nice: 'coreutils',
  numactl: 'numactl',
}

// The kit waits up to 30 s for another call of its own.
const timeout = 60_000

const onPath = (file: string, { PATH = '' }: NodeJS.ProcessEnv): boolean =>
  file.includes('/') || PATH.split(delimiter).some(directory => isExecutable(join(directory, file)))

const notInstalled = (file: string) => `${file} is not installed (package ${PACKAGES[file] ?? file})`

/** Runs `argv`: its output if it succeeds, else the first line of its error output. */
export function tryCommand(argv: string[], env: NodeJS.ProcessEnv = process.env): Tried {
  const [file = '', ...args] = argv
  const { status, error, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout, env })
  if (status === 0) return { ok: true, stdout }
  if (error && 'code' in error && error.code === 'ENOENT') return { ok: false, why: notInstalled(file) }
  return { ok: false, why: (stderr || error?.message || `exit code ${status}`).trim().split('\n')[0] ?? '' }
}

function tryWrapper(chain: Chain, { argv, probe = ['true'], refusal }: Wrapper): Tried {
  const [file = ''] = argv
  if (!onPath(file, chain.env)) return { ok: false, why: notInstalled(file) }
  const tried = tryCommand([...chain.prefix, ...argv, ...probe], chain.env)
  const why = tried.ok ? (refusal?.(tried.stdout) ?? null) : null
  return why === null ? tried : { ok: false, why }
}

/**
 * Adds `wrapper` if it works. One that does not is a warning, or an InputError with its package and error output if it is
 * `explicit`.
 */
export function addWrapper(chain: Chain, wrapper: Wrapper): boolean {
  const { input, value, argv, explicit, advice, explain } = wrapper
  const tried = tryWrapper(chain, wrapper)
  if (tried.ok) {
    chain.prefix.push(...argv)
    return true
  }
  // Only a program that is installed can have been refused; for another one there is nothing to explain.
  const missing = tried.why === notInstalled(argv[0] ?? '')
  const why = [tried.why, missing ? '' : explain?.()].filter(Boolean).join('; ')
  const message = `${input}=${value}: ${argv.join(' ')} does not work here: ${why}`
  if (explicit)
    throw new InputError(`${message}; ${advice ?? `ask for something else or leave ${input} at its default`}`)
  chain.warnings.push({ code: `no-${argv[0]}`, message: `measured without: ${message}` })
  return false
}
