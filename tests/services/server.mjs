// A server for tests: `server.mjs PORT [WHAT…]`. Every WHAT changes what it does.
import { fork, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, ...words] = process.argv.slice(2)
const does = word => words.includes(word)
/** `work=N`: rounds of arithmetic for each request. */
const rounds = Number(words.find(word => word.startsWith('work='))?.slice(5) ?? 0)

function compute() {
  let value = 1
  for (let i = 0; i < rounds; i++) value = (value * 31 + i) | 0
  return value
}

function listen(port) {
  const server = createServer((request, response) => {
    if (request.url === '/health') return response.end('up')
    if (does('dies')) process.exit(3)
    if (does('refuses')) response.statusCode = 429
    response.end(`${process.pid} ${process.env.STABLE_BENCH_SEED} ${compute()}\n`)
  })
  server.listen(Number(port), '127.0.0.1', () => console.log(`listening on ${port}`))
}

if (does('deaf')) process.on('SIGTERM', () => {})
/** `strays`: a daemon of its own as well, in a session of its own, whose parent has ended and which does not hear SIGTERM. */
if (does('strays')) {
  const daemon = [process.argv[1], '0', 'late', 'deaf', ...words.filter(word => word !== 'strays')]
  spawn('setsid', ['--fork', process.execPath, ...daemon], { stdio: 'ignore' })
}
/** `asks`: another process, which `serves`, is to serve at the port in the file `asked`. `returns`: and it does not wait for it. */
if (does('asks')) {
  writeFileSync('asked', port)
  if (!does('returns')) setInterval(() => {}, 1000)
} else if (does('serves')) {
  let served = ''
  setInterval(() => {
    const asked = existsSync('asked') ? readFileSync('asked', 'utf8') : ''
    if (asked !== served) listen(asked)
    served = asked
  }, 10)
} else if (does('daemon')) {
  spawn(process.execPath, [process.argv[1], port], { detached: true, stdio: 'ignore' }).unref()
} else if (does('late')) {
  console.error('reading a large file')
  setInterval(() => {}, 1000)
} else if (does('worker') && process.send === undefined) {
  fork(process.argv[1], process.argv.slice(2))
} else listen(port)
