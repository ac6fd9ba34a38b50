// The service of the measurement: node server.mjs PORT. Each answer takes some arithmetic.
import { createServer } from 'node:http'

const ROUNDS = 100_000

function compute() {
  let value = 1
  for (let i = 0; i < ROUNDS; i++) value = (value * 31 + i) | 0
  return value
}

const server = createServer(({ url }, response) => response.end(url === '/' ? `${compute()}` : 'up'))
server.listen(Number(process.argv[2]), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
