import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RunningServer, startServer } from '../../server/index.js'

/** The responses of a framework without a route: 404 for an unknown path, and the one for a known path with another method. */
export const frameworks = {
  flask: (_: IncomingMessage, hasPath: boolean) =>
    hasPath ? ([405, '<h1>Method Not Allowed</h1>'] as const) : ([404, '<h1>Not Found</h1>'] as const),
  express: ({ method, url }: IncomingMessage) => [404, `<pre>Cannot ${method} ${url}</pre>`] as const,
  json: () => [404, '{"success":false,"message":"Not found"}'] as const,
}

const paths = [
  '/v1/schedules/{id}/resources',
  '/v1/schedules/{id}/resources/{id}',
  '/v1/schedules/{id}/resources/{id}/bookings',
  '/v1/schedules/{id}/bookings',
  '/v1/schedules/{id}/bookings/{id}',
  '/v1/schedules/{id}/collaborators',
  '/v1/schedules/{id}/collaborators/{id}',
  '/v1/users/me',
]

const password = 'correct horse'
const account = (name: string) => ({ email: `${name}@example.test`, password })

/** An unfinished server: its framework answers the operations of section 4 that it lacks. */
export interface PartialServer {
  readonly url: string
  readonly target: object
  close(): Promise<void>
}

/**
 * Starts the reference server behind a proxy that only forwards some operations, such as `PUT /v1/users/me`. Ids in paths are
 * written as `{id}`: `GET /v1/schedules/{id}/resources/{id}`.
 */
export async function startPartialServer(
  has: (operation: string) => boolean,
  framework: keyof typeof frameworks,
): Promise<PartialServer> {
  const people = ['owner', 'editor', 'viewer', 'stranger', 'one', 'two', 'three', 'four', 'five'].map(account)
  const server: RunningServer = await startServer({
    port: 0,
    log: 'off',
    seed: {
      users: people,
      schedules: ['first', 'second', 'spare'].map(id => ({ id, owner: 'owner@example.test' })),
    },
  })
  const proxy = createServer((request, response) => {
    const path = pathOf(request.url ?? '/')
    const operation = `${request.method} ${path}`
    if (paths.includes(path) && has(operation)) return pass(request, response, server.url)
    const hasPath =
      paths.includes(path) && ['GET', 'POST', 'PUT', 'DELETE'].some(method => has(`${method} ${path}`))
    const [status, text] = frameworks[framework](request, hasPath)
    request.resume()
    response.writeHead(status, { 'content-type': text.startsWith('{') ? 'application/json' : 'text/html' })
    response.end(text)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const [owner, editor, viewer, stranger, ...disposable] = people
  return {
    url,
    target: {
      baseUrl: url,
      owner,
      schedules: ['first', 'second', 'spare'],
      members: [editor, viewer, stranger],
      disposable,
    },
    async close() {
      proxy.closeAllConnections()
      await new Promise(resolve => proxy.close(resolve))
      await server.close()
    },
  }
}

const pathOf = (url: string) =>
  url
    .replace(/\?.*/, '')
    .replace(/\/schedules\/[^/]+/, '/schedules/{id}')
    .replace(/\/(resource|booking|collaborator)s\/[^/]+/g, '/$1s/{id}')

function pass(request: IncomingMessage, response: ServerResponse, url: string): void {
  const { method, headers } = request
  const onward = forward(`${url}${request.url}`, { method, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
