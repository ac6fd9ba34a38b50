// From a request to how its runs are made: wrappers, clock, environment, and what happens before each process.
import { resolve } from 'node:path'
import { outputAt } from '../files/tool-output.ts'
import { askedFormat } from '../formats/index.ts'
import { isOutputOf, recogniseOutput } from '../formats/output.ts'
import { watchMachine } from '../measure/evidence/machine-evidence.ts'
import { evidenceSources } from '../measure/evidence/read.ts'
import type { HeldMachine } from '../measure/pin/attach.ts'
import { duetCpus } from '../measure/pin/duet-cores.ts'
import { choosePinning, type Pinning } from '../measure/pin/pinning.ts'
import { readTopology, type Topology } from '../measure/pin/topology.ts'
import { availableClock } from '../measure/process/bracket.ts'
import { dropCaches, evictBytesFor } from '../measure/process/caches.ts'
import { paddedEnvironment, scrubbedEnvironment, withheldVariables } from '../measure/process/environment.ts'
import { type Shell, shellFor, startsAsIsIn } from '../measure/runs/command-line.ts'
import { runPrepare } from '../measure/runs/quiet-command.ts'
import type { IsResults } from '../measure/runs/results-files.ts'
import type { Side } from '../measure/runs/schedule.ts'
import { sideCommand } from '../measure/runs/side-command.ts'
import type { DuetPlace, Measuring } from '../measure/runs/start-command.ts'
import { InputError, parseCpuList } from '../model/index.ts'
import { type MeasureRequest, ownOf, sidesWithCommand } from './request/request.ts'

function isResultsOf(request: MeasureRequest): IsResults {
  const tools = sidesWithCommand(request).map(side => ownOf(request, side).tool)
  const formats = [...new Set(tools)]
    .filter(tool => tool !== 'process')
    .map(tool => askedFormat({ ...request, tool }))
  return path => {
    const output = outputAt(path)
    return formats.some(format =>
      format === null ? recogniseOutput(output) !== null : isOutputOf(format, output),
    )
  }
}

/** Where the command of a side runs. */
export const directoryOfSide = ({ cwd, cwds }: MeasureRequest, side: Side) => resolve(cwds?.[side] ?? cwd)

/** Whether each version has a core of its own. Services share their CPUs: what disturbs these meets both alike, from moment to moment. */
const hasOwnCores = ({ duet, service }: MeasureRequest): boolean => duet && service === null

/** The wrappers and the watch of all runs, and of the first and the second of a pair in a duet. `cpus` are then both cores. */
function placesOf(request: MeasureRequest, { prefix }: Pinning, cpus: number[] | null) {
  const { duet, cache } = request
  const isOnCores = hasOwnCores(request)
  const same: DuetPlace = { prefix, watch: watchMachine(evidenceSources(cpus), cache, duet && !isOnCores) }
  if (!duet) return same
  const on = (cpu: number | undefined): DuetPlace => {
    if (cpu === undefined) throw new Error('a duet without two CPUs')
    const watch = watchMachine(evidenceSources([cpu]), cache)
    return { prefix: [...prefix, 'taskset', '-c', String(cpu)], watch }
  }
  const pair: Measuring['duet'] = isOnCores ? [on(cpus?.[0]), on(cpus?.[1])] : [same, same]
  return { ...same, duet: pair }
}

function assertClock({ duet, cache }: MeasureRequest, { clock }: Pick<Measuring, 'clock'>): void {
  if (clock === 'perl') return
  if (duet) throw new InputError('duet: needs perl to start both versions together; install perl')
  if (cache === 'cold')
    throw new InputError(
      'cache=cold: needs perl to empty the caches of the processor; install perl, or set cache to warm',
    )
}

function commandsOf(request: MeasureRequest, env: NodeJS.ProcessEnv) {
  const layouts = Math.max(request.layouts.length, request.calledLayouts.length)
  const given = sidesWithCommand(request).map(side => {
    const { results, service, delta } = ownOf(request, side)
    const [command, benchmarks] = [request.commands[side] ?? [], request.benchmarks[side]]
    const cwd = directoryOfSide(request, side)
    return { side, command, cwd, benchmarks, results, service: service?.command ?? null, delta, layouts }
  })
  const shell = shellFor(given, env, startsAsIsIn(env))
  const commands = given.map(each => [each.side, sideCommand(each, shell)])
  return { commands: Object.fromEntries(commands), shell }
}

/** How the runs of `request` are made, and what starts its commands. Throws an InputError. */
export function measuringOf(
  request: MeasureRequest,
  { pinning, kit }: { pinning: Pinning; kit: HeldMachine | null },
  signal: AbortSignal,
): { measuring: Measuring; shell: Shell } {
  const sides = sidesWithCommand(request)
  const limits = { timeoutMs: request.timeoutMs, signal }
  // Padded, because the length of a branch name in the environment would otherwise move the benchmark's stack.
  const PWD = directoryOfSide(request, sides[0] ?? 'candidate')
  const env = paddedEnvironment({ ...scrubbedEnvironment(request.env), ...pinning.environment, PWD })
  const { commands, shell } = commandsOf(request, env)
  const cpus = pinning.cpus === null ? null : parseCpuList(pinning.cpus, 'the pinned CPUs')
  const measuring: Measuring = {
    commands,
    clock: availableClock(env),
    env,
    isResults: isResultsOf(request),
    layouts: request.layouts,
    coolDownMs: request.coolDownSeconds * 1000,
    prepare: async (planned, cwd) => {
      const { prepare } = ownOf(request, planned.side)
      if (prepare !== '') await runPrepare(prepare, { cwd, planned, ...limits, env: request.env })
      // Last: the command before has read files.
      if (request.cache === 'cold') await dropCaches(kit)
    },
    ...limits,
    ...(request.cache === 'cold' ? { evictBytes: evictBytesFor(cpus ?? readTopology().allowed) } : {}),
    withheld: withheldVariables(request.env),
    ...placesOf(request, pinning, cpus),
  }
  assertClock(request, measuring)
  return { measuring, shell }
}

/** The wrappers of `request`; for a duet on two cores those around both. Throws as choosePinning does. */
export function pinningOf(request: MeasureRequest, kit: HeldMachine | null, topology: Topology): Pinning {
  const { pinning, env } = request
  const isOnCores = hasOwnCores(request)
  const cpus = isOnCores ? duetCpus({ cpus: pinning.cpus, kit }, topology) : pinning.cpus
  const asked = { ...pinning, cpus, kit, threads: isOnCores ? 1 : null }
  return choosePinning(asked, scrubbedEnvironment(env), topology)
}
