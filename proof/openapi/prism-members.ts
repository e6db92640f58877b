import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { openApiDocument } from '../../server/core/openapi/index.js'
import { freePort } from '../../server/testing/processes.js'
import { basicAuth } from '../requests/credentials.js'
import { type MemberChange, memberChanges, readOperations } from './member-changes.js'
import { ordinaryRequest, owner } from './ordinary.js'
import { listening, startPrism, violationsIn } from './prism-proxy.js'
import { startDemo } from './stages.js'

/*
 * Has a server drop or rename each member of each object that it returns: the validating proxy of Prism must notice.
 *
 *   node dist/proof/openapi/prism-members.js TOOLS DOCUMENT
 */

const [tools = '', document = ''] = process.argv.slice(2)
const demo = await startDemo()

/** What becomes of the object in the next response. */
let change: (object: Record<string, unknown>) => void = () => {}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

const send = (url: string, path: string, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const headers = { authorization: basicAuth(owner.email, owner.password) }
    request(url + path, { method, headers }, async response => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, body: await text(response) })
    })
      .on('error', reject)
      .end()
  })

const altering = createServer(async ({ url = '' }, outgoing) => {
  const { status, headers, body } = await send(demo.url, url)
  const answer = JSON.parse(body)
  if (answer.data) change([answer.data].flat()[0])
  const { 'content-length': _, ...rest } = headers
  outgoing.writeHead(status, rest).end(JSON.stringify(answer))
})
const upstream = `http://127.0.0.1:${await listening(altering)}`
const port = await freePort()
const stopPrism = await startPrism({ tools, document, upstream, port })

/** Whether Prism complains of the response. */
async function isNoticed(target: string): Promise<boolean> {
  const { headers } = await send(`http://127.0.0.1:${port}`, target)
  return violationsIn(headers).some(({ location }) => location[0] === 'response')
}

const unnoticed: string[] = []
let count = 0
try {
  for (const [object, operations] of Object.entries(readOperations)) {
    const { required = [] } = openApiDocument().components.schemas[object as keyof typeof readOperations]
    for (const operation of operations) {
      const { target } = ordinaryRequest(operation)
      change = () => {}
      if (await isNoticed(target)) unnoticed.push(`${operation}: noticed without a change`)
      for (const name of required) {
        for (const [what, make] of Object.entries<MemberChange>(memberChanges)) {
          count++
          change = object => make(object, name)
          if (!(await isNoticed(target))) unnoticed.push(`${operation}: ${name} is ${what}`)
        }
      }
    }
  }
} finally {
  stopPrism()
  altering.close()
  altering.closeAllConnections()
  await demo.close()
}
process.stdout.write(
  `${count} members dropped or renamed, ${unnoticed.length} unnoticed by Prism\n${unnoticed.map(each => `  ${each}\n`).join('')}`,
)
process.exitCode = count > 150 && unnoticed.length === 0 ? 0 : 1
