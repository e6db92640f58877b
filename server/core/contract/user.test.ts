import { IANAZone } from 'luxon'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { timezoneNames } from '../times/timezone-names.js'
import { explain } from './body.js'
import { newAccount, password, user, userChange } from './user.js'

const messages = (schema: typeof newAccount | typeof userChange.schema, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? [] : explain(result.error, schema).map(({ path, message }) => `${path} ${message}`)
}

test('the user object has the 16 fields of section 2.4', () => {
  assert.equal(Object.keys(user.shape), [
    ...['id', 'email', 'firstname', 'lastname', 'language_tag', 'date_format', 'time_format', 'timezone'],
    ...['first_day_of_week', 'allow_collaboration', 'profile_completed', 'collaboration_limit'],
    ...['request_rate_limit', 'schedules_limit', 'updated_at', 'created_at'],
  ])
})

test('a change accepts the ten writable fields and new_password; the other six are ignored', () => {
  assert.equal(Object.keys(userChange.schema.shape), [
    ...['email', 'firstname', 'lastname', 'language_tag', 'date_format', 'time_format', 'timezone'],
    ...['first_day_of_week', 'allow_collaboration', 'profile_completed', 'new_password'],
  ])
  assert.equal(userChange.readOnly, [
    ...['id', 'collaboration_limit', 'request_rate_limit', 'schedules_limit', 'updated_at', 'created_at'],
  ])
})

test('given any name of the tz database, zone or link, then a change accepts it unchanged', () => {
  const names = [...timezoneNames]
  assert.ok(names.length > 590)

  for (const timezone of names) {
    assert.equal(userChange.schema.parse({ timezone }), { timezone })
    assert.ok(IANAZone.isValidZone(timezone), timezone)
  }
})

test('given a name in another letter case, or with spaces, then it is invalid', () => {
  for (const name of timezoneNames) {
    for (const timezone of [`${name} `, ` ${name}`, name.toLowerCase(), name.replaceAll('_', ' ')]) {
      if (!new Set(timezoneNames).has(timezone)) {
        assert.is(userChange.schema.safeParse({ timezone }).success, false, timezone)
      }
    }
  }
})

const profiles: readonly (readonly [sent: unknown, kept: boolean | undefined])[] = [
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  [2, undefined],
  ['1', undefined],
  ['', undefined],
  [null, undefined],
  [[], undefined],
]

for (const [sent, kept] of profiles) {
  test(`given profile_completed ${JSON.stringify(sent)}, it is ${kept ?? 'refused'}`, () => {
    const result = userChange.schema.safeParse({ profile_completed: sent })

    assert.equal(
      result.success ? result.data : undefined,
      kept === undefined ? undefined : { profile_completed: kept },
    )
  })
}

test('given a password at a limit, then it is valid; beyond the limit, it is refused', () => {
  for (const character of ['x', 'é', '😀', '\0', ' ']) {
    assert.is(password.safeParse(character.repeat(5)).success, false)
    assert.is(password.safeParse(character.repeat(6)).success, true)
    assert.is(password.safeParse(character.repeat(1024)).success, true)
    assert.is(password.safeParse(character.repeat(1025)).success, false)
  }
})

test('given a new account, then errors quote invalid values, except passwords', () => {
  const account = { email: 'a@example.test', password: 'secret' }

  assert.equal(messages(newAccount, account), [])
  assert.equal(messages(newAccount, {}), ['email is required', 'password is required'])
  assert.equal(messages(newAccount, { ...account, password: ['secret'] }), ['password must be a string'])
  assert.equal(messages(newAccount, { ...account, password: 'a\ud83d' }), [
    'password contains half of a surrogate pair, which is not a character',
  ])
  assert.equal(messages(newAccount, { ...account, id: 'a b' }), [
    'id must be 1 to 100 letters, digits or any of . _ ~ -, but not just . or ..',
  ])
  assert.equal(messages(newAccount, { ...account, id: 5 }), ['id must be a string, not 5'])
})

const limits: readonly (readonly [member: string, value: unknown, message?: string])[] = [
  ['collaboration_limit', 0],
  ['collaboration_limit', -1, 'must be 0 or more, not -1'],
  ['collaboration_limit', 1.5, 'must be an integer, not 1.5'],
  ['schedules_limit', 0],
  ['schedules_limit', '5', 'must be an integer, not "5"'],
  ['request_rate_limit', 1],
  ['request_rate_limit', 0, 'must be 1 or more'],
]

for (const [member, value, message] of limits) {
  test(`given a new account with ${member} ${JSON.stringify(value)}, it is ${message ?? 'taken'}`, () => {
    const found = messages(newAccount, { email: 'a@example.test', password: 'secret', [member]: value })

    assert.equal(found, message === undefined ? [] : [`${member} ${message}`])
  })
}

test.run()
