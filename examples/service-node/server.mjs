// Counts words for whoever asks: node server.mjs PORT
import { createServer } from 'node:http'

const rounds = 1
const text = 'the quick brown fox jumps over the lazy dog '.repeat(100)

function count() {
  const counts = new Map()
  for (let i = 0; i < rounds; i++) {
    counts.clear()
    for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

const server = createServer(({ url }, response) => {
  const answer = url === '/words' ? JSON.stringify([...count()]) : 'up'
  response.setHeader('content-type', 'application/json').end(answer)
})
server.listen(Number(process.argv[2]), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
