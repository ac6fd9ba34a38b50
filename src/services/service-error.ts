// What is said of a service that failed. What it printed stays in the log.
import { complaint } from '../measure/process/complaint.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import type { Side } from '../measure/runs/schedule.ts'
import type { Service, ServiceEnd } from './service-process.ts'

/** In words, with `when` that was: `ended with exit code 3 under load`. A command that let a daemon start the service ends well. */
export function howItEnded({ exitCode, signal, left, notStarted }: ServiceEnd, when: string): string {
  if (notStarted !== undefined) return `could not be started: ${notStarted}`
  const how = exitCode === null ? `was ended by signal ${signal}` : `ended with exit code ${exitCode}`
  const went = left > 0 ? 'went on in the background' : 'left none of its processes'
  const away = exitCode === 0 ? `, and ${went}: start the program itself, in the foreground` : ''
  return `${how} ${when}${away}`
}

/** The same of one that does not say that it is up. */
export const notUp = (ready: string, timeoutMs: number): string =>
  `was not up after ${timeoutMs / 1000} s: ready is '${ready}'; correct it, or raise ready-timeout`

const PORT_IN_USE = /EADDRINUSE|address (?:is )?already in use/i

type Failed = { problem: string; service: Service; side: Side }

/** The error of `what`, a service in words, with its last output. */
export function serviceError(what: string, { problem, service, side }: Failed): MeasureError {
  const printed = service.lastLines()
  const inUse = PORT_IN_USE.test(printed) ? ', since its port is in use: put {port} into its command' : ''
  const message = `${what} ${problem}${inUse}`
  return new MeasureError(
    `${message}${complaint({ stdout: printed, stderr: '' })}`,
    side,
    `${message}; the log has its output`,
  )
}
