// Evaluates expressions for the tests of a file (evaluate in kit.bash): to start a Node for each takes as long as a tune. A
// connection sends NAME, DOCUMENT and EXPRESSION, each with a zero byte behind it. It gets 0 and the value of the expression, as
// `node -p` prints it, in which NAME is the JSON document; or 1 and the error. Ends when the folder of the tests is gone.
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { format } from 'node:util'
import { runInThisContext } from 'node:vm'

const [portFile] = process.argv.slice(2)

const answer = (name, text, expression) => {
  try {
    globalThis[name] = JSON.parse(text)
    return `0${format(runInThisContext(expression))}`
  } catch (error) {
    return `1${format(error)}`
  }
}

const server = createServer(socket => {
  let received = ''
  socket.setEncoding('utf8')
  socket.on('data', data => {
    received += data
    const [name, text, expression, rest] = received.split('\0')
    if (rest !== undefined) socket.end(answer(name, text, expression))
  })
})

server.listen(0, '127.0.0.1', () => {
  writeFileSync(`${portFile}.new`, `${server.address().port}\n`)
  renameSync(`${portFile}.new`, portFile)
})
setInterval(() => existsSync(dirname(portFile)) || process.exit(), 1000)
