import { exec, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fixturePassword } from '../fixtures/index.js'
import { newFolder } from '../server/testing/folder.js'
import { program } from './testing/schedkit-process.js'

const shell = promisify(exec)
const generate = `${program} fixtures generate --schedules 1 --users 1 --collaborators 0 --resources 40 --seed 7`

test('100,000 bookings take little memory', async () => {
  const { stdout } = await shell(
    `${process.execPath} --max-old-space-size=64 ${generate} --bookings 100000 | tail -n +1 | grep -c '"resource":'`,
  )

  assert.is(Number(stdout), 100_000)
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was answered
type Json = any

/** Serves a seed; returns the number of bookings before and after a reset. */
async function loaded(seed: string): Promise<number[]> {
  const serve = [program, 'serve', '--seed', seed, '--port', '0', '--log', 'json', '--control-token', 'token']
  const server = spawn(process.execPath, serve, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(server.stdout, 'data')
  const { url } = JSON.parse(String(line))
  const [{ email }] = (await control('GET', 'users')).data
  const authorization = `Basic ${btoa(`${email}:${fixturePassword}`)}`

  async function control(method: string, name: string): Promise<Json> {
    const headers = { authorization: 'Bearer token' }
    return (await fetch(`${url}/_control/${name}`, { method, headers })).json()
  }
  async function total(): Promise<number> {
    const [{ id }] = (await control('GET', 'schedules')).data
    const answer = await fetch(`${url}/v1/schedules/${id}/bookings?limit=1`, { headers: { authorization } })
    return ((await answer.json()) as Json).pagination.total_count
  }

  const totals = [await total()]
  await control('POST', 'reset')
  totals.push(await total())
  server.kill()
  await once(server, 'exit')
  return totals
}

test('a server loads 100,000 bookings from a file and from a pipe, and restores them', async () => {
  const folder = newFolder()
  const [file, pipe] = [join(folder, 'seed.json'), join(folder, 'pipe')]
  await shell(`${process.execPath} ${generate} --bookings 100000 --out ${file}`)
  await shell(`mkfifo ${pipe}`)
  const writing = shell(`cat ${file} > ${pipe}`)

  assert.equal(await loaded(file), [100_000, 100_000])
  assert.equal(await loaded(pipe), [100_000, 100_000])
  await writing
})

test.run()
