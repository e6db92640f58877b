import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningServer, startServer } from '../server/index.js'
import { createPasswords } from '../server/passwords/index.js'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'

interface Place {
  folder: string
  server: RunningServer
  /** A target file. */
  target: string
}

const test = suite<Place>('schedkit conformance with any target')

const people = ['owner', 'editor', 'viewer', 'stranger', 'throwaway'].map(name => ({
  email: `${name}@example.test`,
  password: `correct horse of ${name}`,
}))
// Cheap hashes, so that guesses are fast.
const { hash } = createPasswords({ ln: 4 })

test.before(async place => {
  place.folder = newFolder()
  place.server = await startServer({
    port: 0,
    log: 'off',
    controlToken: 'token',
    seed: {
      users: await Promise.all(
        people.map(async person => ({
          ...person,
          password_hash: await hash(person.password),
          request_rate_limit: 5000,
        })),
      ),
      schedules: ['first', 'second', 'spare'].map(id => ({ id, owner: 'owner@example.test' })),
    },
  })
  const [owner, editor, viewer, stranger, throwaway] = people
  const target = {
    baseUrl: place.server.url,
    owner,
    schedules: ['first', 'second', 'spare'],
    members: [editor, viewer, stranger],
    disposable: [throwaway, { email: 'used-up@example.test', password: 'of old' }],
  }
  place.target = join(place.folder, 'target.json')
  await writeFile(place.target, JSON.stringify(target))
})

test.after(({ server }) => server.close())

const run = (folder: string, ...args: string[]) => command(['conformance', ...args], {}, folder)

/** Returns the ledger files that are left. */
const ledgers = async (folder: string) => (await readdir(folder)).filter(name => name.endsWith('.jsonl'))

test('given a setup command, when the run has ended, then the run has used its target, and the command gets SIGTERM', async ({
  folder,
  target,
}) => {
  const script = join(folder, 'provision.sh')
  const ended = join(folder, 'ended')
  await writeFile(script, `trap 'touch ${ended}; exit' TERM\ncat ${target}\nwhile :; do sleep 0.1; done\n`)

  const { code, out, err } = await run(folder, 'run', '--setup-command', `sh ${script}`, '--only', 'RES-01')

  assert.is(code, 0, out + err)
  assert.ok(existsSync(ended))
})

test('given a setup command that fails, when a run begins, then the message says how', async ({ folder }) => {
  const { code, err } = await run(folder, 'run', '--setup-command', 'echo no database >&2; exit 5')

  assert.is(code, 4)
  assert.match(err, /no database/)
  assert.match(err, /Failed to set up with ".*": it ended with exit code 5 without printing a target\./)
})

test('given a mailbox command, when a check of e-mails runs, then it reads them there', async ({
  folder,
  server,
  target,
}) => {
  const script = join(folder, 'mails.mjs')
  await writeFile(
    script,
    `const answer = await fetch('${server.url}/_control/outbox', { headers: { authorization: 'Bearer token' } })
const { data } = await answer.json()
process.stdout.write(JSON.stringify(data.filter(({ to }) => [to].flat().includes(process.argv[2]))))`,
  )

  const { code, out, err } = await run(
    folder,
    'run',
    ...['--target', target, '--mailbox-command', `"${process.execPath}" "${script}"`],
    ...['--allow', 'mail', '--only', 'COL-13', 'COL-14', '--full'],
  )

  assert.is(code, 0, out + err)
  assert.not.match(out, /needs a mailbox/)
})

test('given --dry-run, then it only prints the requests and the duration at the rate limits', async ({
  folder,
  target,
}) => {
  const { code, out, err } = await run(folder, 'run', '--target', target, '--dry-run', '--allow', 'all')

  assert.is(code, 0, err)
  assert.match(
    out,
    /^\d,\d{3} checks \(\d+ of them judge every answer\), about 1\d,\d{3} requests; at the given limits they take\s1\d min\.\n {2}owner@example.test: about \d+,\d{3} requests at 4,500 \(90 % of 5,000\) per 5 minutes,\s+1\d min\n$/,
  )
  assert.ok(out.split('\n').every(line => line.length <= 100))
  assert.equal(await ledgers(folder), [])
})

test('given a target file with a used-up account, when it is used twice, then it works, and the report names the account', async ({
  folder,
  target,
}) => {
  for (const allow of [[], ['--allow', 'lock']]) {
    const { code, out, err } = await run(
      folder,
      'run',
      '--target',
      target,
      '--only',
      'RES-01',
      'AUTH-03',
      ...allow,
    )

    assert.is(code, allow.length === 0 ? 3 : 0, out + err)
    if (allow.length > 0)
      assert.match(out, /could not log in; used up before, or the password is wrong: used-up@example\.test/)
  }
})

test.run()
