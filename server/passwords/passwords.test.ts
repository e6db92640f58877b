import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isPasswordHash } from './hash.js'
import { createPasswords } from './passwords.js'

let computed = 0
const hook = createHook({
  init(_id, type) {
    if (type === 'SCRYPTREQUEST') computed++
  },
})
test.before(() => void hook.enable())
test.before.each(() => {
  computed = 0
})
test.after(() => void hook.disable())

const cheap = { ln: 4 }
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A hash computed independently of the code under test. */
function hashOf(password: string, { ln, r, p }: { ln: number; r: number; p: number }): string {
  const salt = Buffer.from('salt of a test')
  const key = scryptSync(password, salt, 32, { N: 2 ** ln, r, p, maxmem: 2 ** 30 })
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`
}

test('given a password, then its hash has the specified form, and is different each time', async () => {
  const passwords = createPasswords(cheap)

  const [one, two] = [await passwords.hash('secret'), await passwords.hash('secret')]

  assert.match(one, /^\$scrypt\$ln=4,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.is.not(one, two)
  assert.is(isPasswordHash(one), true)
  assert.is(await passwords.verify('secret', one), true)
  assert.is(await passwords.verify('secret', two), true)
})

test('given no other cost, then a hash takes 2^15 rounds', async () => {
  assert.match(await createPasswords().hash('secret'), /^\$scrypt\$ln=15,r=8,p=1\$/)
})

for (const password of ['', ' ', 'a:b', 'pässwörd', '😀'.repeat(1024), 'x\0y', 'e\u0301']) {
  test(`given ${JSON.stringify(password.slice(0, 10))}, then only it is right, to the byte`, async () => {
    const passwords = createPasswords(cheap)
    const hash = await passwords.hash(password)

    assert.is(await passwords.verify(password, hash), true)
    for (const wrong of [`${password} `, `${password}\0`, `x${password}`, password === '' ? 'x' : '']) {
      assert.is(await passwords.verify(wrong, hash), false)
    }
  })
}

test('given a decomposed accent, then it differs from the composed one', async () => {
  const passwords = createPasswords(cheap)

  assert.is(await passwords.verify('\u00e9', await passwords.hash('e\u0301')), false)
})

for (const cost of [
  { ln: 1, r: 8, p: 1 },
  { ln: 2, r: 1, p: 99 },
  { ln: 10, r: 32, p: 4 },
]) {
  test(`given a hash of another cost, ${JSON.stringify(cost)}, then it is verified with that cost`, async () => {
    const hash = hashOf('secret', cost)

    assert.is(isPasswordHash(hash), true)
    assert.is(await createPasswords(cheap).verify('secret', hash), true)
    assert.is(await createPasswords(cheap).verify('wrong!', hash), false)
  })
}

const [salt, key] = ['c2NoZWRraXQtdGVzdGluZw', 'v/Qn3yGl+ILOvrcSINcVmDYN9vQXOUVRxyHdaAPqE7w']
const noHashes = [
  '',
  'secret',
  `$scrypt$ln=4,r=8,p=1$${salt}$`,
  `$scrypt$ln=4,r=8$${salt}$${key}`,
  `$scrypt$ln=4,r=8,p=1$${salt}$${key}=`,
  `$argon2id$ln=4,r=8,p=1$${salt}$${key}`,
  `x$scrypt$ln=4,r=8,p=1$${salt}$${key}`,
  `$scrypt$ln=0,r=8,p=1$${salt}$${key}`,
  `$scrypt$ln=4,r=0,p=1$${salt}$${key}`,
  `$scrypt$ln=4,r=8,p=0$${salt}$${key}`,
  `$scrypt$ln=16,r=1,p=1$${salt}$${key}`,
  `$scrypt$ln=21,r=8,p=1$${salt}$${key}`,
  `$scrypt$ln=99,r=99,p=99$${salt}$${key}`,
]

for (const hash of noHashes) {
  test(`given "${hash.slice(0, 30)}", then it is not a hash, and no password is right for it`, async () => {
    assert.is(isPasswordHash(hash), false)
    assert.is(await createPasswords(cheap).verify('secret', hash), false)
    assert.is(computed, 1)
  })
}

test('given an address without an account, then its verification also computes a hash', async () => {
  assert.is(await createPasswords(cheap).verify('wrong!', undefined), false)
  assert.is(computed, 1)
})

test('given a password that is remembered for a hash, then only it is proven', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('secret')

  passwords.remember('secret', hash)

  assert.is(passwords.isProven('secret', hash), true)
  assert.is(passwords.isProven('wrong!', hash), false)
})

test('given many concurrent requests with the same wrong credentials, then an address without an account takes the same work as one with', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('secret')
  const many = async (own: string | undefined, addresses: readonly string[]) => {
    computed = 0
    await Promise.all(addresses.map(of => passwords.verify('wrong!', own, of)))
    return computed
  }

  for (const own of [hash, undefined]) {
    assert.is(await many(own, Array(10).fill('ada@example.test')), 1)
    assert.is(await many(own, ['ada@example.test', 'bo@example.test']), 2)
  }
})

test('given a password that was right, then only it is proven', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('secret')

  assert.is(passwords.isProven('secret', hash), false)
  await passwords.verify('secret', hash)
  await passwords.verify('wrong!', hash)

  assert.is(passwords.isProven('secret', hash), true)
  assert.is(passwords.isProven('wrong!', hash), false)
})

test('given concurrent verifications, then the same credentials share one hash, others have their own', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('secret')

  computed = 0
  const right = Array.from({ length: 10 }, () => passwords.verify('secret', hash))
  const wrong = Array.from({ length: 10 }, () => passwords.verify('wrong!', hash))

  assert.equal(new Set(await Promise.all(right)), new Set([true]))
  assert.equal(new Set(await Promise.all(wrong)), new Set([false]))
  assert.is(computed, 2)
})

test('given a hash that is forgotten, then its password is no longer proven', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('secret')
  await passwords.verify('secret', hash)

  passwords.forget(hash)

  assert.is(passwords.isProven('secret', hash), false)
})

test('given more hashes than are remembered, then the oldest is evicted', async () => {
  const passwords = createPasswords({ ...cheap, remembered: 2 })
  const hashes = ['one', 'two', 'three']

  for (const hash of hashes) passwords.remember('secret', hash)

  assert.equal(
    hashes.map(hash => passwords.isProven('secret', hash)),
    [false, true, true],
  )
})

test.run()
