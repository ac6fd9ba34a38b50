// A service or companion until it is up, and what is said of one that failed. What it printed stays in the log.
import { complaint } from '../measure/process/complaint.ts'
import { Interrupted, MeasureError } from '../measure/runs/errors.ts'
import type { Side } from '../measure/runs/schedule.ts'
import { assertFree, parseReady, untilReady } from './ready.ts'
import { type Service, type ServiceEnd, startService, type Where } from './service-process.ts'

/** In words, with `when` that was: `ended with exit code 3 under load`. A command that let a daemon start the service ends well. */
export function howItEnded({ exitCode, signal, left, notStarted }: ServiceEnd, when: string): string {
  if (notStarted !== undefined) return `could not be started: ${notStarted}`
  const how = exitCode === null ? `was ended by signal ${signal}` : `ended with exit code ${exitCode}`
  const went = left > 0 ? 'went on in the background' : 'left none of its processes'
  const away = exitCode === 0 ? `, and ${went}: start the program itself, in the foreground` : ''
  return `${how} ${when}${away}`
}

const PORT_IN_USE = /EADDRINUSE|address (?:is )?already in use/i

type Failed = { problem: string; service: Service; side: Side }

/** The error of `what`, a service in words, with its last output. */
export function serviceError(what: string, { problem, service, side }: Failed): MeasureError {
  const printed = service.lastLines()
  const inUse = PORT_IN_USE.test(printed) ? ', since its port is in use: put {port} into its command' : ''
  const message = `${what} ${problem}${inUse}`
  const said = complaint({ stdout: printed, stderr: '' })
  return new MeasureError(`${message}${said}`, side, `${message}; the log has its output`)
}

/** `what` it is in words. `text` says how it is known that it is up. */
type Wanted = { what: string; side: Side; text: string; timeoutMs: number; signal: AbortSignal }

/** Starts `argv`. Throws a MeasureError where that is not up in time, and Interrupted when `signal` fires; nothing of it is left then. */
export async function startedService(
  argv: string[],
  where: Where,
  { what, side, text, timeoutMs, signal }: Wanted,
): Promise<Service> {
  const ready = parseReady(text)
  await assertFree(ready, { what, side })
  const service = startService(argv, where)
  const isUp = await untilReady(ready, service, { timeoutMs, signal }).catch(async (error: Error) => {
    await service.stop()
    throw error
  })
  if (isUp) return service
  const end = service.end()
  const problem =
    end === null
      ? `was not up after ${timeoutMs / 1000} s: ready is '${text}'; correct it, or raise ready-timeout`
      : howItEnded(end, 'before it was up')
  const error = serviceError(what, { problem, service, side })
  await service.stop()
  throw signal.aborted ? new Interrupted(`stopped before ${what} was up`) : error
}
