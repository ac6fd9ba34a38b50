// Node's own profiler: of a command from its start to its end, of a service while the load goes on that counts.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { AroundService } from '../../measure/runs/start-command.ts'
import { added, fromFiles, NoProfile, type Profiler } from './profiler.ts'

const intervalOf = (hertz: number) => Math.round(1e6 / hertz)

// A service ends by SIGTERM, after which --cpu-prof writes nothing. So each thread of Node listens at a socket of its own: it takes a
// profile from a connection on, and writes it when it is sent something. `exclusive`: not by way of a cluster's primary.
const preload = (out: string, sockets: string, hertz: number) => `
const name = process.pid + '-' + require('node:worker_threads').threadId
const session = new (require('node:inspector').Session)()
session.connect()
const server = require('node:net').createServer(socket => {
  socket.on('error', () => {}).once('data', () => session.post('Profiler.stop', (error, answer) => {
    if (!error) require('node:fs').writeFileSync(${JSON.stringify(out)} + '/' + name + '.cpuprofile', JSON.stringify(answer.profile))
    socket.end()
  }))
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: ${intervalOf(hertz)} })
  session.post('Profiler.start', () => socket.write('.'))
})
server.on('error', () => {}).listen({ path: ${JSON.stringify(sockets)} + '/' + name, exclusive: true }).unref()
`

const socketsOf = (out: string) => `${out}.node`

/** A process that does nothing but wait for another one does not answer, and has no time of its own. */
const BEGIN_MS = 2000
const END_MS = 30_000

/** Resolves when `event` happens; with false where the socket breaks, or nothing happens in time. */
const happens = (socket: Socket, event: 'data' | 'close', withinMs: number) =>
  new Promise<boolean>(resolve => {
    socket.setTimeout(withinMs, () => socket.destroy())
    socket.once(event, () => resolve(true)).once('close', () => resolve(false))
  })

const opened = (path: string) => {
  const socket = connect(path)
  // Nobody reads on after the first answer, and a socket that is not read does not close.
  socket.on('error', () => {}).resume()
  return socket
}

const whileNodeProfiles =
  (out: string): AroundService['whileCounted'] =>
  async work => {
    const sockets = readdirSync(socketsOf(out)).map(name => opened(join(socketsOf(out), name)))
    try {
      const begun = await Promise.all(sockets.map(socket => happens(socket, 'data', BEGIN_MS)))
      if (!begun.includes(true))
        throw new NoProfile(
          "no process of Node takes a profile below the service's command; set profile to perf",
        )
      for (const socket of sockets) socket.setTimeout(0)
      const result = await work()
      const answering = sockets.filter(({ destroyed }, i) => begun[i] && !destroyed)
      await Promise.all(
        answering.map(socket => {
          socket.write('.')
          return happens(socket, 'close', END_MS)
        }),
      )
      return result
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  }

/** Every process of Node below the command writes a profile at its end: nodejs.org/api/cli.html#--cpu-prof. */
export const node: Profiler = {
  name: 'node --cpu-prof',
  start: ({ argv, env }, { out, hertz }) => {
    const flags = `--cpu-prof --cpu-prof-dir=${out} --cpu-prof-interval=${intervalOf(hertz)}`
    return { argv, env: added(env, 'NODE_OPTIONS', flags) }
  },
  ofService: {
    start: ({ argv, env }, { out, hertz }) => {
      const sockets = socketsOf(out)
      const file = `${out}.cjs`
      mkdirSync(sockets, { recursive: true })
      writeFileSync(file, preload(out, sockets, hertz))
      return { argv, env: added(env, 'NODE_OPTIONS', `--require=${file}`) }
    },
    whileCounted: whileNodeProfiles,
  },
  read: fromFiles,
}
