import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** What Prism finds wrong with a request or a response. */
export interface Violation {
  location: readonly string[]
  severity: string
  message: string
}

/** The violations that Prism reports with a response. */
export function violationsIn({ 'sl-violations': text }: IncomingHttpHeaders): Violation[] {
  return text === undefined ? [] : JSON.parse(String(text))
}

/** Has a server listen. Resolves with its port. */
export async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

async function waitFor(port: number): Promise<void> {
  for (let tries = 0; tries < 900; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) return
    await pause(100)
  }
  throw new Error(`Failed to start Prism: nothing listens on port ${port}`)
}

interface PrismOptions {
  /** The folder in which Prism is installed. */
  tools: string
  /** The file of the document. */
  document: string
  /** The URL to pass requests on to. */
  upstream: string
  port: number
}

/** Starts the validating proxy of Prism. Resolves with a function that stops it, once it listens. */
export async function startPrism({ tools, document, upstream, port }: PrismOptions): Promise<() => void> {
  const options = ['--port', String(port), '--host', '127.0.0.1', '--verboseLevel', 'fatal']
  const prism = spawn(join(tools, 'node_modules/.bin/prism'), ['proxy', document, upstream, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitFor(port)
  return () => prism.kill()
}
