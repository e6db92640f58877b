import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mostInParts } from './core/lists/parts.js'
import { basic, createScene, people, type Scene, sceneSeed } from './testing/scene.js'

const { owner } = people
const count = 20_000
const note = 'n'.repeat(400)

let scene: Scene
const sockets: Socket[] = []
test.before(async () => {
  const bookings = Array.from({ length: count }, (_, index) => ({
    resource: 'Room',
    title: `${index}`,
    start: '2026-01-05 10:00',
    end: '2026-01-05 11:00',
    note,
  }))
  const [first, ...others] = sceneSeed.schedules ?? []
  const schedules = [
    { ...(first as NonNullable<typeof first>), resources: [{ name: 'Room' }], bookings },
    ...others,
  ]
  scene = await createScene({ seed: { ...sceneSeed, schedules } })
})
test.after.each(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
test.after(() => scene.end())

const path = '/schedules/first/bookings'

/** Requests a whole list without reading any of it. */
async function ask(): Promise<Socket> {
  const socket = connect(scene.server.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  const login = basic(owner.email, owner.password)
  socket.write(
    `GET /v1${path}?limit=0 HTTP/1.1\r\nhost: localhost\r\nauthorization: ${login}\r\nconnection: close\r\n\r\n`,
  )
  await once(socket, 'readable')
  return socket
}

async function rest(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

/** Decodes the body of a chunked response. */
function unchunked(text: string): string {
  let [, left = ''] = text.split(/\r\n\r\n(.*)/s)
  let body = ''
  for (;;) {
    const [, size = '', after = ''] = /^([\da-f]+)\r\n(.*)$/s.exec(left) ?? []
    const length = Number.parseInt(size, 16)
    if (!(length > 0)) return body
    body += after.slice(0, length)
    left = after.slice(length + 2)
  }
}

test('a long list has the same objects and pagination as its pages', async () => {
  const whole = await scene.owner.get(`${path}?limit=0`)
  const long = await scene.owner.get(`${path}?limit=1000&offset=19500&fields=id,title`)
  const page = await scene.owner.get(`${path}?limit=100&offset=19500&fields=id,title`)

  assert.is(whole.headers['transfer-encoding'], 'chunked')
  assert.is(whole.text.endsWith('}\n'), true)
  assert.is(whole.body.data.length, count)
  assert.equal([whole.body.pagination.page_count, whole.body.pagination.total_count], [count, count])
  assert.equal(long.body.data.slice(0, 100), page.body.data)
  assert.equal([long.body.data.length, long.body.pagination.page_count], [500, 500])
  assert.is((await scene.owner.send('HEAD', `${path}?limit=0`)).status, 200)
})

test('writes continue while a list is sent, and it shows the state in which it began', async () => {
  const socket = await ask()

  const resource = (await scene.owner.get('/schedules/first/resources')).body.data[0]
  const created = await scene.owner.post(path, {
    resource_id: resource.id,
    start: '2026-02-01',
    end: '2026-02-02',
  })
  const ids = Array.from({ length: 900 }, (_, index) => count - index)
  const changed = await scene.owner.put(`${path}?ids=${ids.slice(0, 500)}`, { title: 'changed' })
  const removed = await scene.owner.delete(`${path}?ids=${ids}`)
  const { data, pagination } = JSON.parse(unchunked(await rest(socket)))

  assert.equal([created.status, changed.status, removed.status], [201, 200, 200])
  assert.is(data.length, count)
  assert.is(pagination.page_count, count)
  assert.is(data.at(-1).title, `${count - 1}`)
  assert.is((await scene.owner.get(`${path}?limit=1`)).body.pagination.total_count, count - 900 + 1)
})

test('the number of concurrent long lists of an account is limited, and others are served', async () => {
  for (let index = 0; index < mostInParts.account; index++) await ask()

  const refused = await scene.owner.get(`${path}?limit=0`)
  const short = await scene.owner.get(`${path}?limit=20`)
  const other = await scene.editor.get(`${path}?limit=200&fields=id`)
  sockets.shift()?.destroy()
  let later = await scene.owner.get(`${path}?limit=200`)
  while (later.status === 503) later = await scene.owner.get(`${path}?limit=200`)

  assert.is(refused.status, 503)
  assert.is(refused.headers['retry-after'], '1')
  assert.is(refused.body.error.code, 'overloaded')
  assert.is(short.status, 200)
  assert.is(other.body.data.length, 200)
  assert.is(later.status, 200)
})

test.run()
