import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type SchedkitProcess, schedkit } from './testing/schedkit-process.js'

/*
 * `schedkit serve --data` and `schedkit data`, as processes: acknowledged writes survive a kill.
 */

const test = suite<{ directory: string; parent: string }>('schedkit data')
const running = new Set<SchedkitProcess>()

test.before.each(context => {
  context.parent = mkdtempSync(join(tmpdir(), 'schedkit-data-'))
  context.directory = join(context.parent, 'data')
})
test.after.each(async ({ parent }) => {
  for (const each of running) {
    each.child.kill('SIGKILL')
    await each.ended
  }
  running.clear()
  rmSync(parent, { recursive: true, force: true })
})

const email = 'mira@ribeira.example'
const authorization = `Basic ${btoa(`${email}:mira-demo`)}`

/** Starts a server on a directory, and returns its URL. */
async function serve(
  directory: string,
  ...more: string[]
): Promise<{ process: SchedkitProcess; url: string }> {
  const process = schedkit(['serve', '--data', directory, '--port', '0', '--log', 'json', ...more])
  running.add(process)
  const text = await process.wrote(/^\{"ready".*\n/m)
  return { process, url: JSON.parse(text.split('\n')[0] ?? '').url }
}

async function kill(process: SchedkitProcess): Promise<void> {
  process.child.kill('SIGKILL')
  await process.ended
  running.delete(process)
}

async function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const process = schedkit(['data', ...args])
  const code = await process.ended
  return { code, out: process.stdout(), err: process.stderr() }
}

const bookings = (url: string) => `${url}/v1/schedules/lisbon-studio/bookings`

async function book(url: string, title: string): Promise<number> {
  const body = { resource_id: 1, title, start: '2026-03-02 09:00', end: '2026-03-02 10:00' }
  const answer = await fetch(bookings(url), {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify(body),
  })
  assert.is(answer.status, 201)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return data[0]?.id ?? 0
}

async function titlesOf(url: string): Promise<string[]> {
  const answer = await fetch(`${bookings(url)}?limit=0&fields=title`, { headers: { authorization } })
  const { data } = (await answer.json()) as { data: { title: string }[] }
  return data.map(({ title }) => title)
}

test('given a database that is truncated while it is served, a write gets 503, the log says why, and the exit code is 1', async ({
  directory,
}) => {
  const { process, url } = await serve(directory)
  await book(url, 'Kept')
  truncateSync(join(directory, 'schedkit.db'), 8_192)

  const answer = await fetch(bookings(url), {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({
      resource_id: 1,
      title: 'Lost',
      start: '2026-03-03 09:00',
      end: '2026-03-03 10:00',
    }),
  })
  const body = (await answer.json()) as { error: { code: string } }
  process.child.kill('SIGTERM')
  const code = await process.ended

  assert.equal([answer.status, body.error.code, code], [503, 'unavailable', 1])
  const notes = `${process.stdout()}${process.stderr()}`
  assert.match(
    notes,
    /"storage failed".*schedkit\.db has 8192 bytes and must have \d+: another program cut it/,
  )
})

test('given a killed server, the next one has all acknowledged writes, continues ids, and says what it recovered', async ({
  directory,
}) => {
  const first = await serve(directory)
  const before = (await titlesOf(first.url)).length
  const ids = await Promise.all([1, 2, 3].map(number => book(first.url, `kept ${number}`)))
  await kill(first.process)

  const second = await serve(directory)

  const titles = await titlesOf(second.url)
  assert.is(titles.length, before + 3)
  assert.ok([1, 2, 3].every(number => titles.includes(`kept ${number}`)))
  assert.ok((await book(second.url, 'later')) > Math.max(...ids))
  await second.process.wrote(/"event":"recovered".*transactions were recovered/)
})

test('given a killed server, when the next start fails for another reason, then it still says what it recovered', async ({
  directory,
}) => {
  const first = await serve(directory)
  await book(first.url, 'kept')
  await kill(first.process)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo

  const next = schedkit(['serve', '--data', directory, '--port', String(port)])
  running.add(next)
  const code = await next.ended
  other.close()

  assert.is(code, 1)
  assert.match(next.stdout() + next.stderr(), /transactions were recovered/)
})

test('given a stopped server, its directory is not seeded again, and a reset restores the seed permanently', async ({
  directory,
}) => {
  const first = await serve(directory)
  const seeded = await titlesOf(first.url)
  await book(first.url, 'mine')
  first.process.child.kill('SIGTERM')
  assert.is(await first.process.ended, 0)
  const second = await serve(directory, '--control-token', 'token')
  assert.ok((await titlesOf(second.url)).includes('mine'))

  const headers = { authorization: 'Bearer token' }
  assert.is((await fetch(`${second.url}/_control/reset`, { method: 'POST', headers })).status, 200)
  await kill(second.process)

  const third = await serve(directory, '--seed', 'none')
  assert.equal((await titlesOf(third.url)).sort(), seeded.sort())
})

test('given a directory in use, a second server is refused at once with a helpful message', async ({
  directory,
}) => {
  await serve(directory)

  const second = schedkit(['serve', '--data', directory, '--port', '0'])

  assert.is(await second.ended, 1)
  assert.match(
    second.stderr(),
    /Failed to use the data in .*: process \d+ on .* Stop that server, or choose another/,
  )
})

test('given a running server, its data are checked, backed up and exported while it goes on', async ({
  directory,
  parent,
}) => {
  const server = await serve(directory)
  await book(server.url, 'saved')
  const file = join(parent, 'backup.db')

  const check = await run('check', directory)
  const backup = await run('backup', directory, file)
  await book(server.url, 'not saved')
  const exported = await run('export', directory)

  assert.equal([check.code, backup.code, exported.code], [0, 0, 0], check.err + backup.err + exported.err)
  assert.match(check.out, /in use by a server\n[\s\S]*No problems found/)
  assert.match(backup.out, /backup\.db: .* MiB, checked/)
  const restored = join(parent, 'restored')
  mkdirSync(restored)
  copyFileSync(file, join(restored, 'schedkit.db'))
  const titles = await titlesOf((await serve(restored)).url)
  assert.equal([titles.includes('saved'), titles.includes('not saved')], [true, false])
  const seed = join(parent, 'seed.json')
  writeFileSync(seed, exported.out)
  const again = await serve(join(parent, 'from-seed'), '--seed', seed)
  assert.ok((await titlesOf(again.url)).includes('not saved'))
})

test('given a killed backup, the file is complete or absent, the server goes on, and the next backup succeeds', async ({
  directory,
  parent,
}) => {
  const { url } = await serve(directory)
  await book(url, 'kept')
  const file = join(parent, 'backup.db')
  let absent = 0
  for (let round = 0; round < 12; round++) {
    const backup = schedkit(['data', 'backup', directory, file])
    while (!existsSync(`${file}.part`) && !existsSync(file)) await pause(1)
    await pause(4 * round)
    backup.child.kill('SIGKILL')
    await backup.ended
    if (!existsSync(file)) absent++
    else assert.is((await run('check', directoryOf(file, parent))).code, 0)
    rmSync(file, { force: true })
  }
  assert.ok(absent > 0)

  await book(url, 'after the kills')
  const last = await run('backup', directory, file)

  assert.is(last.code, 0, last.err)
  assert.equal(existsSync(`${file}.part`), false)
  const restored = await serve(directoryOf(file, parent))
  assert.equal((await titlesOf(restored.url)).slice(-2), ['kept', 'after the kills'])
})

/** A directory with a copy of a backup as its database. */
function directoryOf(backup: string, parent: string): string {
  const directory = mkdtempSync(join(parent, 'restored-'))
  copyFileSync(backup, join(directory, 'schedkit.db'))
  return directory
}

test('given damaged data, a start refuses them, changes nothing and says what to do', async ({
  directory,
  parent,
}) => {
  const first = await serve(directory)
  for (const number of [1, 2, 3]) await book(first.url, `kept ${number}`)
  await kill(first.process)
  const log = join(directory, 'schedkit.db-wal')
  const length = readFileSync(log).length
  truncateSync(log, length - 5_000)
  const database = readFileSync(join(directory, 'schedkit.db'))

  const refused = schedkit(['serve', '--data', directory, '--port', '0'])

  assert.is(await refused.ended, 1)
  assert.match(
    refused.stderr(),
    /schedkit\.db-wal is damaged: .* were acknowledged.*Nothing was changed\..*schedkit data check/,
  )
  assert.ok(readFileSync(join(directory, 'schedkit.db')).equals(database))
  assert.is(readFileSync(log).length, length - 5_000)
  const check = await run('check', directory)
  assert.is(check.code, 1)
  assert.match(
    check.err,
    /schedkit\.db-wal is damaged: \d+ bytes of it were acknowledged, but only \d+ are intact/,
  )
  assert.match(check.out, /The next start refuses this data\. Its log has \d+ transactions? left/)
  assert.not.match(check.out, /never acknowledged|recovers/)
  const backup = await run('backup', directory, join(parent, 'left.db'))
  assert.is(backup.code, 0, backup.err)
  assert.match(backup.err, /the backup has what is left of it:\n {2}schedkit\.db-wal is damaged/)
})

test('given a damaged page, then a check says what to do, a backup refers to it, and an export has the rest', async ({
  directory,
  parent,
}) => {
  const first = await serve(directory)
  const all = (await titlesOf(first.url)).length
  for (let number = 0; number < 50; number++) await book(first.url, `number ${number}`)
  first.process.child.kill('SIGTERM')
  await first.process.ended
  const file = join(directory, 'schedkit.db')
  const bytes = readFileSync(file)
  const page = Math.floor(bytes.indexOf('"number 25"') / 4_096)
  writeFileSync(file, bytes.fill(0xa5, page * 4_096, (page + 1) * 4_096))

  const check = await run('check', directory)
  const backup = await run('backup', directory, join(parent, 'backup.db'))
  const exported = await run('export', directory)

  assert.equal([check.code, backup.code, exported.code], [1, 1, 1])
  assert.match(check.err, /data backup .* FILE or, if that refuses, schedkit data export/)
  assert.match(backup.err, /its copy is damaged: .*malformed.*export what can be read: schedkit data export/)
  const lost = Number(/^ {2}(\d+) of \d+ bookings of schedule lisbon-studio$/m.exec(exported.err)?.[1])
  const seed = join(parent, 'seed.json')
  writeFileSync(seed, exported.out)
  const again = await serve(join(parent, 'from-seed'), '--seed', seed)
  assert.ok(lost > 0)
  assert.is((await titlesOf(again.url)).length, all + 50 - lost)
})

test('given no data, each command says so, and creates none', async ({ directory, parent }) => {
  for (const args of [
    ['check', directory],
    ['export', directory],
    ['backup', directory, join(parent, 'x.db')],
  ]) {
    const { code, err } = await run(...args)

    assert.is(code, 1)
    assert.match(err, /there is no schedkit\.db in it/)
  }
  assert.not.ok(existsSync(directory))
})

test.run()
