import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { command, type Ended } from './testing/command.js'
import { conformanceSuite, password } from './testing/conformance-suite.js'

/*
 * Untrusted files: reports, baselines, target files, and the output of a setup command.
 */

const test = conformanceSuite('hostile files')

/** A request as a server received it. */
interface Received {
  readonly request: string
  readonly check: string
  readonly authorization: string
}

/** Starts a server that records what it receives, optionally as a proxy of another one. */
async function startRecorder(to?: () => string) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    received.push({
      request: `${method} ${url}`,
      check: String(headers['schedkit-check']),
      authorization: String(headers.authorization),
    })
    const body = Buffer.concat(await request.toArray())
    if (!to) return void response.writeHead(404).end('{"success":false}')
    const { authorization = '' } = headers
    const sent = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${to()}${url}`, { method, headers: sent, ...(body.length > 0 && { body }) })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, received, close: () => server.close() }
}

let serverUrl = ''
const recorder = await startRecorder(() => serverUrl)
const other = await startRecorder()
test.before(({ server }) => {
  serverUrl = server.url
})
test.before.each(() => {
  recorder.received.length = 0
  other.received.length = 0
})
test.after(() => {
  recorder.close()
  other.close()
})

const run = (folder: string, ...args: string[]) =>
  command(['conformance', ...args], { PASSWORD: password, SECRET: 'of something else' }, folder)

/** Asserts that no text of a file controls the terminal or a CI runner that prints the output. */
function assertHarmless({ out, err }: Ended): void {
  // Tab and line feed are the only control characters.
  assert.not.match(out + err, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]|^\s*::|##(?:vso)?\[/m)
}

const account = { email: 'owner@example.test', password: '$PASSWORD' }
const targetText = () =>
  JSON.stringify(
    { baseUrl: recorder.url, owner: account, schedules: ['first', 'second', 'spare'] },
    undefined,
    1,
  )
const options = ['--owner', 'owner@example.test:$PASSWORD', '--schedule', 'first']

let report: Promise<string> | undefined

/** The report of a run with one check, which is created once. */
const reportText = (folder: string) => (report ??= makeReport(folder))

async function makeReport(folder: string): Promise<string> {
  await writeFile(join(folder, 'good.json'), targetText())
  await run(folder, 'run', '--target', 'good.json', '--only', 'UNIQ-02', '--report', 'json=report.json')
  return readFile(join(folder, 'report.json'), 'utf8')
}

const fragments = fc.constantFrom(
  ...[
    '"',
    '{',
    '}',
    '[',
    ']',
    ',',
    '\\',
    '\n',
    '$SECRET',
    '$PASSWORD',
    '\u001b[31m',
    '\n::error::x',
    '##[error]x',
  ],
  ...[
    '../',
    '?all=1#',
    '@',
    '*',
    'UNIQ-*',
    'RES-42',
    '"wipe"',
    '"lock"',
    'true',
    '0',
    '\u202e',
    '\u0000',
    '"a":1,',
  ],
  ...['"allow":["guard","wipe","lock","mail"],', '"mailbox":{"command":"touch ran"},', '"jobs":1e9,'],
)
const edit = fc.record({
  at: fc.nat(),
  remove: fc.oneof(fc.constant(0), fc.nat(30)),
  insert: fc.oneof(fragments, fc.string({ maxLength: 20 })),
})
const edits = fc.array(edit, { minLength: 1, maxLength: 3 })
const changed = (text: string, all: readonly { at: number; remove: number; insert: string }[]) =>
  all.reduce((now, { at, remove, insert }) => {
    const begin = at % (now.length + 1)
    return now.slice(0, begin) + insert + now.slice(begin + remove)
  }, text)

const checksIn = (received: readonly Received[]) => [...new Set(received.map(({ check }) => check))]

test('given any change of a report, when a check is replayed, then no other requests are sent', async ({
  folder,
}) => {
  const text = await reportText(folder)
  const replay = () => run(folder, 'replay', 'changed.json', 'UNIQ-02', '--target', 'good.json')
  await writeFile(join(folder, 'changed.json'), text)
  recorder.received.length = 0
  await replay()
  const usual = checksIn(recorder.received)

  await fc.assert(
    fc.asyncProperty(edits, async all => {
      recorder.received.length = 0
      await writeFile(join(folder, 'changed.json'), changed(text, all))

      assertHarmless(await replay())

      assert.equal(
        checksIn(recorder.received).filter(check => !usual.includes(check)),
        [],
      )
    }),
    { numRuns: 25 },
  )
  assert.equal(other.received, [])
})

test('given any change of a baseline, when a check runs, then it sends the same requests', async ({
  folder,
}) => {
  const text = JSON.stringify({ known: [{ check: 'RES-05.create', reason: 'later', until: '2099-12-31' }] })
  const good = join(folder, 'good.json')
  await writeFile(good, targetText())
  const estimate = (...more: string[]) =>
    run(folder, 'run', '--target', good, '--only', 'UNIQ-02', '--dry-run', ...more)
  const sent = () => recorder.received.map(({ request }) => request.replace(/sk[0-9a-f]{6}\w*/g, 'NONCE'))
  await estimate()
  const usual = sent()

  await fc.assert(
    fc.asyncProperty(edits, async all => {
      recorder.received.length = 0
      await writeFile(join(folder, 'known.json'), changed(text, all))

      assertHarmless(await estimate('--baseline', 'known.json'))

      assert.equal(
        sent().filter(request => !usual.includes(request)),
        [],
      )
    }),
    { numRuns: 30 },
  )
})

const sources = {
  'a target file': async (folder: string, text: string) => {
    await writeFile(join(folder, 'changed.json'), text)
    return ['--target', 'changed.json']
  },
  'the output of a setup command': async (folder: string, text: string) => {
    await writeFile(join(folder, 'printed.txt'), text.replaceAll('$PASSWORD', password))
    return ['--setup-command', 'cat printed.txt']
  },
}
for (const [what, write] of Object.entries(sources)) {
  test(`given any change of ${what}, when it is used, then nothing runs, and requests stay below its URL`, async ({
    folder,
  }) => {
    await fc.assert(
      fc.asyncProperty(edits, async all => {
        recorder.received.length = 0
        const source = await write(folder, changed(targetText(), all))

        assertHarmless(await run(folder, 'run', ...source, '--only', 'UNIQ-02', '--dry-run'))

        assert.not.ok(existsSync(join(folder, 'ran')), 'a command was run')
        // An escaped slash does not end a segment; only a segment `..` leads above the URL.
        for (const { request } of recorder.received)
          assert.match(request, /^\w+ (?!.*\/\.\.(?:[/?]|$))\S*\/v1\//)
      }),
      { numRuns: 40 },
    )
  })
}

test('given a report, when a check is replayed without a URL, then nothing is sent', async ({ folder }) => {
  const report = JSON.parse(await reportText(folder))
  await writeFile(join(folder, 'elsewhere.json'), JSON.stringify({ ...report, target: other.url }))

  const { code, err } = await run(folder, 'replay', 'elsewhere.json', 'UNIQ-02', ...options)

  assert.is(code, 2)
  assert.match(err, `give a URL, or --target. The report is of ${other.url}`)
  assert.equal(other.received, [])
})

test('given a report of another host, when a check is replayed, then it says so and nothing is sent', async ({
  folder,
}) => {
  const report = JSON.parse(await reportText(folder))
  await writeFile(
    join(folder, 'other.json'),
    JSON.stringify({ ...report, target: 'https://service.example.test' }),
  )
  recorder.received.length = 0

  const { code, err } = await run(folder, 'replay', 'other.json', 'UNIQ-02', recorder.url, ...options)

  assert.is(code, 2)
  assert.match(err, `other.json is for https://service.example.test, but the target is ${recorder.url}.`)
  assert.match(err, 'npx schedkit conformance run --only UNIQ-02 --seed 1')
  assert.equal(recorder.received, [])
})

test('given a report that allows every risk, when a check is replayed, then each must be allowed again', async ({
  folder,
}) => {
  const report = JSON.parse(await reportText(folder))
  const { options: run1, checks } = report
  const risky = { ...checks[0], id: 'BULK-06.resources', rule: 'BULK-06', danger: ['guard'] }
  const hostile = { ...report, options: { ...run1, allow: ['guard'] }, checks: [risky] }
  await writeFile(join(folder, 'risky.json'), JSON.stringify(hostile))
  recorder.received.length = 0

  const { code, err } = await run(folder, 'replay', 'risky.json', 'BULK-06', '--target', 'good.json')

  assert.is(code, 2)
  assert.match(err, 'The run of risky.json had --allow guard.')
  assert.equal(recorder.received, [])
})

const scripts: readonly (readonly [what: string, http: (base: string) => string])[] = [
  ['another host', () => `@BASE = ${other.url}\n\n###\nGET {{BASE}}/v1/users/me\n`],
  ['a second base', base => `@BASE = ${base}\n@BASE = x\n\n###\nGET {{BASE}}/v1\n@BASE = ${other.url}\n`],
  ['a whole URL', base => `@BASE = ${base}\n\n###\nGET ${other.url}/{{$processEnv SECRET}}\n`],
  [
    'a script',
    base => `@BASE = ${base}\n\n###\nGET {{BASE}}/v1/{{require('fs').readFileSync('/etc/passwd')}}\n`,
  ],
  ['a file', base => `@BASE = ${base}\n\n###\nPOST {{BASE}}/v1/users/me\n\n< ./secret.txt\n`],
  ['another header', base => `@BASE = ${base}\n\n###\nGET {{BASE}}/v1/users/me\nHost: evil.test\n`],
]
for (const [what, http] of scripts) {
  test(`given requests with ${what} in a report, when they are exported, then they are refused`, async ({
    folder,
  }) => {
    const report = JSON.parse(await reportText(folder))
    report.checks[0].evidence = [{ kind: 'failure', message: 'x', exchanges: [], http: http(report.target) }]
    await writeFile(join(folder, 'hostile.json'), JSON.stringify(report))

    const { code, out, err } = await run(folder, 'export', 'hostile.json', 'UNIQ-02')

    assert.equal([code, out], [2, ''])
    assert.match(err, 'are not as the kit writes them')
  })
}

test('given hostile texts in a report, when its requests are exported, then no line is a command or a directive', async ({
  folder,
}) => {
  const report = JSON.parse(await reportText(folder))
  const message = '@import ./evil.js\n::error::x \u001b[31m {{x}}'
  const http = `@BASE = ${report.target}\n\n###\nGET {{BASE}}/v1/users/me\n`
  report.checks[0].evidence = [{ kind: 'failure', message, exchanges: [], http }]
  await writeFile(join(folder, 'texts.json'), JSON.stringify(report))

  const ended = await run(folder, 'export', 'texts.json', 'UNIQ-02')

  assert.is(ended.code, 0, ended.err)
  assertHarmless(ended)
  assert.match(ended.out, /^# import \.\/evil\.js /m)
  assert.not.match(ended.out, '{{x}}')
})

test('given a setup that names another host, when passwords are options, then they are not sent there', async ({
  folder,
}) => {
  const printed = { baseUrl: 'https://service.example.test', schedules: ['first'] }
  await writeFile(join(folder, 'printed.json'), JSON.stringify(printed))

  const { code, err } = await run(folder, 'run', '--setup-command', 'cat printed.json', ...options)

  assert.is(code, 2)
  assert.match(err, 'The setup names https://service.example.test, and the passwords are options.')
})

test('given an endless device instead of a file, when it is read, then reading ends', async ({ folder }) => {
  if (process.platform === 'win32') return

  for (const words of [
    ['compare', '/dev/zero', '/dev/zero'],
    ['run', '--target', '/dev/zero'],
    ['run', '--baseline', '/dev/zero'],
  ]) {
    const { code, err } = await run(folder, ...words)

    assert.is(code, 2)
    assert.match(err, /it is longer than \d+ MB/)
  }
})

test('given deeply nested JSON, when it is read, then the message says so', async ({ folder }) => {
  const deep = `{"baseUrl":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  await writeFile(join(folder, 'deep.json'), deep)

  for (const words of [
    ['compare', 'deep.json', 'deep.json'],
    ['run', '--target', 'deep.json'],
    ['run', '--baseline', 'deep.json'],
  ]) {
    const { code, err } = await run(folder, ...words)

    assert.is(code, 2)
    assert.match(err, /is nested more than 100 levels deep/)
  }
})

test.run()
