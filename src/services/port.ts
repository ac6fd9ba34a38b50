// A port for a service, below those that the kernel gives to connections of the load generator.
import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

const LOWEST = 20_000
const PORTS = 10_000

const canListen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** The ports that were given last: a service or a companion may not listen yet, when another one gets its port. */
const given: number[] = []
const REMEMBERED = 100

/** A port of five digits on which nothing listens, another one each time: the one before may still be in TIME_WAIT. */
export async function freePort(first = randomInt(PORTS)): Promise<number> {
  for (let i = 0; i < PORTS; i++) {
    const port = LOWEST + ((first + i) % PORTS)
    if ((await canListen(port)) && !given.includes(port)) {
      given.push(port)
      if (given.length > REMEMBERED) given.shift()
      return port
    }
  }
  throw new Error(`no port from ${LOWEST} to ${LOWEST + PORTS - 1} is free`)
}

/** Whether something takes connections there now. */
export const takesConnections = (host: string, port: number, timeoutMs = 2000): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host, port })
    const done = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(timeoutMs, () => done(false))
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })
