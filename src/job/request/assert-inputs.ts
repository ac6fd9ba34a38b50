// What is refused of a request before anything is measured: inputs that contradict each other.
import { askedFormat } from '../../formats/index.ts'
import { FEWEST_LAYOUTS, LAYOUT } from '../../measure/runs/layouts.ts'
import { PORT } from '../../measure/runs/side-command.ts'
import { clientAlone } from '../../measure/runs/started-programs.ts'
import { InputError } from '../../model/index.ts'
import { commandElsewhere } from '../../services/elsewhere.ts'
import { assertProfile } from './explain-request.ts'
import { type MeasureRequest, ownOf, sidesWithCommand } from './request.ts'

/** Throws an InputError for inputs that contradict each other. */
export function assertInputs(request: MeasureRequest): void {
  assertReading(request)
  assertLayouts(request)
  assertService(request)
  assertOwnServers(request)
  if (request.explain !== null) assertProfile(request.explain.profile)
}

const isAddress = (ready: string) => /^[a-z]+:\/\//.test(ready)

/** Both services of a duet are up at the same time, and each load has to find its own. */
function assertOwnPorts({ service, ofBase, commands }: MeasureRequest): void {
  const services = [service, ofBase?.service ?? null].filter(each => each !== null)
  const texts = [
    ...services.flatMap(({ command, ready }) => (isAddress(ready) ? [command, ready] : [command])),
    ...Object.values(commands).map(command => String(command)),
  ]
  if (texts.every(text => text.includes(PORT))) return
  throw new InputError(
    `service and duet: both versions are up at the same time, so each needs a port of its own; put ${PORT} into the service's command, ` +
      'into ready and into the load, or leave out duet',
  )
}

function assertService(request: MeasureRequest): void {
  const { service, ofBase, delta, duet, cache, warmUpMs } = request
  const own = service ?? ofBase?.service ?? null
  if (own === null) {
    if (warmUpMs > 0)
      throw new InputError('warm-up: is the load on a new service, and there is no service; leave it out')
    return
  }
  const refused = (other: string, why: string) =>
    new InputError(`service and ${other}: ${why}; leave out one`)
  if (delta > 0) throw refused('delta', 'a load is no count of operations')
  if (duet) assertOwnPorts(request)
  if (cache === 'cold') throw refused('cache=cold', 'a service that is up has warm caches')
  const elsewhere = commandElsewhere(own.command)
  if (elsewhere !== null) throw new InputError(`service: the command ${elsewhere}`)
}

/** Throws an InputError where both sides would ask one server: nothing starts one of each commit. */
function assertOwnServers(request: MeasureRequest): void {
  const { ownCheckout, commands, notes } = request
  const sides = sidesWithCommand(request)
  if (ownCheckout === undefined || sides.length < 2 || notes.some(({ code }) => code === 'setup-left')) return
  const clients = sides.map(side => {
    const { service, prepare } = ownOf(request, side)
    const command = commands[side] ?? ''
    return service === null && prepare === ''
      ? clientAlone(typeof command === 'string' ? command : command.join(' '))
      : null
  })
  if (clients.includes(null)) return
  throw new InputError(
    `service: ${clients[0]} sends requests, and nothing starts a server of each commit: both sides would ask the same one; ` +
      `set service to the command of the server, with ${PORT} for its port, and put ${PORT} into the load as well`,
  )
}

/** A job of two commits of which one has no layouts has a single one on the other. */
function assertLayouts({ layouts, relink, looks, duet }: MeasureRequest): void {
  if (layouts.length === 0 && relink !== '')
    throw new InputError('relink: makes builds of several layouts, and layouts is 0; leave one of them out')
  if (relink !== '' && !relink.includes(LAYOUT))
    throw new InputError(
      `relink: the command does not say which build it makes; put ${LAYOUT} into it: go test -c -ldflags=-randlayout=${LAYOUT} -o parse.${LAYOUT} .`,
    )
  if (layouts.length > 1 && layouts.length < FEWEST_LAYOUTS)
    throw new InputError(
      `layouts: fewer than ${FEWEST_LAYOUTS} builds decide nothing, got ${layouts.length}; give 20, 0 for one build`,
    )
  if (duet && layouts.length > 1 && layouts.length < Math.max(...looks))
    throw new InputError(
      `duet and layouts: each pair needs a build of its own, and there may be ${Math.max(...looks)} pairs; give as many layouts, or lower max-runs`,
    )
}

/** Each side has its own tool and results. */
function assertReading(request: MeasureRequest): void {
  for (const side of sidesWithCommand(request)) assertReadingOf({ ...request, ...ownOf(request, side) })
}

function assertReadingOf({ results, tool, pattern, delta, duet, cwds }: MeasureRequest): void {
  if (duet && delta > 0)
    throw new InputError(
      'duet and delta: the processes with n and 2n of both sides would not end together; leave out one',
    )
  if (duet && results && cwds === undefined)
    throw new InputError(
      'duet and results: both sides would write to the same files at the same time; compare two commits (base-ref), or print the results',
    )
  if (results && tool === 'process')
    throw new InputError("tool 'process' reads no results: leave out either tool or results")
  if (pattern) askedFormat({ tool, pattern })
  if (delta > 0 && (results || pattern || (tool !== 'auto' && tool !== 'process')))
    throw new InputError(
      "delta times the processes themselves: leave out results and pattern, and tool unless it is 'process'",
    )
}
