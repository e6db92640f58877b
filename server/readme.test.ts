import { exec } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../fixtures/index.js'
import { controlOperations } from './control/index.js'
import { statusOf } from './core/index.js'
import { startServer } from './index.js'

const shell = promisify(exec)

// Tests run from the root of the repository.
const readme = await readFile('server/README.md', 'utf8')
const block = (language: string, containing: string, text = readme): string =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))]
    .map(match => match[1] ?? '')
    .find(text => text.includes(containing)) ?? ''

test('every curl line for the control interface works as printed, and each operation has one', async () => {
  const server = await startServer({ controlToken: 'the-token' })
  const script = block('sh', 'CONTROL=').replace('http://127.0.0.1:4000', server.url)
  const settings = script.split('\n').slice(0, 2).join('; ')
  const lines = script.split('\n').filter(line => line.startsWith('curl'))

  for (const line of lines) {
    const { stdout } = await shell(`${settings}; ${line.replace('curl', 'curl --silent --show-error')}`)
    assert.is(JSON.parse(stdout).success, true, line)
  }

  await server.close()
  assert.is(lines.length, controlOperations.length + 3)
})

test('the table of error codes is the one in force', () => {
  const rows = [...readme.matchAll(/^\| `(\w+)` +\| (\d{3}) +\|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ])

  assert.equal(rows, Object.entries(statusOf))
})

/** What a program prints. */
async function outputOf(program: string): Promise<string> {
  const quoted = program.replaceAll("'", `'\\''`)
  // Starting takes less without compiling SQLite again to run it faster.
  return (await shell(`FORCE_COLOR=0 node --liftoff-only --input-type=module -e '${quoted}'`)).stdout
}

test('the snippet for programs runs as printed', async () => {
  const stdout = await outputOf(
    block('ts', 'startServer').replace(
      "'schedkit/server'",
      JSON.stringify(new URL('../node/server.js', import.meta.url).href),
    ),
  )

  assert.match(stdout, /email: 'ada@example\.com'/)
  assert.match(stdout, /\[\]\s*$/)
})

test('the snippets of the client run as printed', async () => {
  const server = await startServer({ seed: demo({ now: Date.now() }) })

  const whole = await readFile('README.md', 'utf8')
  const run = (snippet: string) => outputOf(snippet.replace('http://127.0.0.1:4000', server.url))

  const names = await run(block('ts', 'createClient', whole))
  const stdout = await run(block('ts', 'ApiError'))

  await server.close()
  assert.is(names.trim().split('\n').length, 5)
  assert.match(stdout, /^\{ name: 'Attic', note: 'Mind your head' \}\n5 of \d+\n/)
  assert.match(stdout, /^422 invalid color_bk must be .*\[$/m)
})

test.run()
