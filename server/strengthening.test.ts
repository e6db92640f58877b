import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as waitFor } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { exportData, startServer } from './index.js'
import { createPasswords, type PasswordOptions } from './passwords.js'
import type { QuickHash } from './strengthening.js'
import { basic } from './testing/scene.js'

const of = 'ada@example.test'
const password = 'plain-text-of-ada'

// Work in the background does not keep a process alive.
const awake = setInterval(() => {}, 1_000)
test.after(() => clearInterval(awake))

type Replaced = QuickHash & { stronger: string }

/** Passwords that strengthen at once, what they replaced, and when the next replacement is made. */
function strengthening(more: Partial<PasswordOptions> = {}) {
  const replaced: Replaced[] = []
  let told = () => {}
  const passwords = createPasswords({
    ln: 4,
    quickLn: 2,
    pause: 1,
    async replace(given) {
      replaced.push(given)
      told()
    },
    ...more,
  })
  const next = () =>
    new Promise<void>(resolve => {
      told = resolve
    })
  return { passwords, replaced, next }
}

test('given a quick hash that was stored, a full one of the same password replaces it', async () => {
  const { passwords, replaced, next } = strengthening()
  const hash = passwords.quickHash('secret')
  const made = next()
  passwords.remember('secret', hash, of)
  await made

  const [{ stronger = '', ...rest } = {} as Replaced] = replaced
  assert.equal(rest, { of, hash })
  assert.match(stronger, /^\$scrypt\$ln=4,r=8,p=1\$/)
  assert.is(passwords.isSame(hash, stronger), true)
  assert.is(await createPasswords({ ln: 4, quickLn: 2 }).verify('secret', stronger), true)
  await passwords.stop()
})

test('given a quick hash of an earlier process, its next login has it replaced', async () => {
  const { passwords, replaced, next } = strengthening()
  const hash = createPasswords({ ln: 4, quickLn: 2 }).quickHash('secret')
  const made = next()

  assert.is(await passwords.verify('wrong!', hash, of), false)
  assert.is(await passwords.verify('secret', hash, of), true)
  await made

  assert.is(replaced.length, 1)
  await passwords.stop()
})

test('given a full hash, nothing replaces it', async () => {
  const { passwords, replaced } = strengthening()
  const hash = await passwords.hash('secret')

  passwords.remember('secret', hash, of)
  await passwords.verify('secret', hash, of)
  await waitFor(20)

  assert.equal(replaced, [])
  await passwords.stop()
})

test('given a quick hash that is forgotten or a server that stops, nothing replaces it', async () => {
  const { passwords, replaced } = strengthening()
  const [one, two] = [passwords.quickHash('secret'), passwords.quickHash('secret')]

  passwords.remember('secret', one, of)
  passwords.forget(one)
  await waitFor(20)
  passwords.remember('secret', two, of)
  await passwords.stop()
  passwords.remember('secret', two, of)
  await waitFor(20)

  assert.equal(replaced, [])
})

test('given a store that fails, the next hash is replaced all the same', async () => {
  let calls = 0
  let told = () => {}
  const both = new Promise<void>(resolve => {
    told = resolve
  })
  const { passwords } = strengthening({
    async replace() {
      if (++calls === 2) told()
      throw new Error('full')
    },
  })

  for (const secret of ['one', 'two']) passwords.remember(secret, passwords.quickHash(secret), of)
  await both

  assert.is(calls, 2)
  await passwords.stop()
})

test('given hashes of two passwords, they are not the same', async () => {
  const passwords = createPasswords({ ln: 4 })
  const hash = await passwords.hash('secret')

  assert.is(passwords.isSame(hash, hash), true)
  assert.is(passwords.isSame(hash, await passwords.hash('secret')), false)
  assert.is(passwords.isSame('x', 'y'), false)
})

interface Stored {
  users: { email: string; password_hash: string }[]
}

async function storedHash(directory: string, email: string): Promise<string> {
  const pieces: string[] = []
  await exportData(directory, async piece => void pieces.push(piece))
  const { users } = JSON.parse(pieces.join('')) as Stored
  return users.find(user => user.email === email)?.password_hash ?? ''
}

/** Reads the stored hash again and again until it has this cost. */
async function hashOfCost(directory: string, cost: string, email: string): Promise<string> {
  for (;;) {
    const hash = await storedHash(directory, email)
    if (hash.startsWith(`$scrypt$${cost},`)) return hash
    await waitFor(50)
  }
}

test('given a seed with a plain password on disk, logins go on while its hash is strengthened, and no reader sees it', async () => {
  const data = await mkdtemp(join(tmpdir(), 'strengthening-'))
  const seed = { users: [{ email: of, password }] }
  const server = await startServer({ data, seed })
  const me = (url: string, sent = password) =>
    fetch(`${url}/v1/users/me`, { headers: { authorization: basic(of, sent) } })
  const quick = await storedHash(data, of)
  const before = await (await me(server.url)).text()
  const stronger = await hashOfCost(data, 'ln=15', of)

  assert.match(quick, /^\$scrypt\$ln=7,/)
  assert.is(stronger.split('$')[3], quick.split('$')[3])
  assert.is(await (await me(server.url)).text(), before)
  assert.is((await me(server.url, 'wrong-password')).status, 401)
  for (const name of await readdir(data)) {
    const bytes = await readFile(join(data, name)).catch(() => Buffer.alloc(0))
    assert.not.ok(bytes.includes(password), name)
  }
  await server.close()

  const again = await startServer({ data, seed })
  assert.is((await me(again.url)).status, 200)
  await again.close()
  await rm(data, { recursive: true })
})

test('given a server that ends before its hashes are strong, the next one accepts and strengthens them', async () => {
  const data = await mkdtemp(join(tmpdir(), 'strengthening-'))
  await (await startServer({ data, seed: { users: [{ email: of, password }] } })).close()
  assert.match(await storedHash(data, of), /^\$scrypt\$ln=7,/)

  const { url, close } = await startServer({ data })
  const login = await fetch(`${url}/v1/users/me`, { headers: { authorization: basic(of, password) } })
  await hashOfCost(data, 'ln=15', of)

  assert.is(login.status, 200)
  await close()
  await rm(data, { recursive: true })
})

test.run()
