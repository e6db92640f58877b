import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../server/testing/processes.js'

// Starts the command of the image in this folder instead, with its environment and arguments.

const text = await readFile('Dockerfile', 'utf8')
const instructions = text
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
const lastOf = (name: string) => instructions.filter(each => each.name === name).at(-1)?.rest ?? ''
const wordsOf = (name: string): string[] => JSON.parse(/\[.*\]$/s.exec(lastOf(name))?.[0] ?? '[]')
const variables = Object.fromEntries(
  [...lastOf('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
)

/** Starts the command of the image with these arguments. */
function start(port: number, args: readonly string[]) {
  const [program = '', script = ''] = wordsOf('ENTRYPOINT')
  const local = script.replace('/app/node_modules/schedkit/', '')
  assert.is.not(local, script)
  const env = { PATH: process.env.PATH, ...variables, SCHEDKIT_HOST: '127.0.0.1', SCHEDKIT_PORT: `${port}` }
  const child = spawn(program, [local, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  return { child, env }
}

for (const args of [wordsOf('CMD'), ['mock']]) {
  test(`given the image, when it runs ${args.join(' ')}, then its health check tells whether it answers`, async () => {
    const port = await freePort()
    const { child, env } = start(port, args)
    const [program = '', ...rest] = wordsOf('HEALTHCHECK')
    const isHealthy = () =>
      promisify(execFile)(program, rest, { env }).then(
        () => true,
        () => false,
      )
    try {
      await once(child.stdout, 'data')

      assert.ok(await isHealthy())
    } finally {
      child.kill()
    }
    // As process 1 of a container, it ends on the signal that Docker sends.
    assert.equal(await once(child, 'exit'), [0, null])
    assert.not.ok(await isHealthy())
  })
}

test('given the image, when it runs the kit, then the variables for services do not affect it', async () => {
  const { child } = start(1, ['conformance', 'explain', 'RES-05'])
  const [code] = await once(child, 'exit')

  assert.is(code, 0)
})

test('the image is small, runs as an ordinary user, and copies what exists', () => {
  const names = instructions.map(({ name }) => name)
  const froms = instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest)

  assert.ok(froms.every(from => /^node:\d+-alpine( AS \w+)?$/.test(from)))
  assert.is(lastOf('USER'), 'node')
  assert.ok(names.lastIndexOf('USER') > names.lastIndexOf('RUN'))
  for (const { rest } of instructions.filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--'))) {
    for (const path of rest.split(' ').slice(0, -1)) assert.ok(existsSync(path), path)
  }
  for (const name of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK']) assert.ok(wordsOf(name).length > 0, name)
})

test.run()
