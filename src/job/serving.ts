// From a request to how the service of each run is made, and where its load runs.
import type { HeldMachine } from '../measure/pin/attach.ts'
import type { Pinning } from '../measure/pin/pinning.ts'
import type { Topology } from '../measure/pin/topology.ts'
import { commandLine, type Given, shellFor, startsAsIsIn } from '../measure/runs/command-line.ts'
import type { Side } from '../measure/runs/schedule.ts'
import { PORT } from '../measure/runs/side-command.ts'
import type { Measuring } from '../measure/runs/start-command.ts'
import { InputError, parseCpuList } from '../model/index.ts'
import { type LoadPlace, placeLoad } from '../services/load-cpus.ts'
import { parseReady, readyText } from '../services/ready.ts'
import { type SideService, serveRun } from '../services/serve-run.ts'
import { directoryOfSide } from './prepare-measuring.ts'
import { type MeasureRequest, ownOf, type ServiceRequest, sidesWithCommand } from './request/request.ts'

/** What a job knows of the services of its runs. */
export type ServedJob = { serve: NonNullable<Measuring['serve']>; place: LoadPlace }

type OfSide = Given & { side: Side; service: ServiceRequest }

function servicesOf(request: MeasureRequest): OfSide[] {
  return sidesWithCommand(request).flatMap(side => {
    const { service } = ownOf(request, side)
    return service === null
      ? []
      : [{ side, service, command: service.command, cwd: directoryOfSide(request, side) }]
  })
}

/** Each side's own, started alike. Throws an InputError where nothing says when it is up. */
function sideServices(given: OfSide[], env: NodeJS.ProcessEnv): Partial<Record<Side, SideService>> {
  const shell = shellFor(given, env, startsAsIsIn(env))
  const entries = given.map(({ side, service, command }) => {
    const ready = readyText(service.ready, service.command)
    parseReady(ready.replaceAll(PORT, '1'))
    return [side, { argv: commandLine(command, shell), ready }] as const
  })
  return Object.fromEntries(entries)
}

/**
 * How the services of a job's runs are made; null where it has none. Throws an InputError where only one side has one, or none can
 * be placed.
 */
export function servedJob(
  request: MeasureRequest,
  measuring: Measuring,
  { pinning, topology, kit }: { pinning: Pinning; topology: Topology; kit: HeldMachine | null },
): ServedJob | null {
  const given = servicesOf(request)
  const [first] = given
  if (first === undefined) return null
  if (given.length < sidesWithCommand(request).length)
    throw new InputError(
      `service: only the ${first.side} has one, so the two sides would measure different things; describe it on both, or give the suite a new name`,
    )
  if (measuring.clock !== 'perl')
    throw new InputError('service: needs perl to count what a service uses; install perl')
  const cpus = pinning.cpus === null ? [] : parseCpuList(pinning.cpus, 'the pinned CPUs')
  const place = placeLoad(request.loadCpus, cpus, { topology, kit }, measuring.env)
  const serving = {
    services: sideServices(given, measuring.env),
    prefix: measuring.prefix,
    loadPrefix: place.prefix,
    readyTimeoutMs: Math.max(...given.map(({ service }) => service.readyTimeoutMs)),
    warmUpMs: request.warmUpMs,
    ...(measuring.watch && { watch: measuring.watch }),
  }
  return { serve: (run, load, around) => serveRun(run, serving, load, around), place }
}
