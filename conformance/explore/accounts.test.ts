import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestSession } from '../testing/session.js'
import { endAll } from '../testing/stage.js'
import { choosePasswords } from './accounts.js'
import type { Person } from './world.js'

test.after(endAll)

const disposable = (password: string): Person => ({
  name: 'throwaway 1',
  email: 'throwaway@example.test',
  isOwner: false,
  isDisposable: true,
  passwords: [password],
  used: new Set([0]),
  current: 0,
  misses: 0,
  settings: {},
  original: {},
  limit: undefined,
})

for (const password of ['secret', 'a'.repeat(72), 'é'.repeat(36), '😀'.repeat(18)]) {
  test(`given the password ${password}, when a walk chooses others, then they begin like it and have at most 72 bytes`, () => {
    const session = openTestSession({
      baseUrl: 'http://127.0.0.1:9',
      owner: { email: 'owner@example.test', password: 'secret' },
      schedules: ['first', 'second', 'spare'],
    })
    const person = disposable(password)

    choosePasswords(session, person, 999_999_999)

    const [original, ...others] = person.passwords
    assert.is(original, password)
    assert.is(new Set(person.passwords).size, 4)
    for (const other of others) {
      assert.ok(Buffer.byteLength(other) <= 72, other)
      assert.ok(other.startsWith(password.slice(0, 6)), other)
    }
  })
}

test.run()
