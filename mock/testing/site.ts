import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The worker's file in the package, which matches the MSW bundled for pages. */
export const workerFile = readFileSync(new URL('../vendor/mockServiceWorker.js', import.meta.url), 'utf8')

export interface Served {
  body: string
  /** Taken from the path by default. */
  type?: string
  status?: number
  headers?: Record<string, string>
}

/** A static file server that records its requests. */
export interface Site {
  /** `http://localhost:PORT`, without a trailing slash; browsers treat it as a secure origin. */
  url: string
  port: number
  /** Method and path of every request over the network, in order. */
  asked: string[]
  put(path: string, file: Served | string): void
  close(): Promise<void>
}

const types: Record<string, string> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
}

/** Serves files from localhost; an unknown path is answered with 404 or with the file at `fallback`. */
export async function serveSite(files: Record<string, Served | string>, fallback?: string): Promise<Site> {
  const all = new Map(Object.entries(files))
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    asked.push(`${request.method} ${path}`)
    request.resume()
    const found = all.get(path) ?? (fallback === undefined ? undefined : all.get(fallback))
    const file: Served = typeof found === 'string' ? { body: found } : (found ?? { body: '', status: 404 })
    const ending = (all.has(path) ? path : (fallback ?? '')).split('.').at(-1) ?? ''
    response.writeHead(file.status ?? 200, {
      'content-type': `${file.type ?? types[ending] ?? 'text/html'}; charset=utf-8`,
      ...file.headers,
    })
    response.end(file.body)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    port,
    asked,
    put: (path, file) => void all.set(path, file),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
