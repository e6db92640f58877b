import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { testFile, testFrameworks } from './index.js'

const fileOf = (framework: (typeof testFrameworks)[number], owner: string) =>
  testFile(
    framework,
    { id: 'RES-05.create', title: 'a name' },
    {
      kind: 'failure',
      message: 'it is wrong',
      exchanges: [],
      http: `@BASE = http://127.0.0.1:1\n${owner}\n\n###\nGET {{BASE}}/v1/users/me\nAuthorization: {{OWNER}}\n`,
      expectation: { must: 'accepted', followedBy: 0 },
    },
  ) ?? ''

for (const framework of testFrameworks) {
  test(`given a failure exported as a test of ${framework}, then it names its environment variables, and the missing ones`, () => {
    const unknown = fileOf(framework, '@OWNER = Basic EMAIL PASSWORD')
    const known = fileOf(framework, '@OWNER = Basic owner-3@example.test PASSWORD')
    const named = fileOf(framework, '@OWNER = Basic ada@example.test {{$processEnv SECRET}}')

    assert.match(unknown, /^(#|\/\/) Set these environment variables: OWNER_EMAIL, OWNER_PASSWORD\.$/m)
    assert.match(known, /^(#|\/\/) Set these environment variables: OWNER_PASSWORD\.$/m)
    assert.match(known, /["']owner-3@example\.test["']/)
    assert.match(known, /env\(["']OWNER_PASSWORD["']\)/)
    assert.match(named, /^(#|\/\/) Set these environment variables: SECRET\.$/m)
    assert.match(unknown, /env\(["']OWNER_EMAIL["']\)/)
    assert.match(unknown, 'Set the environment variable ')
  })
}

test('an exported pytest file declares its encoding, so that a title in the report cannot choose another one', () => {
  const file = testFile(
    'pytest',
    { id: 'RES-05', title: 'x coding: raw_unicode_escape \\u000aimport os#' },
    {
      kind: 'failure',
      message: 'it is wrong',
      exchanges: [],
      http: '@BASE = http://127.0.0.1:1\n\n###\nGET {{BASE}}/v1/users/me\n',
      expectation: { must: 'refused', followedBy: 0 },
    },
  )

  assert.match(file ?? '', /^# coding: utf-8\n# RES-05: x coding/)
})

test.run()
