import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { certify } from '../../conformance/index.js'
import { startServer } from '../../server/index.js'
import { freePort } from '../../server/testing/processes.js'
import { population, target } from '../server/people.js'

/*
 * Certifies the server through the validating proxy of Prism, which reports everything in a response that the document does not
 * declare. Violations in requests are expected, because the kit sends wrong ones on purpose.
 *
 *   node dist/proof/openapi/prism.js TOOLS DOCUMENT
 */

/** A violation that Prism finds in a request or a response. */
interface Violation {
  location: readonly string[]
  severity: string
  message: string
}

/** Parses the violations that Prism reports in a header of the response. */
function violationsIn({ 'sl-violations': text }: IncomingHttpHeaders): Violation[] {
  return text === undefined ? [] : JSON.parse(String(text))
}

/** Starts to listen on a free port. Resolves to the port. */
async function listening(server: Server): Promise<number> {
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

/** Starts the validating proxy of Prism. Resolves, once it listens, to a function that stops it. */
async function startPrism({ tools, document, upstream, port }: PrismOptions): Promise<() => void> {
  const options = ['--port', String(port), '--host', '127.0.0.1', '--verboseLevel', 'fatal']
  const prism = spawn(join(tools, 'node_modules/.bin/prism'), ['proxy', document, upstream, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitFor(port)
  return () => prism.kill()
}

/** A response with its violations. */
interface Finding {
  request: string
  status: number
  violations: Violation[]
}

/** Forwards everything to the proxy, and records the violations in responses. */
function createRecorder(proxyPort: number) {
  const findings: Finding[] = []
  let responses = 0
  let withRequestViolations = 0
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const passed = httpRequest(
      { host: '127.0.0.1', port: proxyPort, method, path: url, headers },
      response => {
        responses++
        const { statusCode: status = 0, headers } = response
        const { 'sl-violations': _, ...rest } = headers
        const all = violationsIn(headers)
        if (all.some(({ location }) => location[0] === 'request')) withRequestViolations++
        const violations = all.filter(({ location }) => location[0] === 'response')
        if (violations.length > 0) findings.push({ request: `${method} ${url}`, status, violations })
        outgoing.writeHead(status, rest)
        response.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  return { server, findings, counts: () => ({ responses, withRequestViolations }) }
}

const [tools = '', document = ''] = process.argv.slice(2)
const proxyPort = await freePort()
const recorder = createRecorder(proxyPort)
const baseUrl = `http://127.0.0.1:${await listening(recorder.server)}`
const server = await startServer({ seed: population, publicUrl: baseUrl })
const stopPrism = await startPrism({ tools, document, upstream: server.url, port: proxyPort })
try {
  const report = await certify({
    target: { ...target, baseUrl },
    mailbox: async address => (await server.outbox()).filter(({ to }) => to === address),
    allow: ['all'],
  })
  const { responses, withRequestViolations } = recorder.counts()
  for (const { request, status, violations } of recorder.findings.slice(0, 20))
    process.stdout.write(
      `${request} ${status}\n${violations.map(each => `  ${each.location.join('.')}: ${each.message}\n`).join('')}`,
    )
  process.stdout.write(
    `${responses} responses through Prism: ${recorder.findings.length} violate the document, as do ${withRequestViolations} requests. The kit says: ${report.verdict}\n`,
  )
  // A proxy that reports no wrong request does not validate.
  const isMeaningful = responses > 5_000 && withRequestViolations > 500
  process.exitCode = isMeaningful && recorder.findings.length === 0 ? 0 : 1
} finally {
  stopPrism()
  recorder.server.close()
  recorder.server.closeAllConnections()
  await server.close()
}
