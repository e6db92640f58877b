import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseTarget, provisionByControl, targetExample, withEnvironment } from '../conformance/index.js'
import { startServer } from '../server/index.js'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'

// Tests run from the root of the repository.
const readme = await readFile('conformance/README.md', 'utf8')
const front = await readFile('README.md', 'utf8')

const block = (language: string, containing: string): string => {
  const found = [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))]
    .map(match => match[1] ?? '')
    .find(text => text.includes(containing))
  if (found === undefined) throw new Error(`The README has no ${language} block with ${containing}.`)
  return found
}
const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
const passwords = { OWNER_PASSWORD: 'correct horse', MEMBER_PASSWORD: 'battery staple' }

test('the target file of the README, and that of init, are targets', () => {
  const shown = JSON.parse(block('json', '"baseUrl"'))
  const written = JSON.parse(targetExample.replace(/^\s*\/\/.*$/gm, ''))

  for (const value of [shown, written]) {
    const target = parseTarget(withEnvironment(value, passwords), 'the README')
    assert.is(target.owner.password, passwords.OWNER_PASSWORD)
    assert.is(target.schedules.length, 3)
    assert.is(target.members.length, 3)
  }
})

test('the setup module of the README provisions a run, its baseline is one, and its workflow has options that exist', async () => {
  const folder = newFolder()
  const own = `
    import { startServer } from ${module('../server/index.js')}
    import { provisionByControl } from ${module('../conformance/index.js')}
    async function startMyServer() {
      const server = await startServer({ port: 0, controlToken: 'token', log: 'off' })
      const { target } = await provisionByControl({ url: server.url, token: 'token', throwaways: 8 })
      return {
        url: server.url,
        createUser: async () => target.owner,
        createSchedules: async () => target.schedules,
        createUsers: async count => (count === 3 ? target.members : target.disposable.slice(1)),
        sentMails: async () => [],
        stop: () => server.close(),
      }
    }
  `
  await writeFile(join(folder, 'provision.mjs'), own + block('js', 'export default'))
  await writeFile(join(folder, 'known.json'), block('json', '"known"'))
  const options = [
    '--setup',
    './provision.mjs',
    '--baseline',
    'known.json',
    '--only',
    'AUTH-01',
    '--report',
    'json=-',
  ]

  const { code, out, err } = await command(['conformance', 'run', ...options], {}, folder)
  const help = await command(['conformance', 'run', '--help'])

  assert.is(code, 0, err)
  assert.is(JSON.parse(out).counts.passed, JSON.parse(out).counts.ran)
  const used = [...`${block('yaml', 'conformance run')}${front}`.matchAll(/ (--[a-z]+)(?= )/g)].map(
    ([, option]) => option ?? '',
  )
  const known = new Set([...used].filter(option => help.out.includes(option)))
  for (const option of ['--setup', '--allow', '--report', '--control', '--control-token', '--target']) {
    assert.ok(help.out.includes(option), option)
  }
  assert.ok(known.size >= 3)
})

test('every command of a workflow pins the version of this package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))

  const pinned = [...`${readme}${front}`.matchAll(/npx --yes schedkit(\S*)/g)].map(([, pin]) => pin)

  assert.ok(pinned.length >= 2)
  assert.equal(
    pinned.filter(pin => pin !== `@${version}`),
    [],
  )
})

test('the snippet for programs certifies a target', async () => {
  const folder = newFolder()
  const server = await startServer({ port: 0, controlToken: 'token', log: 'off' })
  const { target } = await provisionByControl({ url: server.url, token: 'token', throwaways: 0 })
  const snippet = block('ts', 'import { certify, formats }')
    .replace("'schedkit/conformance'", module('../conformance/index.js'))
    .replace('seed: 7', "seed: 7, only: ['AUTH-01']")
  const lines: unknown[][] = []
  const file = join(folder, 'snippet.mjs')
  await writeFile(
    file,
    `${snippet.replaceAll('console.log', 'log')}`.replace(
      'const report',
      'const { target, log } = globalThis.readme\nconst report',
    ),
  )
  const before = process.cwd()
  process.chdir(folder)

  Object.assign(globalThis, { readme: { target, log: (...values: unknown[]) => lines.push(values) } })
  await import(`file://${file}`)

  process.chdir(before)
  await server.close()
  assert.is(lines[0]?.[0], 'incomplete')
  assert.match(String(lines[1]?.[0]), /<testsuites/)
})

test('the snippet for programs explores a target, and the command of the README has options that exist', async () => {
  const folder = newFolder()
  const server = await startServer({ port: 0, controlToken: 'token', log: 'off' })
  const { target } = await provisionByControl({ url: server.url, token: 'token', throwaways: 0 })
  const snippet = block('ts', 'import { explore, exploreText }')
    .replace("'schedkit/conformance'", module('../conformance/index.js'))
    .replace('steps: 500', 'steps: 40')
    .replaceAll('console.log', 'log')
    .replace('const report', 'const { target, log } = globalThis.readme\nconst report')
  const lines: unknown[][] = []
  const file = join(folder, 'explore.mjs')
  await writeFile(file, snippet)
  const before = process.cwd()
  process.chdir(folder)

  Object.assign(globalThis, { readme: { target, log: (...values: unknown[]) => lines.push(values) } })
  await import(`file://${file}`)
  process.chdir(before)
  const help = await command(['conformance', 'explore', '--help'])

  await server.close()
  assert.is(lines[0]?.[0], 'no difference')
  assert.match(String(lines[1]?.[0]), /NO DIFFERENCE/)
  const shown = [...block('sh', 'conformance explore').matchAll(/ (--[a-z]+)(?= )/g)].map(
    ([, name]) => name ?? '',
  )
  assert.ok(shown.length >= 4)
  for (const name of shown) assert.ok(help.out.includes(name), name)
})

test.run()
