// The profilers that are known here: how each takes a profile of a command, and how its profile is read.
import { join } from 'node:path'
import { tryCommand } from '../../measure/pin/wrappers.ts'
import { fileHead } from '../../measure/process/file-content.ts'
import { commandLine } from '../../measure/runs/command-line.ts'
import { startedPrograms } from '../../measure/runs/started-programs.ts'
import { node } from './node.ts'
import { perf } from './perf.ts'
import { added, fromFiles, NoProfile, type Profiler } from './profiler.ts'
import { pySpy } from './py-spy.ts'

const isTestBinary = (name: string) => name.endsWith('.test')

/** What stands between quotes, and has no meaning to bash. */
const QUOTED = /'[^']*'|"[^"$`]*"/g

/** `argv` with a flag more where all that it starts is one binary of a test, by itself or by bash; null for anything else. */
function withTestFlag(argv: string[], flag: string): string[] | null {
  if (isTestBinary(argv[0] ?? '')) return [...argv, flag]
  const text = argv.at(-1)?.trim() ?? ''
  const [only, ...others] = startedPrograms(text)
  const isAlone = others.length === 0 && !/[|<>&;#\n]/.test(text.replace(QUOTED, ''))
  if (argv.at(-2) !== '-c' || only === undefined || !isAlone || !isTestBinary(only.name)) return null
  return [...argv.slice(0, -1), `${text} '${flag}'`]
}

/** The test binary would stay in the directory of the benchmark, hence -o. */
const go: Profiler = {
  name: 'go test -cpuprofile',
  start: ({ argv, env }, { out }) => {
    const profile = join(out, 'cpu.pprof')
    const flagged = withTestFlag(argv, `-test.cpuprofile=${profile}`)
    if (flagged !== null) return { argv: flagged, env }
    return { argv, env: added(env, 'GOFLAGS', `-cpuprofile=${profile} -o=${out}.test`) }
  },
  read: fromFiles,
}

const isInstalled = (program: string, env: NodeJS.ProcessEnv) => tryCommand([program, '--version'], env).ok

const OF_NODE = new Set('node nodejs npm pnpm yarn tsx ts-node vitest'.split(' '))
const OF_PYTHON = /^(?:python[\d.]*|pytest|pyperf)$/

/** Whether a file is a script of Node: `./bench.mjs` may start itself. */
const isNodeScript = (path: string): boolean => /^#!.*\bnode\b/.test(fileHead(path, 100))

/** `cycles`: whether the runs had a counter of them. `isService`: whether the command is that of a service. */
type Where = {
  command: string
  argv: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  cycles: boolean
  isService: boolean
}

/** go test has one profile for one package, and removes its program, of which perf then has no names. */
function goOf(command: string): Profiler {
  if (startedPrograms(command).some(({ name, args }) => name === 'go' && args.includes('...')))
    throw new NoProfile(
      'go test profiles one package at a time: name one instead of ..., or build it in setup with go test -c and run that',
    )
  return go
}

/** What fits the command: what its language has, else perf. */
function fitting({ command, argv, cwd, env, cycles, isService }: Where): Profiler {
  const programs = startedPrograms(command)
  const [first = ''] = command.trim().split(/\s+/)
  if (
    programs.some(({ name }) => OF_NODE.has(name)) ||
    (first.includes('/') && isNodeScript(join(cwd, first)))
  )
    return node
  const isGo = ({ name, args }: { name: string; args: string }) =>
    name === 'go' && / test /.test(args) && /-bench\b/.test(args)
  if (!isService && (programs.some(isGo) || withTestFlag(argv, '') !== null)) return goOf(command)
  if (programs.some(({ name }) => OF_PYTHON.test(name)) && isInstalled('py-spy', env)) return pySpy
  return perf(env, cycles)
}

/** A command of the user that measures as the benchmark's own does, and writes a profile. */
function ownProfiler(text: string): Profiler {
  return {
    name: 'profile',
    start: ({ env }, { out }) => ({
      argv: commandLine(text.replaceAll('{profile}', join(out, 'profile')), 'bash'),
      env,
    }),
    read: fromFiles,
  }
}

/** The profiler that `profile` asks for. Throws NoProfile where it cannot be used. Runs perf to see whether it may. */
export function profilerFor(profile: string, where: Where): Profiler {
  if (profile === 'auto') return fitting(where)
  if (profile === 'perf') return perf(where.env, where.cycles)
  if (profile === 'node') return node
  if (profile === 'go') {
    if (where.isService)
      throw new NoProfile('profile: go is for go test; perf profiles a service that is written in Go')
    return goOf(where.command)
  }
  if (profile !== 'py-spy') return ownProfiler(profile)
  if (!isInstalled('py-spy', where.env))
    throw new NoProfile('py-spy is not installed: pip install py-spy, or set profile to perf')
  return pySpy
}
