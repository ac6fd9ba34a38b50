// Counts words, or letters, for whoever asks: node server.mjs PORT
import { createServer } from 'node:http'

const rounds = 10
const text = 'the quick brown fox jumps over the lazy dog '.repeat(100)

function counted(parts) {
  const counts = new Map()
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1)
  return JSON.stringify([...counts])
}

function words() {
  let answer = ''
  for (let i = 0; i < rounds; i++) answer = counted(text.split(' '))
  return answer
}

const answers = { '/words': words, '/letters': () => counted(text) }

const server = createServer(({ url }, response) => {
  const answer = answers[url]?.() ?? 'up'
  response.setHeader('content-type', 'application/json').end(answer)
})
server.listen(Number(process.argv[2]), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
