import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withDirectory } from '../server/storage/sqlite/testing/temporary-directory.js'
import { withoutPasswords } from './errors.js'
import { command } from './testing/command.js'
import { program } from './testing/schedkit-process.js'

for (const password of [
  'secret',
  'sec@ret',
  'sec/ret',
  'sec:ret',
  'sec?ret',
  'sec#ret',
  'sec ret',
  'sec%ret',
  '@/:sec ret@',
])
  test(`given the URL of a database with the password ${password}, no part of it is printed`, () => {
    for (const scheme of ['postgres', 'postgresql', 'postgre']) {
      const printed = withoutPasswords(
        `Failed to use the data in ${scheme}://me:${password}@db/data: no such directory`,
      )

      assert.not.match(printed, /sec|ret/)
      assert.match(printed, /me:\*\*\*@db\/data/)
    }
  })

test('given a misplaced account, no part of its password is printed, and the rest of the message is', () => {
  for (const password of ['secret', 'sec ret', 'sec:ret', 'sec"ret', '"sec" ret'])
    assert.is(
      withoutPasswords(`The URL "me@x.test:${password}" is not the URL of an API`),
      'The URL "me@x.test:***" is not the URL of an API',
    )
  for (const text of [
    'me@x.test: answered 404',
    '--owner must be EMAIL:PASSWORD, such as me@x.test:$PASSWORD.',
  ])
    assert.is(withoutPasswords(text), text)
})

test('given a hint about the format of a URL, it is printed unchanged', () => {
  const hint = 'not of the form postgres://USER:PASSWORD@HOST:PORT/DATABASE'

  assert.is(withoutPasswords(hint), hint)
})

/** Runs `schedkit` with a full disk as its standard output. */
function runOnFullDisk(...words: string[]) {
  const line = `exec "$0" "$@" >/dev/full`
  return spawnSync('sh', ['-c', line, process.execPath, program, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
}

// Linux has a device for this.
const onLinux = existsSync('/dev/full') ? test : test.skip
const noSpace = 'Failed to write to the standard output: no space left on device.\n'

for (const words of [['--version'], ['serve', '--help'], ['openapi'], ['fixtures', 'generate']])
  onLinux(`given a full disk, when schedkit ${words.join(' ')} writes to it, then one line says so`, () => {
    const { status, stderr } = runOnFullDisk(...words)

    assert.equal([status, stderr], [1, noSpace])
  })

onLinux('given a full disk, when data is exported to it, then one line says so', () =>
  withDirectory(async parent => {
    const [data, file] = [join(parent, 'data'), join(parent, 'seed.json')]
    writeFileSync(file, JSON.stringify({ users: [{ email: 'ada@example.test', password: 'analytical' }] }))
    await command(['data', 'import', data, file])

    const { status, stderr } = runOnFullDisk('data', 'export', data)

    assert.equal([status, stderr], [1, noSpace])
  }),
)

test.run()
