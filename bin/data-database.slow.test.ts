import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { password, withCluster } from '../server/storage/postgres/testing/cluster.js'
import { withDirectory } from '../server/storage/sqlite/testing/temporary-directory.js'
import { command, type Ended } from './testing/command.js'

/* `schedkit data` on a database. */

const { test, cluster } = withCluster(all)

/** Runs `schedkit data`, and asserts that it does not print the password. */
async function data(...words: string[]): Promise<Ended> {
  const ended = await command(['data', ...words])
  const printed = ended.out + ended.err
  assert.not.ok(printed.includes(password) || printed.includes(encodeURIComponent(password)), printed)
  return ended
}

const seed = {
  users: [{ email: 'mira@ribeira.example', password: 'mira-demo' }],
  schedules: [
    {
      id: 'lisbon',
      owner: 'mira@ribeira.example',
      resources: [{ name: 'Room' }],
      bookings: [{ resource: 'Room', start: '2026-03-02 09:00', end: '2026-03-02 10:00' }],
      collaborators: [],
    },
  ],
}

test('given a seed, it is imported, copied, checked and exported, from database and directory alike', () =>
  withDirectory(async parent => {
    const file = join(parent, 'seed.json')
    writeFileSync(file, JSON.stringify(seed))
    const [database, directory] = [cluster().database(), join(parent, 'data')]

    const imported = await data('import', database, file)
    const again = await data('import', database, file)
    const copied = await data('copy', database, directory)
    const checks = [await data('check', database), await data('check', directory)]
    const exports = [await data('export', database), await data('export', directory)]

    assert.equal([imported.code, imported.out], [0, `${file} is loaded.\n`], imported.err)
    assert.is(again.code, 1)
    assert.match(again.err, /postgres:\/\/schedkit@.*: there is data in it already\. Choose an empty/)
    assert.is(copied.out, 'Copied 1 user, 1 schedule, 1 resource, 1 booking, 0 collaborators.\n', copied.err)
    for (const { code, out } of checks) {
      assert.is(code, 0)
      assert.match(
        out,
        /version \d+\n1 user, 1 schedule, 1 resource, 1 booking, 0 collaborators\nNo problems found/,
      )
    }
    assert.is(exports[0]?.out, exports[1]?.out)
    assert.match(exports[0]?.out ?? '', /"resource":"Room",.*"start":"2026-03-02T09:00:00Z"/)
    const refused = await data('import', directory, file)
    assert.match(refused.err, /there is data in it already/)
  }))

test('given wrong totals, a check names the recount that fixes them, and calls nothing damaged', () =>
  withDirectory(async parent => {
    const file = join(parent, 'seed.json')
    writeFileSync(file, JSON.stringify(seed))
    const database = cluster().database()
    await data('import', database, file)
    cluster().run(database, 'DELETE FROM bookings')

    const { code, out, err } = await data('check', database)

    assert.is(code, 1)
    assert.not.match(out, /No problems/)
    assert.match(
      err,
      /^Totals in postgres:.* are wrong, because .*\n {2}booking_totals says 1 for ids 0 to 4095 of schedule lisbon, but there are 0\n.*\nStop all servers, and recount them with the SQL under Totals in server\/storage\/README\.md\.\n$/,
    )
    const readme = readFileSync('server/storage/README.md', 'utf8')
    const recount = /```sql\n(BEGIN;.*?)```/s.exec(readme)?.[1] ?? ''
    cluster().run(database, recount)
    assert.match((await data('check', database)).out, /No problems found/)
  }))

test('given a database, a backup is refused, with an alternative', async () => {
  const { code, err } = await data('backup', cluster().database(), 'file')

  assert.is(code, 2)
  assert.match(err, /pg_dump, or copy it into a directory with schedkit data copy URL DIR/)
})

test('given a misplaced or unusable URL, no message contains its password', async () => {
  const url = cluster().database()
  const unknown = new URL(url)
  unknown.pathname = '/nowhere'

  for (const words of [
    [url],
    [url, 'check'],
    ['chek', url],
    ['check', url, url],
    ['check', unknown.href],
    ['copy', unknown.href, url],
    ['copy', url, url],
    ['check', 'postgres://a:b@c@d/%'],
  ]) {
    const { code } = await data(...words)

    assert.ok(code > 0)
  }
})

test.run()
