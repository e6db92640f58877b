import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'

/*
 * The output of `schedkit console`; console/*.slow.test.ts opens it in a browser.
 */

let folder: string
test.before.each(() => {
  folder = newFolder()
})

test('given a folder that does not exist, then it gets the page with a strict policy and only relative paths', async () => {
  const out = join(folder, 'a/site')

  const { code, out: said } = await command(['console', '--out', out])

  const page = await readFile(join(out, 'index.html'), 'utf8')
  assert.is(code, 0)
  assert.match(said, `Created ${join(out, 'index.html')}`)
  assert.equal((await readdir(out)).sort(), ['LICENSES', 'index.html', 'page.css', 'page.js'])
  assert.match(page, /content="default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.not.match(page, /(?:src|href)="(?:\/|https?:)/)
  assert.not.match(page, 'id="seed"')
})

test('given a seed, then the page contains it, whatever its texts are; an invalid one is refused and nothing is written', async () => {
  const file = join(folder, 'seed.json')
  const email = 'eve@example.test'
  const seed = { users: [{ email, password: '</script>$&<!--' }] }
  await writeFile(file, JSON.stringify(seed))
  await writeFile(join(folder, 'wrong.json'), '{"users": 1}')
  const [out, other] = [join(folder, 'site'), join(folder, 'other')]

  const right = await command(['console', '--out', out, '--seed', file])
  const wrong = await command(['console', '--out', other, '--seed', join(folder, 'wrong.json')])

  const page = await readFile(join(out, 'index.html'), 'utf8')
  const [, text = ''] = /id="seed"[^>]*>(.*?)<\/script>/.exec(page) ?? []
  assert.is(right.code, 0, right.err)
  assert.equal(JSON.parse(text).users[0].password, '</script>$&<!--')
  assert.is(wrong.code, 1)
  assert.match(wrong.err, 'users')
  assert.not.ok((await readdir(folder)).includes('other'))
})

test('given a page of somebody else, then it stays; one that was written before is replaced', async () => {
  const [own, other] = [join(folder, 'own'), join(folder, 'other')]
  await mkdir(other)
  await writeFile(join(other, 'index.html'), '<title>mine</title>')

  const codes = []
  for (const out of [own, own, other]) codes.push((await command(['console', '--out', out])).code)

  assert.equal(codes, [0, 0, 2])
  assert.equal(await readdir(other), ['index.html'])
  assert.is(await readFile(join(other, 'index.html'), 'utf8'), '<title>mine</title>')
})

test('given names that repeat in two schedules, then the page takes them with --unique-names schedule', async () => {
  const file = join(folder, 'seed.json')
  const resources = [{ name: 'Room' }]
  const schedules = ['one', 'two'].map(id => ({ id, owner: 'eve@example.test', resources }))
  await writeFile(
    file,
    JSON.stringify({ users: [{ email: 'eve@example.test', password: 'of-eve' }], schedules }),
  )
  const write = ['console', '--out', join(folder, 'site'), '--seed', file]

  const refused = await command(write)
  const taken = await command([...write, '--unique-names', 'schedule'])

  assert.equal([refused.code, taken.code], [1, 0], taken.err)
  assert.match(await readFile(join(folder, 'site/index.html'), 'utf8'), 'data-unique-names="schedule"')
})

test('without a folder, or if it cannot be created, the message says what to do', async () => {
  await writeFile(join(folder, 'file'), '')

  const without = await command(['console'])
  const blocked = await command(['console', '--out', join(folder, 'file')])

  assert.is(without.code, 2)
  assert.match(without.err, 'Give the folder to write the site to: schedkit console --out DIR')
  assert.is(blocked.code, 1)
  assert.match(blocked.err, `Failed to write ${join(folder, 'file')}: `)
})

test.run()
