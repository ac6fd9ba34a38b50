// What the load generators ask: prints its port. Every third answer of /busy is an error, and every one of /broken.
import { createServer } from 'node:http'

let asked = 0
const server = createServer((request, response) => {
  if (request.url === '/busy' && ++asked % 3 === 0) response.statusCode = 503
  if (request.url === '/broken') response.statusCode = 500
  response.end('ok')
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
