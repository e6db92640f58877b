import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { MailQueue } from './core/index.js'
import { createMailer } from './mail/index.js'
import { clock, endAll, listen, mail } from './mail/testing/smtp-servers.js'
import { openSqlStore } from './storage/sqlite/sql-store.js'
import { withDirectory } from './storage/sqlite/testing/temporary-directory.js'
import { basic, controlToken, createScene, people } from './testing/scene.js'

/*
 * The system clock is set back or forward by hours while the server runs: durations are unaffected.
 */

const realNow = Date.now
const hours = 3_600_000
const setSystemClock = (ahead: number) => {
  Date.now = () => realNow() + ahead
}
test.after.each(async () => {
  Date.now = realNow
  await endAll()
})

for (const [way, ahead] of [
  ['forwards', 6 * hours],
  ['backwards', -6 * hours],
] as const) {
  test(`set ${way}: an account that has used up its requests of five minutes still has to wait`, async () => {
    const scene = await createScene()
    const { email } = people.owner
    await scene.control('PUT', '/rate-limit', { email, requests: 2 })
    const get = async () => (await scene.owner.get('/users/me')).status
    const before = [await get(), await get(), await get()]

    setSystemClock(ahead)
    const after = await scene.owner.get('/users/me')

    await scene.end()
    assert.equal([...before, after.status], [200, 200, 429, 429])
    const wait = Number(after.headers['retry-after'])
    assert.ok(wait > 290 && wait <= 300, `${wait}`)
  })

  test(`set ${way}: a caller that has guessed too many passwords still has to wait, but not longer`, async () => {
    const scene = await createScene()
    const guess = (index: number) =>
      scene.caller(basic(people.owner.email, `guess-${index}`)).get('/users/me')
    for (let index = 0; index < 14; index++) await guess(index)
    const before = Number((await guess(20)).headers['retry-after'])

    setSystemClock(ahead)
    const after = await guess(21)

    await scene.end()
    assert.is(after.status, 429)
    const wait = Number(after.headers['retry-after'])
    assert.ok(before >= 1 && wait >= 1 && wait <= before, `${before} ${wait}`)
  })

  test(`set ${way}: a caller that finds no room for a session is told to wait at most as long as one may be idle`, async () => {
    const scene = await createScene({ sessionLimits: { sessions: 1, idleTime: 60_000 } })
    const enter = (name: string) => fetch(`${scene.server.url}/_session/${name}/`)
    await enter('one')

    setSystemClock(ahead)
    const refused = await enter('two')
    const list = await fetch(`${scene.server.url}/_control/sessions`, {
      headers: { authorization: `Bearer ${controlToken}` },
    })
    const { data } = (await list.json()) as { data: { used_at: string }[] }

    const since = Date.now() - Date.parse(data[0]?.used_at ?? '')
    await scene.end()
    assert.is(refused.status, 503)
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait > 50 && wait <= 60, `${wait}`)
    assert.ok(since >= 0 && since < 10_000, `${since}`)
  })

  test(`set ${way}: delivery of a mail that failed is retried after its pause`, () =>
    withDirectory(async directory => {
      const away = await listen(socket => socket.destroy())
      const store = await openSqlStore({ data: { directory, notify() {} } })
      const queue = store.mails as MailQueue
      let failed = () => {}
      const hasFailed = new Promise<void>(resolve => {
        failed = resolve
      })
      const notify = ({ problem }: { problem?: string }) => problem !== undefined && failed()
      const mailer = createMailer({
        ...{ clock, queue, notify, interval: 50, pauses: [300, 300, 300] },
        smtp: `smtp://127.0.0.1:${away.port}`,
      })
      const sent = await store.write(rows => mailer.keep({ ...mail, to: 'ada@example.com' }, rows))
      sent()
      await hasFailed

      setSystemClock(ahead)
      const until = performance.now() + 5_000
      const attemptsOf = async () => (await queue.list(1))[0]?.attempts ?? 0
      while ((await attemptsOf()) < 2 && performance.now() < until)
        await new Promise(done => setTimeout(done, 20))
      const attempts = await attemptsOf()

      await mailer.close()
      await store.close()
      await away.close()
      assert.ok(attempts >= 2, `${attempts}`)
    }))
}

test.run()
