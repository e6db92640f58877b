import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

/*
 * All files, scripts and variables that CONTRIBUTING.md and ARCHITECTURE.md name exist, and none is missing there.
 */

const documents = ['CONTRIBUTING.md', 'ARCHITECTURE.md']
const folders = ['bin', 'conformance', 'console', 'fixtures', 'mock', 'packaging', 'proof', 'server']

for (const document of documents) {
  test(`every path that ${document} names exists`, async () => {
    const text = await readFile(document, 'utf8')

    const named = [
      ...text.matchAll(/[`(]((?:bin|conformance|fixtures|mock|packaging|proof|server)\/[\w./-]+)[`)]/g),
    ]
    const missing = named.map(([, path = '']) => path).filter(path => !existsSync(path))

    assert.ok(named.length > 5)
    assert.equal(missing, [])
  })
}

test('CONTRIBUTING.md names every script that a contributor runs, and no other', async () => {
  const text = await readFile('CONTRIBUTING.md', 'utf8')
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  const internal = ['prestart', 'start', 'pretest', 'lint', 'prepack', 'dev:compile', 'dev:serve']

  const named = new Set([...text.matchAll(/npm (?:run )?([a-z][\w:]*)/g)].map(([, name]) => name))

  const expected = Object.keys(scripts).filter(name => !internal.includes(name))
  assert.equal([...named].filter(name => name !== 'ci').sort(), expected.sort())
})

test('CONTRIBUTING.md lists every environment variable that tests read', async () => {
  const text = await readFile('CONTRIBUTING.md', 'utf8')
  const found = new Set<string>()
  for (const folder of folders) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith('.ts') || !/\.test\.ts$|testing\//.test(name)) continue
      const source = await readFile(`${folder}/${name}`, 'utf8')
      for (const [, variable = ''] of source.matchAll(/\benv\.(CHROMIUM|SCHEDKIT_[A-Z_]+)/g))
        found.add(variable)
    }
  }

  const missing = [...found].filter(name => !text.includes(`\`${name}\``))
  assert.ok(found.size > 5)
  assert.equal(missing, [])
})

test.run()
