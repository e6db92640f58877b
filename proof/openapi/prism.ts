import { createServer, request as httpRequest } from 'node:http'
import { certify } from '../../conformance/index.js'
import { startServer } from '../../server/index.js'
import { freePort } from '../../server/testing/processes.js'
import { population, target } from '../server/people.js'
import { listening, startPrism, type Violation, violationsIn } from './prism-proxy.js'

/*
 * Certifies the server through the validating proxy of Prism: whatever a response has that the document does not declare
 * is a violation. Violations of requests are expected, because the kit sends wrong ones on purpose.
 *
 *   node dist/proof/openapi/prism.js TOOLS DOCUMENT
 */

/** A response with what is wrong with it. */
interface Finding {
  request: string
  status: number
  violations: Violation[]
}

/** Passes everything on to the proxy, and keeps the violations of responses. */
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
  // A proxy that finds no wrong request does not validate.
  const isMeaningful = responses > 5_000 && withRequestViolations > 500
  process.exitCode = isMeaningful && recorder.findings.length === 0 ? 0 : 1
} finally {
  stopPrism()
  recorder.server.close()
  recorder.server.closeAllConnections()
  await server.close()
}
