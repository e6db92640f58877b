import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isPasswordHash } from './password-hash.js'
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

const cheap = { ln: 4, quickLn: 2 }
/** Hashes that a verification takes, unless the password is remembered: a quick one and a full one. */
const whole = 2
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A hash computed independently of what is tested. */
function hashOf(password: string, { ln, r, p }: { ln: number; r: number; p: number }): string {
  const salt = Buffer.from('salt of a test')
  const key = scryptSync(password, salt, 32, { N: 2 ** ln, r, p, maxmem: 2 ** 30 })
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`
}

test('given a password, its hash has the stated form, and is another each time', async () => {
  const passwords = createPasswords(cheap)

  const [one, two] = [await passwords.hash('secret'), await passwords.hash('secret')]

  assert.match(one, /^\$scrypt\$ln=4,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.is.not(one, two)
  assert.is(isPasswordHash(one), true)
  assert.is(await passwords.verify('secret', one), true)
  assert.is(await passwords.verify('secret', two), true)
})

test('given no other cost, a hash takes 2^15 rounds', async () => {
  assert.match(await createPasswords().hash('secret'), /^\$scrypt\$ln=15,r=8,p=1\$/)
})

for (const password of ['', ' ', 'a:b', 'pässwörd', '😀'.repeat(1024), 'x\0y', 'e\u0301']) {
  test(`given ${JSON.stringify(password.slice(0, 10))}, it alone is right, to the byte`, async () => {
    const passwords = createPasswords(cheap)
    const hash = await passwords.hash(password)

    assert.is(await passwords.verify(password, hash), true)
    for (const wrong of [`${password} `, `${password}\0`, `x${password}`, password === '' ? 'x' : '']) {
      assert.is(await passwords.verify(wrong, hash), false)
    }
  })
}

test('given a decomposed accent, it is no composed one', async () => {
  const passwords = createPasswords(cheap)

  assert.is(await passwords.verify('\u00e9', await passwords.hash('e\u0301')), false)
})

for (const cost of [
  { ln: 1, r: 8, p: 1 },
  { ln: 2, r: 1, p: 99 },
  { ln: 10, r: 32, p: 4 },
]) {
  test(`given a hash of another cost, ${JSON.stringify(cost)}, it is verified by that cost`, async () => {
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
  test(`given "${hash.slice(0, 30)}", it is no hash, and no password is right for it`, async () => {
    assert.is(isPasswordHash(hash), false)
    assert.is(await createPasswords(cheap).verify('secret', hash), false)
    assert.is(computed, whole)
  })
}

test('given a wrong password, a verification takes a quick and a full hash, whichever the account has, and without one', async () => {
  const passwords = createPasswords(cheap)

  for (const hash of [await passwords.hash('secret'), passwords.quickHash('secret'), undefined]) {
    computed = 0
    assert.is(await passwords.verify('wrong!', hash), false)
    assert.is(computed, whole)
  }
})

test('given a password whose quick hash was stored, it is right, and a wrong one is not', async () => {
  const passwords = createPasswords(cheap)
  const hash = passwords.quickHash('secret')

  computed = 0
  assert.match(hash, /^\$scrypt\$ln=2,r=8,p=1\$/)
  assert.is(await passwords.verify('secret', hash), true)
  assert.is(computed, 1)
  assert.is(await passwords.verify('wrong!', hash), false)
})

test('given no other cost, a quick hash takes 2^7 rounds', () => {
  assert.match(createPasswords().quickHash('secret'), /^\$scrypt\$ln=7,r=8,p=1\$/)
})

test('given a password that is remembered for a hash, it alone needs no computation', async () => {
  const passwords = createPasswords(cheap)
  const [hash, quick] = [await passwords.hash('secret'), passwords.quickHash('secret')]

  computed = 0
  for (const each of [hash, quick]) passwords.remember('secret', each, 'ada@example.test')
  assert.is(await passwords.verify('secret', hash), true)
  assert.is(await passwords.verify('secret', quick), true)
  assert.is(computed, 0)
  assert.is(await passwords.verify('wrong!', quick), false)
})

test('given the same wrong credentials many times at once, an address without an account takes the work of one with', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('secret')
  const many = async (own: string | undefined, addresses: readonly string[]) => {
    computed = 0
    await Promise.all(addresses.map(of => passwords.verify('wrong!', own, of)))
    return computed
  }

  for (const own of [hash, undefined]) {
    assert.is(await many(own, Array(10).fill('ada@example.test')), whole)
    assert.is(await many(own, ['ada@example.test', 'bo@example.test']), 2 * whole)
  }
})

test('given a password that was right, it is not computed again; a wrong one is, each time', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('secret')
  await passwords.verify('secret', hash)

  computed = 0
  assert.is(await passwords.verify('secret', hash), true)
  assert.is(computed, 0)
  assert.is(await passwords.verify('wrong!', hash), false)
  assert.is(await passwords.verify('wrong!', hash), false)
  assert.is(computed, 2 * whole)
  assert.is(await passwords.verify('secret', hash), true)
  assert.is(computed, 2 * whole)
})

test('given verifications at once, the same credentials wait for one hash, others have their own', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('secret')

  computed = 0
  const right = Array.from({ length: 10 }, () => passwords.verify('secret', hash))
  const wrong = Array.from({ length: 10 }, () => passwords.verify('wrong!', hash))

  assert.equal(new Set(await Promise.all(right)), new Set([true]))
  assert.equal(new Set(await Promise.all(wrong)), new Set([false]))
  assert.is(computed, 2 * whole)
})

test('given a hash that is forgotten, its password is computed again', async () => {
  const passwords = createPasswords(cheap)
  const hash = await passwords.hash('secret')
  await passwords.verify('secret', hash)

  passwords.forget(hash)
  computed = 0

  assert.is(await passwords.verify('secret', hash), true)
  assert.is(computed, whole)
})

test('given more hashes than are remembered, the oldest is computed again', async () => {
  const passwords = createPasswords({ ...cheap, remembered: 2 })
  const hashes = await Promise.all(['one', 'two', 'three'].map(password => passwords.hash(password)))
  const verify = (index: number) => passwords.verify(['one', 'two', 'three'][index] ?? '', hashes[index])
  for (const index of [0, 1, 2]) await verify(index)

  computed = 0
  await verify(2)
  await verify(1)
  assert.is(computed, 0)
  assert.is(await verify(0), true)
  assert.is(computed, whole)
})

test.run()
