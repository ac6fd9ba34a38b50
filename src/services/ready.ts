// How a service says that it is up: an address that answers, a port that takes connections, or a line that it prints.
import { setTimeout as sleep } from 'node:timers/promises'
import { MeasureError } from '../measure/runs/errors.ts'
import type { Side } from '../measure/runs/schedule.ts'
import { PORT } from '../measure/runs/side-command.ts'
import { InputError } from '../model/index.ts'
import { takesConnections } from './port.ts'
import type { Service } from './service-process.ts'

export type Ready =
  | { kind: 'http'; url: URL }
  | { kind: 'tcp'; host: string; port: number }
  | { kind: 'line'; text: string }

/** The text of `ready`, where none is given: the port that the service gets. Throws an InputError where it gets none. */
export function readyText(ready: string, command: string): string {
  if (ready !== '') return ready
  if (command.includes(PORT)) return `tcp://127.0.0.1:${PORT}`
  throw new InputError(
    `ready: how is it known that the service is up? Give an address (http://127.0.0.1:${PORT}/health), a port ` +
      '(tcp://127.0.0.1:8080) or a text of the line that it prints then',
  )
}

/** An address of version 6 stands in brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Reads an address, or takes the text for a part of a line. Throws an InputError for a port that is none. */
export function parseReady(text: string): Ready {
  if (!/^(?:https?|tcp):\/\//.test(text)) return { kind: 'line', text }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol === 'tcp:' && url.port === ''))
    throw new InputError(
      `ready: '${text}' is no address; write http://127.0.0.1:${PORT}/health or tcp://127.0.0.1:${PORT}`,
    )
  if (url.protocol === 'tcp:') return { kind: 'tcp', host: hostOf(url), port: Number(url.port) }
  return { kind: 'http', url }
}

/** The place that answers once the service is up; null for a line. */
function addressOf(ready: Ready): { host: string; port: number } | null {
  if (ready.kind === 'line') return null
  if (ready.kind === 'tcp') return ready
  const { port, protocol } = ready.url
  return { host: hostOf(ready.url), port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}

/** Throws a MeasureError where something else answers already: the runs would measure that. */
export async function assertFree(ready: Ready, { what, side }: { what: string; side: Side }): Promise<void> {
  const address = addressOf(ready)
  if (address === null || !(await takesConnections(address.host, address.port))) return
  const message =
    `ready: something answers at ${address.host}:${address.port} before ${what} is started; end it, or let this one have a free port: ` +
    'put {port} into its command and into ready'
  throw new MeasureError(message, side)
}

const ANSWER_MS = 2000

/**
 * Whether the address answers with a status below 400. Nothing secret is asked, so any certificate will do. The client is
 * loaded here: with all that Node.js loads beside it, it would be a tenth of the start of every command.
 */
async function answers(url: URL): Promise<boolean> {
  const client = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return new Promise(resolve => {
    const options = { agent: false, timeout: ANSWER_MS, rejectUnauthorized: false }
    const request = client.request(url, options, response => {
      response.resume()
      resolve((response.statusCode ?? 500) < 400)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
    request.end()
  })
}

const isUp = (ready: Exclude<Ready, { kind: 'line' }>): Promise<boolean> =>
  ready.kind === 'http' ? answers(ready.url) : takesConnections(ready.host, ready.port)

const PAUSE_MS = 10

/** Resolves to true when the service is up, and to false when it has ended, the time is up or `signal` fires. */
export async function untilReady(
  ready: Ready,
  service: Service,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<boolean> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  if (ready.kind === 'line') {
    const printed = new Promise<boolean>(resolve => {
      service.onLine(line => {
        if (line.includes(ready.text)) resolve(true)
      })
    })
    const late = new Promise<boolean>(resolve => over.addEventListener('abort', () => resolve(false)))
    return Promise.race([printed, late, service.ended.then(() => false)])
  }
  while (!over.aborted && service.end() === null) {
    if (await isUp(ready)) return service.end() === null
    await sleep(PAUSE_MS)
  }
  return false
}
