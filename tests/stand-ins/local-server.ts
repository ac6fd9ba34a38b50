// A plain HTTP server on the loopback interface for the stand-ins: one function answers every request.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer }

/** A `Buffer` is sent as it is, anything else as JSON, nothing when `body` is absent. */
export type Reply = {
  status: number
  headers?: Record<string, string>
  body?: unknown
  /** The connection breaks off after half of the body. */
  cut?: boolean
}

export type LocalServer = { url: string; close: () => Promise<void> }

/**
 * Listens on 127.0.0.1 at a port the system chooses. A server that a failed test left open keeps no process alive.
 *
 * @param answer what to reply; when it throws, the client gets a 500 with the error's text
 * @returns the origin without a trailing slash, and a function that drops all connections and stops
 */
export async function startLocalServer(
  answer: (request: Received) => Reply | Promise<Reply>,
): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    try {
      send(response, await answer(await receive(request, url())))
    } catch (error) {
      send(response, { status: 500, body: { message: `stand-in failed: ${String(error)}` } })
    }
  })
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return { url: url(), close: () => stop(server) }
}

async function receive(request: IncomingMessage, origin: string): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    method: request.method ?? '',
    url: new URL(request.url ?? '/', origin),
    headers: request.headers,
    body: Buffer.concat(chunks),
  }
}

function send(response: ServerResponse, reply: Reply): void {
  const isJson = reply.body !== undefined && !Buffer.isBuffer(reply.body)
  const content = Buffer.from(isJson ? JSON.stringify(reply.body) : ((reply.body as Buffer) ?? ''))
  response.writeHead(reply.status, {
    ...(isJson ? { 'content-type': 'application/json; charset=utf-8' } : {}),
    ...(reply.cut ? { 'content-length': String(content.length) } : {}),
    ...reply.headers,
  })
  if (reply.cut) response.write(content.subarray(0, content.length / 2), () => response.destroy())
  else response.end(content)
}

async function stop(server: ReturnType<typeof createServer>): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
