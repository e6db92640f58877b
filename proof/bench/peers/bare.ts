/**
 * The minimum that a server in Node can do: it sends the same bytes for every request.
 *
 *     node bare.js [LENGTH [STATUS]]
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [length = 2, status = 200] = process.argv.slice(2).map(Number)
const content = Buffer.from(`"${'x'.repeat(length - 2)}"`)
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': content.length }

const server = createServer((request, response) => {
  const answer = () => response.writeHead(status, headers).end(content)
  if (request.method === 'GET') answer()
  else request.on('end', answer).resume()
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
