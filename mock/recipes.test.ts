import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { schedkit } from '../bin/testing/schedkit-process.js'
import { createMock } from './index.js'
import { baseAt } from './msw/base.js'
import { baseUrl, call, seed, withMock } from './testing/api.js'
import { readPages, recipePages } from './testing/read-pages.js'
import { readRecipes } from './testing/read-recipes.js'

// Read from the root of the repository, because the build does not copy the README.
const readme = await readFile('mock/README.md', 'utf8')
const recipes = readRecipes(await readPages())

const test = suite('recipes of the mock')

test('there is one for each runner, and there are snippets', () => {
  const names = recipes.map(({ runner, name }) => `${runner} ${name}`)

  assert.equal(names, [
    'node:test rooms.node.test.js',
    'typescript bookings.ts',
    'node:test port.test.js',
    'vitest rooms.vitest.test.js',
    'vitest shared.vitest.test.js',
    'vitest slow.vitest.test.js',
    'vitest rooms.react.test.jsx',
    'vitest rooms.query.test.jsx',
    'jest rooms.jest.test.js',
    'jest form.jest.test.js',
    'jest slow.jest.test.js',
    'node rooms.uvu.test.js',
    'typescript bookings.ts and every entry point in typescript',
    'typescript bookings.ts and every entry point in typescript-5.9',
    'typescript bookings.ts and every entry point in typescript-5.4',
    'vitest rooms.vitest.test.js in threads',
    'vitest rooms.vitest.test.js in vmThreads',
    'vitest rooms.vitest.test.js in vmForks',
    'vitest rooms.react.test.jsx in happy-dom and vmThreads',
    'jest with Babel rooms.react.test.jsx in Jest with jsdom and Babel',
    'jest with Babel rooms.jest.test.js with Babel',
    'jest rooms.jest.test.js with jsdom',
    'jest slow.jest.test.js with jsdom',
    'node:test What a test can do',
    'playwright tests/routes.spec.ts',
    'playwright e2e/rooms.spec.ts',
    'storybook .storybook/preview.ts',
    'storybook .storybook/preview.tsx',
  ])
})

test('the examples of every page are run', async () => {
  const pages = (await readdir('docs/recipes')).map(name => name.replace('.md', ''))
  // That page is about the kit: bin/pages.full.test.ts runs its commands.
  const ofMock = pages.filter(name => name !== 'certify-a-live-service')

  assert.equal(ofMock.sort(), Object.values(recipePages).flat().sort())
})

test('the contents of the README lead to every section and every recipe', async () => {
  const readme = await readFile('mock/README.md', 'utf8')
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  const headings = [...readme.replace(/^```.*?^```$/gms, '').matchAll(/^##+ (.*)$/gm)].slice(1)
  const wanted = [
    ...headings.map(([, heading = '']) => `#${heading.toLowerCase().replaceAll(' ', '-')}`),
    ...Object.values(recipePages)
      .flat()
      .map(name => `../docs/recipes/${name}.md`),
  ]

  assert.equal(
    wanted.filter(each => !links.includes(each)),
    ['#what-to-know'],
  )
})

test('the recipes for Vitest and Jest only differ from those for node:test in function names', () => {
  const linesOf = (runner: string) =>
    recipes.find(each => each.runner === runner)?.files[`rooms.${runner}.test.js`]?.split('\n') ?? []

  for (const runner of ['vitest', 'jest']) {
    const lines = linesOf(runner)
    assert.ok(
      lines.includes(
        "const mock = startMock({ baseUrl: 'https://api.example.com', seed: demo({ now: Date.now() }) })",
      ),
    )
    assert.ok(lines.includes('afterEach(() => mock.reset())'))
    assert.ok(lines.includes('afterAll(() => mock.close())'))
  }
})

test('the table of options lists all of them, with their defaults', async () => {
  const options = readme.slice(readme.indexOf('\n## Options\n'))
  const rows = [...options.matchAll(/^\| `(\w+)` +\| ([^|]*?) +\|/gm)].map(
    ([, name, value]) => `${name}: ${value}`,
  )
  const membersOf = (text: string, name: string) =>
    [...(text.split(`interface ${name}`)[1]?.split('\n}')[0] ?? '').matchAll(/^ {2}(\w+)\??: /gm)].map(
      ([, member]) => member,
    )
  const names = [
    ...membersOf(await readFile('mock/mock.ts', 'utf8'), 'MockOptions'),
    ...membersOf(await readFile('server/control/worlds/index.ts', 'utf8'), 'WorldOptions'),
    ...membersOf(await readFile('mock/node.ts', 'utf8'), 'NodeMockOptions'),
  ]

  assert.equal(
    rows.map(row => row.split(':')[0]),
    names,
  )
  assert.ok(rows.includes('requestRateLimit: 100,000'))
  await withMock({ seed: { users: [{ email: 'a@example.test', password: 'secret' }] } }, async mock => {
    assert.is(mock.db.user.getAll()[0]?.request_rate_limit, 100_000)
  })
})

test('the documented message about a mistake is the actual one', async () => {
  const [, shown = ''] = /^```text\n(.*?)\n```$/ms.exec(readme) ?? []
  const said: string[] = []
  const [line = '', path = ''] = /GET https:\/\/api\.example\.com(\S+):/.exec(shown) ?? []
  assert.ok(line)

  await withMock({ onMistake: message => void said.push(message) }, () => call(`GET ${path}`))

  assert.equal(said, [shown.replace('https://api.example.com', baseUrl)])
})

test('every curl line works as printed, in order', async () => {
  const script = /^```sh\n(URL=.*?)^```$/ms.exec(readme)?.[1] ?? ''
  const command =
    /^npx schedkit (mock --port .*)$/m.exec(readme)?.[1]?.replace('--port 4000', '--port 0 --log json') ?? ''
  const { child, ended, wrote } = schedkit(command.split(' '))
  try {
    const { url } = JSON.parse((await wrote(/^\{"ready".*\n/)).split('\n')[0] ?? '') as { url: string }
    const lines = script
      .replace('http://127.0.0.1:4000', url)
      .replaceAll('curl ', 'curl --silent --show-error --fail ')

    const { stdout } = await promisify(execFile)('bash', ['-e', '-c', lines])

    assert.is(stdout.match(/"success":true/g)?.length, script.match(/^curl /gm)?.length)
    assert.match(stdout, '"name":"Tejo"')
  } finally {
    child.kill()
    await ended
  }
})

test('what the README says of base URLs and accounts holds', () => {
  assert.is(baseAt('https://example.com/api').url, 'https://example.com/api')
  assert.throws(
    () => createMock({ baseUrl, seed, auth: 'as:nobody@example.test' }),
    /is not an account of the seed/,
  )
})

test.run()
