import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from './testing/folder.js'

const run = promisify(execFile)
// The bundle starts in half the time, and even faster without the optimizing WebAssembly compiler.
const server = new URL('../node/server.js', import.meta.url).href

const script = `
import { startServer } from '${server}'
const seed = { users: [{ email: 'ada@example.com', password: 'geheim-1', id: 'ada' }] }
const server = await startServer({ data: process.argv[1], seed })
const authorization = 'Basic ' + btoa('ada@example.com:geheim-1')
const get = path => fetch(server.url + path, { headers: { authorization } })
await get('/v1/users/me?fields=id')
await get('/v1/activations/geheim-2')
await get('/v1/geheim?password=geheim-3')
await server.close()
`

/** Returns what a process that runs the script writes to stderr. */
async function stderrOf(debug: string): Promise<string[]> {
  const directory = newFolder()
  const { stderr } = await run(
    process.execPath,
    ['--liftoff-only', '--input-type=module', '-e', script, directory],
    {
      env: { ...process.env, NODE_DEBUG: debug, FORCE_COLOR: '0' },
    },
  )
  return stderr.split('\n').filter(line => line !== '')
}

test('NODE_DEBUG=schedkit prints a line per request and storage event, without secrets', async () => {
  const lines = await stderrOf('schedkit')

  const text = lines.join('\n')
  assert.match(text, /^SCHEDKIT \d+: storage open .*, version 0$/m)
  assert.match(text, /^SCHEDKIT \d+: storage created: /m)
  assert.match(text, /^SCHEDKIT \d+: storage checkpoint of \d+ log bytes$/m)
  assert.match(text, /^SCHEDKIT \d+: readMe 200 \d+\.\d ms$/m)
  assert.match(text, /^SCHEDKIT \d+: GET \/v1\/activations\/\[redacted\] 404 \d+\.\d ms$/m)
  assert.match(text, /^SCHEDKIT \d+: GET \/v1\/geheim 404 \d+\.\d ms$/m)
  assert.not.match(text, /geheim-\d|YWRhQ/)
})

test('without NODE_DEBUG nothing is printed', async () => {
  assert.equal(await stderrOf(''), [])
})

test.run()
