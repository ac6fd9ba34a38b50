// The profilers that are known here: how each takes a profile of a command, and how its profile is read.
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { joinProfiles, type Profile } from '../../explain/profile.ts'
import { MOST_BYTES, readProfile } from '../../explain/read/read.ts'
import { tryCommand } from '../../measure/pin/wrappers.ts'
import { commandLine } from '../../measure/runs/command-line.ts'
import { startedPrograms } from '../../measure/runs/started-programs.ts'
import { perf } from './perf.ts'
import { NoProfile, type Profiler } from './profiler.ts'

/** The files in a directory, in order. */
function readFiles(out: string): Profile {
  const profiles = readdirSync(out)
    .sort()
    .map(name => {
      const { size } = statSync(join(out, name))
      if (size > MOST_BYTES)
        throw new NoProfile(
          `the profile has ${size} bytes, which is more than can be read; make the benchmark shorter`,
        )
      try {
        return readProfile(readFileSync(join(out, name)))
      } catch (error) {
        throw new NoProfile(`what the profiler wrote ${(error as Error).message}`)
      }
    })
  if (profiles.length === 0)
    throw new NoProfile(
      'the profiler wrote no profile; check that it ends by itself, and writes to {profile}',
    )
  return joinProfiles(profiles)
}

const fromFiles = async (out: string) => readFiles(out)

const added = (env: NodeJS.ProcessEnv, name: string, value: string) => ({
  ...env,
  [name]: [env[name], value].filter(Boolean).join(' '),
})

/** Every process of Node below the command writes a profile at its end: nodejs.org/api/cli.html#--cpu-prof. */
const node: Profiler = {
  name: 'node --cpu-prof',
  start: ({ argv, env }, { out, hertz }) => {
    const flags = `--cpu-prof --cpu-prof-dir=${out} --cpu-prof-interval=${Math.round(1e6 / hertz)}`
    return { argv, env: added(env, 'NODE_OPTIONS', flags) }
  },
  read: fromFiles,
}

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

const pySpy: Profiler = {
  name: 'py-spy',
  start: ({ argv, env }, { out, hertz }) => ({
    argv: [
      'py-spy',
      'record',
      '-f',
      'raw',
      '-F',
      '-s',
      '-r',
      String(Math.min(hertz, 500)),
      '-o',
      join(out, 'stacks.txt'),
      '--',
      ...argv,
    ],
    env,
  }),
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

/** `cycles`: whether the runs had a counter of them. */
type Where = { command: string; cwd: string; env: NodeJS.ProcessEnv; cycles: boolean }

/** What fits the command: what its language has, else perf. */
function fitting({ command, cwd, env, cycles }: Where): Profiler {
  const programs = startedPrograms(command)
  const [first = ''] = command.trim().split(/\s+/)
  if (
    programs.some(({ name }) => OF_NODE.has(name)) ||
    (first.includes('/') && isNodeScript(join(cwd, first)))
  )
    return node
  const isGo = ({ name, args }: { name: string; args: string }) =>
    (name === 'go' && / test /.test(args) && /-bench\b/.test(args)) || name.endsWith('.test')
  if (programs.some(isGo)) return go
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
  if (profile === 'go') return go
  if (profile !== 'py-spy') return ownProfiler(profile)
  if (!isInstalled('py-spy', where.env))
    throw new NoProfile('py-spy is not installed: pip install py-spy, or set profile to perf')
  return pySpy
}
