import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, file, folder, thrownBy } from '../testing/stage.js'
import { parseTarget, refusePlainHttp } from './target.js'
import { readTargetFile, targetExample, withEnvironment } from './target-file.js'

test.after(endAll)

const account = (name: string) => ({ email: `${name}@example.test`, password: 'secret' })
const least = { baseUrl: 'http://localhost:4000', owner: account('owner'), schedules: ['first'] }

test('given the minimum that a target needs, when it is parsed, then the rest is filled in', () => {
  assert.equal(parseTarget(least, 'it'), {
    ...least,
    owners: [],
    members: [],
    disposable: [],
    mailDomain: 'example.test',
  })
})

test('given a base address with slashes at its end, when it is parsed, then they are removed', () => {
  assert.is(parseTarget({ ...least, baseUrl: 'https://a.test/api//' }, 'it').baseUrl, 'https://a.test/api')
})

const wrong: readonly (readonly [string, object, RegExp])[] = [
  ['no address', { baseUrl: 'localhost:4000' }, /baseUrl: must be an http or https address/],
  ['another protocol', { baseUrl: 'ftp://a.test' }, /baseUrl: must be an http or https address/],
  ['credentials in the address', { baseUrl: 'http://a:b@c.test' }, /baseUrl: must not contain credentials/],
  ['a query in the address', { baseUrl: 'http://a.test?x' }, /baseUrl: must not have a query/],
  ['the version in the address', { baseUrl: 'http://a.test/v1/' }, /baseUrl: must not end with \/v1/],
  ['another owner without schedules', { owners: [account('other')] }, /owners\.0\.schedules: is missing/],
  [
    'a schedule of two owners',
    { owners: [{ ...account('other'), schedules: ['first'] }] },
    /the target: each owner must have schedules of their own/,
  ],
  ['no schedule', { schedules: [] }, /schedules: must name at least one/],
  ['a schedule twice', { schedules: ['a', 'a'] }, /schedules: must be different/],
  [
    'an empty password',
    { owner: { email: 'a@b.test', password: '' } },
    /owner\.password: must be a password/,
  ],
  [
    'somebody twice',
    { members: [account('Owner')] },
    /the target: owner, owners, members and disposable must be different accounts/,
  ],
  [
    'an unknown member',
    { member: [] },
    /the target: "member" is not a known field; did you mean "members"\?/,
  ],
  ['a number as schedules', { schedules: 7 }, /schedules: must be an array, but is a number/],
  ['no owner', { owner: undefined }, /owner: is missing\. Give --owner EMAIL:PASSWORD, or "owner"/],
  ['no schedules', { schedules: undefined }, /schedules: is missing\. Give --schedule ID, or "schedules"/],
  ['a mail domain that is none', { mailDomain: '@example.test' }, /mailDomain: must be a domain/],
  ['half an account', { members: [{ email: 'a@b.test' }] }, /members\.0\.password/],
]
for (const [what, change, message] of wrong) {
  test(`given a target with ${what}, when it is parsed, then the message names the place`, async () => {
    const error = await thrownBy(() => parseTarget({ ...least, ...change }, 'schedkit.json'))

    assert.is(error?.name, 'TargetError')
    assert.match(error?.message ?? '', /^Failed to use schedkit\.json as a target:\n {2}/)
    assert.match(error?.message ?? '', message)
  })
}

test('given a password from the environment, when it is read, then the name of its variable is kept', () => {
  const [known, plain] = withEnvironment([account('a'), { ...account('b'), password: '$PASSWORD' }], {
    PASSWORD: 'word',
  }) as object[]

  assert.equal(known, account('a'))
  assert.equal(plain, { ...account('b'), password: 'word', passwordVariable: 'PASSWORD' })
})

test('given an IMAP mailbox whose password is in the environment, then the target is accepted', () => {
  const imap = { host: 'localhost', user: 'kit', password: '$PASSWORD' }
  const target = {
    baseUrl: 'http://localhost:4000',
    owner: account('a'),
    schedules: ['lab'],
    mailbox: { imap },
  }

  const { mailbox } = parseTarget(withEnvironment(target, { PASSWORD: 'word' }), 'it')

  assert.is(mailbox?.imap?.password, 'word')
})

test('given several faults, when a target is parsed, then all are reported at once', async () => {
  const error = await thrownBy(() => parseTarget({ baseUrl: 'x' }, 'it'))

  assert.is(error?.message.split('\n').length, 4)
})

test('given a value of a wrong type, then the message does not show it, because it may contain a password', async () => {
  const account = { email: 'ada@example.test', password: 12345678 }

  const error = await thrownBy(() =>
    parseTarget(
      { baseUrl: 'http://localhost', owner: account, schedules: ['lab'], members: { ...account } },
      'it',
    ),
  )

  assert.match(error?.message ?? '', /owner\.password: must be a string, but is a number/)
  assert.match(error?.message ?? '', /members: must be an array, but is an object/)
  assert.not.match(error?.message ?? '', '12345678')
})

test('given values that begin with a dollar, when the environment is applied, then only whole values are variables', () => {
  const value = { a: '$NAME', b: ['$$NAME', 'x$NAME', '$1', 7, null], c: { d: '$NAME' } }

  assert.equal(withEnvironment(value, { NAME: 'secret' }), {
    a: 'secret',
    b: ['$NAME', 'x$NAME', '$1', 7, null],
    c: { d: 'secret' },
  })
})

for (const env of [{}, { NAME: '' }]) {
  test(`given ${JSON.stringify(env)}, when the variable NAME is needed, then the message names it`, async () => {
    const error = await thrownBy(() => withEnvironment({ password: '$NAME' }, env))

    assert.is(error?.name, 'TargetError')
    assert.match(error?.message ?? '', 'the environment variable NAME, which is not set')
  })
}

test('given the example, when it is read, then its comments are dropped and it is a target', async () => {
  const env = { OWNER_PASSWORD: 'a', MEMBER_PASSWORD: 'b' }

  const target = parseTarget(await readTargetFile(file(targetExample), env), 'it')

  assert.is(target.baseUrl, 'http://127.0.0.1:4000')
  assert.equal([target.owner.password, target.members.length, target.schedules.length], ['a', 3, 3])
})

test('given slashes within a value, when a file is read, then they are not a comment', async () => {
  const value = await readTargetFile(file('{\n  // "a": 1,\n  "b": "https://a.test//x"\n}'), {})

  assert.equal(value, { b: 'https://a.test//x' })
})

const files: readonly (readonly [string, string, RegExp])[] = [
  ['no JSON', '{', /it is not JSON/],
  ['a list', '[]', /it must be a JSON object/],
  ['a text', '"a"', /it must be a JSON object/],
  ['null', 'null', /it must be a JSON object/],
]
for (const [what, text, message] of files) {
  test(`given a file with ${what}, when it is read, then the message says so`, async () => {
    const error = await thrownBy(() => readTargetFile(file(text), {}))

    assert.is(error?.name, 'TargetError')
    assert.match(error?.message ?? '', message)
  })
}

test('given no file, when it is read, then the message names it and says so', async () => {
  const path = `${folder()}/none.json`

  assert.match(
    (await thrownBy(() => readTargetFile(path, {})))?.message ?? '',
    `Failed to read the target file ${path}: it does not exist. Check the path.`,
  )
})

test('given a file with a command to run, when it is read, then it is refused', async () => {
  const error = await thrownBy(() => readTargetFile(file('{"mailbox":{"command":"touch ran"}}'), {}))

  assert.is(error?.name, 'TargetError')
  assert.match(error?.message ?? '', 'names a mailbox command. Give it as --mailbox-command')
})

const hostile: readonly (readonly [string, object, RegExp])[] = [
  ['a schedule of two dots', { schedules: ['..'] }, /schedules\.0: must be the id of a schedule/],
  [
    'a line end in an address',
    { owner: { email: 'a\n::error::', password: 'b' } },
    /owner\.email: must be an e-mail/,
  ],
  [
    'a script in place of a variable',
    { owner: { email: 'a', password: 'b', passwordVariable: 'X$(touch ran)' } },
    /passwordVariable: must be the name of a variable/,
  ],
  ['braces in the URL', { baseUrl: 'http://localhost/{{x}}' }, /baseUrl: must not have blanks, braces/],
]
for (const [what, change, message] of hostile) {
  test(`given ${what}, when a target is parsed, then it is refused`, async () => {
    const error = await thrownBy(() => parseTarget({ ...least, ...change }, 'it'))

    assert.match(error?.message ?? '', message)
  })
}

const urls: readonly (readonly [string, boolean])[] = [
  ['https://service.example.test', true],
  ['http://localhost:4000', true],
  ['http://LOCALHOST', true],
  ['http://api.localhost', true],
  ['http://127.0.0.1', true],
  ['http://127.8.8.8:1', true],
  ['http://[::1]:4000', true],
  ['http://service.example.test', false],
  ['http://localhost.example.test', false],
  ['http://127.0.0.1.example.test', false],
  ['http://10.0.0.1', false],
  ['http://0.0.0.0', false],
  ['http://[::2]', false],
  ['http://mylocalhost', false],
]
for (const [url, isFine] of urls) {
  test(`given ${url}, then passwords may ${isFine ? 'be sent' : 'not be sent'} there`, async () => {
    const error = await thrownBy(() => refusePlainHttp(url))

    assert.is(
      error?.message,
      isFine
        ? undefined
        : `${url} is plain http to another machine: passwords would be sent unencrypted. Use https, or --insecure to allow it.`,
    )
  })
}

test.run()
