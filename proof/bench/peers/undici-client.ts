/**
 * Sends a number of requests with undici alone, in the proportions of a certification: of ten, five read, two create, one
 * changes and two delete. Fails if a response is no success.
 *
 *     node undici-client.js URL REQUESTS CONNECTIONS
 */
import { Pool } from 'undici'
import { get, post, sample } from '../data.js'

const [url = '', requests = 0, connections = 1] = process.argv
  .slice(2)
  .map((text, index) => (index > 0 ? Number(text) : text)) as [string, number, number]
const pool = new Pool(url, { connections })
const { path, headers } = get()
let sent = 0

// biome-ignore lint/suspicious/noExplicitAny: the body of a response
async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', target: string, body?: object): Promise<any> {
  sent++
  const response = await pool.request({
    method,
    path: target,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${method} ${target}: ${response.statusCode} ${text}`)
  return JSON.parse(text)
}

async function work(): Promise<void> {
  while (sent < requests) {
    const create = () => send('POST', path, JSON.parse(post.body ?? ''))
    const [one, other] = [await create(), await create()].map(({ data }) => `${path}/${data[0].id}`)
    for (const target of [path, `${one}`, `${other}`, `${path}?limit=5`, `${one}`]) await send('GET', target)
    await send('PUT', `${one}`, { title: `${sample.title}, changed` })
    for (const target of [one, other]) await send('DELETE', `${target}`)
  }
}

await Promise.all(Array.from({ length: connections }, work))
await pool.close()
