import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'

const node = (program: string) => [process.execPath, '--input-type=module', '--eval', program]

const auth = "{ authorization: 'Basic ' + btoa('mira@ribeira.example:mira-demo') }"
/** Calls the service that plays the world, and requires a certain order of a list. */
const overHttp = node(`
  const { SCHEDKIT_URL: url } = process.env
  const response = await fetch(url + '/v1/schedules/lisbon-studio/resources', { headers: ${auth} })
  const { data } = await response.json()
  if (data[0].id !== 1) { console.log('✖ shows the oldest first'); process.exit(3) }`)
/** The same with a mock in its own process. */
const withMock = node(`
  import { startMock } from 'schedkit/mock/node'
  import { demo } from 'schedkit/fixtures'
  startMock({ baseUrl: 'https://api.example.test', seed: demo({ now: Date.now() }) })
  const response = await fetch('https://api.example.test/v1/schedules/lisbon-studio/resources', { headers: ${auth} })
  const { data } = await response.json()
  process.exit(data[0].id === 1 ? 0 : 3)`)

/** The same with `schedkit serve`, which reads world and record from the environment. */
const withServer = node(`
  import { spawn } from 'node:child_process'
  import { once } from 'node:events'
  const server = spawn(process.execPath, ['dist/bin/schedkit.js', 'serve', '--port', '0', '--log', 'json'])
  const [line] = await once(server.stdout, 'data')
  const { url } = JSON.parse(line)
  const response = await fetch(url + '/v1/schedules/lisbon-studio/resources', { headers: ${auth} })
  const { data } = await response.json()
  server.kill('SIGKILL')
  process.exit(data[0].id === 1 ? 0 : 3)`)

const kinds = {
  'over HTTP': overHttp,
  'with a mock of its own': withMock,
  'with a server of its own': withServer,
}
for (const [how, tests] of Object.entries(kinds)) {
  test(`given tests ${how} that need an order, then a world without it shows that, as text and as JSON`, async () => {
    const folder = newFolder()
    const file = join(folder, 'client.json')
    const { code, out } = await command([
      'client',
      '--world',
      'newest-first',
      '--report',
      `json=${file}`,
      '--',
      ...tests,
    ])

    assert.is(code, 1, out)
    assert.match(out, 'Your tests pass against the reference, and with 0 of 1 right services.')
    assert.match(out, 'newest-first: a service that lists the newest objects first')
    assert.match(out, how === 'over HTTP' ? 'failed: shows the oldest first' : 'exit code 3')
    assert.match(out, 'npx schedkit client --world newest-first -- ')
    const missing = out.slice(out.indexOf('Never met by your tests:')).split('\n')
    assert.ok(missing.length > 6)
    assert.equal(
      missing.filter(line => line.length > 100),
      [],
    )
    const report = JSON.parse(await readFile(file, 'utf8'))
    assert.is(report.passed, false)
    assert.is(report.requests, 1)
    assert.equal(
      report.worlds.map(({ name, kind, passed }: Record<string, unknown>) => ({ name, kind, passed })),
      [{ name: 'newest-first', kind: 'right', passed: false }],
    )
    const again = await command(['client', '--world', 'newest-first', '--baseline', file, '--', ...tests])
    assert.is(again.code, 0, again.out)
    assert.match(again.out, 'newest-first (accepted)')
  })
}

test('given tests that fail without a world, send no requests or do not exist, then the message says so, and no world is tried', async () => {
  for (const [tests, message] of [
    [
      node("console.log('✖ adds up'); process.exit(1)"),
      /✖ adds up[\s\S]*The tests fail as they are \(exit code 1\)/,
    ],
    [node(''), /The tests sent no request: let them start a mock .* SCHEDKIT_URL/],
    [['./no-such-program'], /Failed to run \.\/no-such-program: .*ENOENT/],
  ] as const) {
    const { code, err, out } = await command(['client', '--', ...tests])
    assert.is(code, 2, err)
    assert.match(err, message)
    assert.is(out, '')
  }
})

test('given tests that do not end, then they are killed, and the world counts as failed', async () => {
  const tests = node(`
    const { SCHEDKIT_URL: url, SCHEDKIT_WORLD: world } = process.env
    await fetch(url + '/v1/users/me')
    if (world) setInterval(() => {}, 1000)`)

  const { code, out } = await command(['client', '--world', 'newest-first', '--timeout', '1', '--', ...tests])

  assert.is(code, 1)
  assert.match(out, 'it had not ended after 1 s')
})

test('given a request before the time of Retry-After, then it counts if a second run sends it, too', async () => {
  const folder = newFolder()
  for (const hasteEnds of [true, false]) {
    const marker = join(folder, `second-${hasteEnds}`)
    const tests = node(`
      import { existsSync, writeFileSync } from 'node:fs'
      import { setTimeout } from 'node:timers/promises'
      const { SCHEDKIT_URL: url } = process.env
      const isPatient = ${hasteEnds} && existsSync('${marker}')
      const read = () => fetch(url + '/v1/users/me', { headers: ${auth} })
      for (let count = 0; count < 6; count++) {
        const { status } = await read()
        if (status !== 429) continue
        if (isPatient) await setTimeout(2_100)
        await read()
        writeFileSync('${marker}', '')
      }`)

    const { code, out } = await command(['client', '--world', 'limited-until-a-date', '--', ...tests])

    assert.is(code, hasteEnds ? 0 : 1, out)
    assert.is(out.includes('after 429, which asked to wait'), !hasteEnds, out)
  }
})

test('given wrong arguments, then the message says what to write', async () => {
  for (const [words, message] of [
    [['client'], 'Give the command that runs your tests after --: schedkit client -- npx vitest run'],
    [
      ['client', '--world', 'newest-frist', '--', 'true'],
      '--world: There is no world "newest-frist"; did you mean "newest-first"?',
    ],
    [
      ['client', '--report', 'client.json', '--', 'true'],
      '--report "client.json" must be FORMAT=FILE, such as json=report.json.',
    ],
    [
      ['client', '--report', 'json=nowhere/client.json', '--', 'true'],
      "The report nowhere/client.json can't be written: its folder does not exist",
    ],
    [
      ['client', '--world', 'slow', '--only', 'hard', '--', 'true'],
      '--world names one world: leave out --only.',
    ],
    [['client', '--jobs', '0', '--', 'true'], '--jobs must be a whole number from 1 to 64, not 0.'],
    [
      ['client', '--baseline', 'none.json', '--', 'true'],
      '--baseline none.json is not a report of schedkit client',
    ],
  ] as const) {
    const { code, err } = await command(words)
    assert.is(code, 2, err)
    assert.match(err, message)
  }
})

test('the list names every world with what it does', async () => {
  const { out } = await command(['client', '--list'])

  const lines = out.trimEnd().split('\n')
  assert.ok(lines.length >= 107, `${lines.length}`)
  assert.ok(lines.every(line => /^(?:right|hard|time) +[a-z\d-]+: \S/.test(line)))
  assert.is(new Set(lines).size, lines.length)
})

test.run()
