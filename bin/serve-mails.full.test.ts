import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, listen, receive } from '../server/mail/testing/smtp-servers.js'
import { withCluster } from '../server/storage/postgres/testing/cluster.js'
import { withDirectory } from '../server/storage/sqlite/testing/temporary-directory.js'
import { readyLine, schedkit } from './testing/schedkit-process.js'

const { test, cluster } = withCluster(all)
const authorization = `Basic ${Buffer.from('mira@ribeira.example:mira-demo').toString('base64')}`

all.after.each(endAll)

const serve = (smtp: string, env: Record<string, string>) =>
  schedkit(['serve', '--port', '0', '--log', 'json', '--smtp', smtp], env)

/** A server sends invitations while the SMTP server is down, is killed, and restarts when the SMTP server is back. */
async function killAndContinue(env: Record<string, string>): Promise<void> {
  const { port, close } = await listen(socket => socket.destroy())
  const first = serve(`smtp://127.0.0.1:${port}`, env)
  const { url } = await readyLine(first)
  const invited = Array.from({ length: 10 }, (_, index) => `guest-${index}@example.test`)
  for (const email of invited) {
    const { status } = await fetch(`${url}/v1/schedules/lisbon-studio/collaborators`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ email, user_role: 'viewer', invite: true }),
    })
    assert.is(status, 201)
  }
  first.child.kill('SIGKILL')
  await first.ended
  await close()

  const { received } = await receive({}, port)
  const second = serve(`smtp://127.0.0.1:${port}`, env)
  await readyLine(second)
  await second.wrote(new RegExp(`(?:"delivered"[\\s\\S]*?){${invited.length}}`))

  assert.equal(received.flatMap(({ to }) => to).sort(), invited)
  second.child.kill()
  assert.is(await second.ended, 0)
}

all('given a server with --data that is killed, its mails are delivered after the next start', () =>
  withDirectory(directory => killAndContinue({ SCHEDKIT_DATA: directory })),
)

test('given a server with --database that is killed, its mails are delivered after the next start', () =>
  killAndContinue({ SCHEDKIT_DATABASE: cluster().database() }))

all.run()
