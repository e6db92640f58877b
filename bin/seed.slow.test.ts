import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readSeedFile } from '../fixtures/index.js'
import { createClient } from '../server/client/index.js'
import { startServer } from '../server/index.js'
import { newFolder } from '../server/testing/folder.js'
import { cert, key } from '../server/testing/tls.js'
import { command } from './testing/command.js'
import { schedkit } from './testing/schedkit-process.js'

const test = suite('seed', { folder: '' })

test.before.each(context => {
  context.folder = newFolder()
})

const ada = {
  email: 'ada@real.test',
  password: 'ada:secret',
  firstname: 'Ada',
  lastname: 'Real',
  timezone: 'Asia/Kolkata',
}
const kim = { email: 'kim@real.test', password: 'kim-secret', firstname: 'Kim', timezone: 'Asia/Seoul' }
/** More objects than fit on a page. */
const bookings = Array.from({ length: 601 }, (_, index) => ({
  resource: index % 2 === 0 ? 'Red' : 'Blue',
  title: index === 600 ? 'Ada meets kim@real.test' : `Booking ${index}`,
  start: `2026-11-${String((index % 28) + 1).padStart(2, '0')} 09:30`,
  end: `2026-11-${String((index % 28) + 1).padStart(2, '0')} 10:00:30`,
  text_bold: index % 3 === 0,
}))
const seed = {
  users: [ada, kim],
  schedules: [
    {
      id: 'lab',
      owner: ada.email,
      resources: [{ name: 'Red', note: 'Two\nlines', color_bk: '#abcdef' }, { name: 'Blue' }],
      bookings,
      collaborators: [{ email: kim.email, user_role: 'editor' as const }, { email: 'guest@real.test' }],
    },
    { id: 'office', owner: kim.email, resources: [{ name: 'Desk' }] },
  ],
}

const owners = ['--owner', `${ada.email}:${ada.password}`, '--owner', `${kim.email}:${kim.password}`]
const both = ['--schedule', 'lab', '--schedule', 'office']

/** Returns everything that a user can read, without ids and timestamps. */
async function readable(url: string, email: string, password: string) {
  const client = createClient({ baseUrl: url, email, password })
  const { id: _, created_at: __, updated_at: ___, ...me } = await client.readMe()
  const plain = (values: readonly object[]) =>
    values.map(value => ({ ...value, id: 0, resource_id: 0, created_at: '', updated_at: '' }))
  const scheduleId = 'lab'
  return {
    me,
    resources: plain((await client.listResources({ scheduleId, limit: 0 })).data),
    bookings: plain((await client.listBookings({ scheduleId, limit: 0 })).data),
    collaborators: plain((await client.listCollaborators({ scheduleId, limit: 0 })).data),
  }
}

test('given --keep-personal, then a server that starts with the file shows the same data', async ({
  folder,
}) => {
  const live = await startServer({ seed })
  const out = join(folder, 'copy.json')

  const { code, err } = await command([
    'seed',
    'from',
    live.url,
    ...owners,
    ...both,
    '--keep-personal',
    '--out',
    out,
  ])
  const copy = await startServer({ seed: await readSeedFile(out) })
  const [before, after] = await Promise.all([
    readable(live.url, ada.email, ada.password),
    readable(copy.url, ada.email, 'fixture-password'),
  ])
  await Promise.all([live.close(), copy.close()])

  assert.is(code, 0, err)
  assert.equal(after, before)
  assert.match(
    err,
    '2 users, 2 schedules, 3 resources, 601 bookings, 2 collaborators. The password of every account is fixture-password.',
  )
  assert.match(err, `Serve it: schedkit serve --seed ${out}\n`)
  assert.equal(await readdir(folder), ['copy.json'])
  assert.is((await stat(out)).mode & 0o777, 0o600)
})

test('then the file contains no real name, address or password, not even in texts', async () => {
  const live = await startServer({ seed })

  const { code, out, err } = await command(['seed', 'from', live.url, ...owners, ...both])

  await live.close()
  assert.is(code, 0, err)
  assert.not.match(out, /real|\bAda\b|\bKim\b|secret/i)
  const { users, schedules } = JSON.parse(out)
  assert.is(schedules[0].owner, users[0].email)
  assert.is(schedules[0].collaborators[0].email, schedules[1].owner)
  assert.is(schedules[0].bookings.length, 601)
  assert.is(schedules[0].bookings[600].title, `${users[0].firstname} meets ${users[1].email}`)
  assert.match(err, 'Texts may still name others')
})

test('given the mock, and the account in the environment, then it is read, too', async () => {
  const { serveMock } = await import('../mock/serve/index.js')
  const live = await serveMock({ seed })

  const { code, out } = await command(['seed', 'from', live.url, '--schedule', 'office'], {
    SCHEDKIT_OWNER: `${kim.email}:${kim.password}`,
  })

  await live.close()
  assert.is(code, 0)
  assert.is(JSON.parse(out).schedules[0].resources[0].name, 'Desk')
})

/** A proxy of another server that answers some requests itself. */
async function withProxy<Result>(
  url: string,
  replace: (target: string, count: number) => [status: number, headers: Record<string, string>] | undefined,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  let count = 0
  const proxy = createServer(async (request, response) => {
    const own = replace(request.url ?? '', ++count)
    if (own) {
      response.writeHead(...own).end('{"message":"Planned"}')
      return
    }
    const headers = { authorization: request.headers.authorization ?? '' }
    const answer = await fetch(url + request.url, { headers })
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
}

test('given a rate limit, then the command waits as long as Retry-After says', async () => {
  const live = await startServer({ seed })

  const { code, out, err } = await withProxy(
    live.url,
    (_, count) => (count === 2 ? [429, { 'retry-after': '1' }] : undefined),
    url => command(['seed', 'from', url, ...owners, '--schedule', 'office']),
  )

  await live.close()
  assert.is(code, 0)
  assert.match(err, 'The service asks to wait 1 second: too many requests.')
  assert.is(JSON.parse(out).schedules.length, 1)
})

test('given a date in Retry-After, then the command says how long it waits', async () => {
  const live = await startServer({ seed })

  const { code, err } = await withProxy(
    live.url,
    // The date has no fraction of a second.
    (_, count) =>
      count === 2 ? [429, { 'retry-after': new Date(Date.now() + 3_000).toUTCString() }] : undefined,
    url => command(['seed', 'from', url, ...owners, '--schedule', 'office']),
  )

  await live.close()
  assert.is(code, 0)
  assert.match(err, /The service asks to wait [23] seconds: too many requests\./)
})

test('given a failure, then nothing is written, and an existing file stays', async ({ folder }) => {
  const live = await startServer({ seed })
  const out = join(folder, 'copy.json')
  const run = (url: string, args: string[]) => command(['seed', 'from', url, ...owners, ...both, ...args])
  await run(live.url, ['--out', out])
  const before = await readFile(out, 'utf8')

  const fails = (target: string): [number, Record<string, string>] | undefined =>
    target.includes('offset=500') ? [500, {}] : undefined
  const toFile = await withProxy(live.url, fails, url => run(url, ['--out', out]))
  const toOutput = await withProxy(live.url, fails, url => run(url, []))

  await live.close()
  for (const { code, out, err } of [toFile, toOutput]) {
    assert.equal([code, out], [1, ''])
    assert.match(err, /^Failed to listBookings as ada@real\.test: http:\S+ answered 500\.\n$/m)
  }
  assert.equal(await readdir(folder), ['copy.json'])
  assert.is(await readFile(out, 'utf8'), before)
})

test('given a signal, then no partial file is left', async ({ folder }) => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const running = schedkit(['seed', 'from', url, ...owners, ...both, '--out', join(folder, 'copy.json')])
  await once(silent, 'request')
  const during = await readdir(folder)

  running.child.kill('SIGINT')
  const code = await running.ended

  silent.closeAllConnections()
  silent.close()
  assert.match(during.join(), /^copy\.json\.[\da-f]{8}\.part$/)
  assert.equal([code, await readdir(folder)], [130, []])
})

test('given a folder that does not exist, then the error names the file', async ({ folder }) => {
  const live = await startServer({ seed })
  const out = join(folder, 'missing', 'copy.json')

  const { code, err } = await command(['seed', 'from', live.url, ...owners, ...both, '--out', out])

  await live.close()
  assert.is(code, 1)
  assert.match(err, `Failed to write ${out}: ENOENT`)
})

test('given an account that is refused with an error code of the service, then the next one is tried', async () => {
  const live = await startServer({ seed })
  const run = (refused: (target: string) => boolean) =>
    withProxy(
      live.url,
      target => (refused(target) ? [418, {}] : undefined),
      url => command(['seed', 'from', ...owners, '--schedule', 'lab', url]),
    )
  let refusals = 0

  const first = await run(target => target.includes('collaborators') && ++refusals === 1)
  const all = await run(target => target.includes('collaborators'))

  await live.close()
  assert.equal([first.code, first.out], [1, ''])
  assert.match(
    first.err,
    /none of the accounts owns it\..*\n {2}ada@real\.test: answered 418\n {2}kim@real\.test: Only the owner/,
  )
  assert.match(all.err, /ada@real\.test: answered 418\n {2}kim@real\.test: answered 418\n$/)
})

const misuses: [args: string[], message: string][] = [
  [['http://127.0.0.1:4000', '--schedule', 'lab'], '--owner is missing'],
  [['http://127.0.0.1:4000', ...owners], '--schedule is missing: the API has no list of schedules.'],
  [['http://127.0.0.1:4000', '--owner', 'hunter2', '--schedule', 'lab'], '--owner must be EMAIL:PASSWORD'],
  [['http://127.0.0.1:4000/v1', ...owners, ...both], 'The URL "http://127.0.0.1:4000/v1" ends with /v1'],
  [['127.0.0.1:4000', ...owners, ...both], 'The URL "127.0.0.1:4000" is not the URL of an API'],
]
for (const [args, message] of misuses) {
  test(`given "${args.join(' ').slice(0, 60)}", then the usage is refused with 2`, async () => {
    const { code, out, err } = await command(['seed', 'from', ...args])

    assert.equal([code, out], [2, ''])
    assert.match(err, message)
    assert.not.match(err, /hunter2|secret/)
  })
}

test('errors say what is wrong, and with which account', async () => {
  const live = await startServer({ seed })
  const secure = await startServer({ tls: { cert, key } })
  const outcome = async (url: string, args: string[] = [...owners, ...both]) => {
    const { code, out, err } = await command(['seed', 'from', url, ...args])
    assert.equal([code, out], [1, ''], err)
    return err
  }

  const wrong = await outcome(live.url, ['--owner', 'ada@real.test:wrong', '--schedule', 'lab'])
  const notOwned = await outcome(live.url, ['--owner', `${kim.email}:${kim.password}`, '--schedule', 'lab'])
  const unknown = await outcome(live.url, [...owners, '--schedule', 'attic'])
  const elsewhere = await outcome(`${live.url}/api`)
  const noTls = await outcome(live.url.replace('http:', 'https:'))
  const untrusted = await outcome(secure.url)
  const closed = await startServer()
  await Promise.all([live.close(), secure.close(), closed.close()])
  const gone = await outcome(closed.url)

  assert.match(
    wrong,
    /^Failed to log in as ada@real\.test: .* Check the address and the password of --owner\.\n$/,
  )
  assert.match(
    notOwned,
    /^Failed to read the schedule lab: none of the accounts owns it\. .*\n {2}kim@real\.test: Only the owner/,
  )
  assert.match(unknown, /the schedule attic: none.*\n {2}ada@real\.test: .*\n {2}kim@real\.test: /)
  assert.match(elsewhere, /answered 404.* Is it the URL of the API\? \/v1 is not part of it\./)
  assert.match(
    noTls,
    /^Failed to reach https:\S+: it does not speak TLS\. Check the port, or write http instead of https\./,
  )
  assert.match(untrusted, /the authority of its certificate is not known\. .*NODE_EXTRA_CA_CERTS=ca\.pem/)
  assert.match(gone, /^Failed to reach http:\S+: nothing listens there\./)
})

test('given a service with another API, then the error says so', async () => {
  const other = createServer((_, response) => response.end('<html>'))
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`

  const { code, err } = await command(['seed', 'from', url, ...owners, ...both])

  other.close()
  assert.is(code, 1)
  assert.match(
    err,
    `Failed to read ${url}: it answers, but not as this API does. Check the URL; /v1 is not part of it.`,
  )
})

test('given --help, then every option and examples are shown', async () => {
  const { code, out } = await command(['seed', 'from', '--help'])

  assert.is(code, 0)
  for (const option of ['owner', 'schedule', 'keep-personal', 'out']) assert.match(out, `--${option} `)
  assert.match(out, /Examples:\n {2}# .*\n {2}schedkit seed from/)
})

test.run()
