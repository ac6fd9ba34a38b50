// What is said of a service that failed. What it printed stays in the log.
import { complaint } from '../measure/process/run-process.ts'
import { MeasureError } from '../measure/runs/errors.ts'
import type { Side } from '../measure/runs/schedule.ts'
import type { Service, ServiceEnd } from './service-process.ts'

/** In words, with `when` that was: `ended with exit code 3 under load`. */
export function howItEnded({ code, signal, left, notStarted }: ServiceEnd, when: string): string {
  if (notStarted !== undefined) return `could not be started: ${notStarted}`
  const how = code === null ? `was ended by signal ${signal}` : `ended with exit code ${code}`
  const away = code === 0 && left > 0 ? ', and went on in the background: start it in the foreground' : ''
  return `${how} ${when}${away}`
}

type Failed = { problem: string; service: Service; side: Side }

/** The error of `what`, a service in words, with its last output. */
export const serviceError = (what: string, { problem, service, side }: Failed): MeasureError =>
  new MeasureError(
    `${what} ${problem}${complaint({ stdout: service.lastLines(), stderr: '' })}`,
    side,
    `${what} ${problem}; the log has its output`,
  )
