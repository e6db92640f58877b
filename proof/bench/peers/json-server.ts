/**
 * json-server without its log of requests.
 *
 *     node json-server.js FOLDER_OF_PACKAGES FILE
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [packages = '', file = ''] = process.argv.slice(2)
const jsonServer = createRequire(join(packages, 'package.json'))('json-server')

const app = jsonServer.create()
app.use(jsonServer.defaults({ logger: false }))
app.use(jsonServer.router(file))
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`)
})
