// A receiver of webhooks as a process of its own: appends the id of each event to a file before it responds.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)

createServer((request, response) => {
  request.resume().on('end', () => {
    appendFileSync(file, `${request.headers['webhook-id']}\n`)
    response.writeHead(204).end()
  })
}).listen(Number(port), '127.0.0.1', () => process.send?.('listening'))
