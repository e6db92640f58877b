import { exec } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
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
  // Events, which never end, have their own section.
  assert.is(lines.length, controlOperations.length - 1 + 3)
})

test('the table of error codes is up to date', () => {
  const rows = [...readme.matchAll(/^\| `(\w+)` +\| (\d{3}) +\|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ])

  assert.equal(rows, Object.entries(statusOf))
})

test.run()
