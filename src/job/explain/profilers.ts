// The profilers that are known here: how each takes a profile of a command, and how its profile is read.
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { tryCommand } from '../../measure/pin/wrappers.ts'
import { commandLine } from '../../measure/runs/command-line.ts'
import { startedPrograms } from '../../measure/runs/started-programs.ts'
import { added, fromFiles } from './files.ts'
import { node } from './node.ts'
import { perf } from './perf.ts'
import { NoProfile, type Profiler } from './profiler.ts'
import { pySpy } from './py-spy.ts'

/** The test binary would stay in the directory of the benchmark, hence -o. */
const go: Profiler = {
  name: 'go test -cpuprofile',
  start: ({ argv, env }, { out }) => {
    const isBinary = argv[0]?.endsWith('.test') === true
    if (isBinary) return { argv: [...argv, `-test.cpuprofile=${join(out, 'cpu.pprof')}`], env }
    return { argv, env: added(env, 'GOFLAGS', `-cpuprofile=${join(out, 'cpu.pprof')} -o=${out}.test`) }
  },
  read: fromFiles,
}

const isInstalled = (program: string, env: NodeJS.ProcessEnv) => tryCommand([program, '--version'], env).ok

const OF_NODE = new Set('node nodejs npm pnpm yarn tsx ts-node vitest'.split(' '))
const OF_PYTHON = /^(?:python[\d.]*|pytest|pyperf)$/

/** Whether a file is a script of Node: `./bench.mjs` may start itself. */
function isNodeScript(path: string): boolean {
  try {
    return /^#!.*\bnode\b/.test(readFileSync(realpathSync(path)).subarray(0, 100).toString('latin1'))
  } catch {
    return false
  }
}

/** `cycles`: whether the runs had a counter of them. `isService`: whether the command is that of a service. */
type Where = { command: string; cwd: string; env: NodeJS.ProcessEnv; cycles: boolean; isService: boolean }

/** What fits the command: what its language has, else perf. */
function fitting({ command, cwd, env, cycles, isService }: Where): Profiler {
  const programs = startedPrograms(command)
  const [first = ''] = command.trim().split(/\s+/)
  if (
    programs.some(({ name }) => OF_NODE.has(name)) ||
    (first.includes('/') && isNodeScript(join(cwd, first)))
  )
    return node
  const isGo = ({ name, args }: { name: string; args: string }) =>
    (name === 'go' && / test /.test(args) && /-bench\b/.test(args)) || name.endsWith('.test')
  if (programs.some(isGo) && !isService) return go
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
    return go
  }
  if (profile !== 'py-spy') return ownProfiler(profile)
  if (!isInstalled('py-spy', where.env))
    throw new NoProfile('py-spy is not installed: pip install py-spy, or set profile to perf')
  return pySpy
}
