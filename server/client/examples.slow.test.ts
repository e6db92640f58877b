import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/index.js'
import { type RunningServer, startServer } from '../index.js'
import { type Client, createClient } from './index.js'

/*
 * Runs every example in the documents that imports the client, against a server with more objects than fit on a page.
 */

const account = { email: 'mira@ribeira.example', password: 'mira-demo' }
const scheduleId = 'lisbon-studio'
const day = '2031-03-03'
const company = demo({ now: Date.UTC(2026, 10, 21) })
const booking = { resource: 'Tejo', start: `${day} 09:00`, end: `${day} 10:00` }
const added = ['Rehearsal', 'Standup'].flatMap(title => Array(250).fill({ ...booking, title }))
const rooms = Array.from({ length: 30 }, (_, index) => ({ name: `Room ${index}` }))
const seed = {
  ...company,
  schedules: company.schedules?.map(schedule =>
    schedule.id === scheduleId
      ? {
          ...schedule,
          resources: [...(schedule.resources ?? []), ...rooms],
          bookings: [...(schedule.bookings ?? []), ...added],
        }
      : schedule,
  ),
}

interface Result {
  stdout: string
  client: Client
}

interface Expectation {
  file: string
  /** A text that occurs only in this example. */
  containing: string
  /** What a program that uses the example's exports does next. */
  use?: string
  holds(result: Result): Promise<void> | void
}

const titles = async ({ client }: Result) =>
  (await client.listBookings({ scheduleId, limit: 0, fields: ['title'] })).data.map(({ title }) => title)

const expectations: Expectation[] = [
  {
    file: 'README.md',
    containing: 'for await (const { name }',
    holds: ({ stdout }) => assert.is(stdout.trim().split('\n').length, 5 + rooms.length),
  },
  {
    file: 'README.md',
    containing: 'startMock',
    holds: ({ stdout }) => assert.match(stdout, /# pass 1\n/),
  },
  {
    file: 'server/README.md',
    containing: 'startServer',
    holds({ stdout }) {
      assert.match(stdout, /email: 'ada@example\.com'/)
      assert.match(stdout, /\[\]\s*$/)
    },
  },
  {
    file: 'server/README.md',
    containing: 'createControl',
    use: `const body = { resource_id: 1, start: '${day} 09:00', end: '${day} 10:00' }
      await client.createBooking({ scheduleId: '${scheduleId}', body }).catch(({ status }) => console.log(status))
      console.log((await control.requests()).map(({ operation }) => operation))`,
    async holds({ stdout, client }) {
      assert.is(stdout, "503\n[ 'createBooking' ]\n")
      assert.is((await client.readMe()).firstname, 'Mira')
    },
  },
  {
    file: 'docs/client.md',
    containing: 'ApiError',
    async holds(result) {
      assert.match(result.stdout, /^\{ name: 'Attic', note: 'Mind your head' \}\n5 of 5\d\d\n/)
      assert.match(result.stdout, /^422 invalid color_bk must be .*\[$/m)
      const left = await titles(result)
      assert.equal(
        left.filter(title => title === 'Rehearsal' || title === 'Standup'),
        [],
      )
      assert.ok(left.length > 0)
    },
  },
  {
    file: 'mock/README.md',
    containing: 'export async function listRooms',
    use: "await addRoom('Attic'); console.log((await listRooms()).map(({ name }) => name).join())",
    holds: ({ stdout }) => assert.match(stdout, /^Tejo,.*,Room 29,Attic\n$/),
  },
  {
    file: 'mock/README.md',
    containing: 'export async function bookingsBetween',
    use: `console.log((await bookingsBetween('${day} 00:00', '${day} 23:59')).length)`,
    holds: ({ stdout }) => assert.is(stdout, `${added.length}\n`),
  },
  {
    file: 'fixtures/README.md',
    containing: 'aNewResource',
    holds: ({ stdout }) => assert.match(stdout, /^\{ id: \d+ \}\n$/),
  },
]

/** The paths of the documents; tests run from the root of the repository. */
async function documents(): Promise<string[]> {
  const folders = ['.', 'bin', 'conformance', 'docs', 'fixtures', 'mock', 'packaging', 'proof', 'server']
  const files = folders.map(async folder => {
    const entries = await readdir(folder, { recursive: folder !== '.' })
    return entries.filter(name => name.endsWith('.md')).map(name => join(folder, name))
  })
  return (await Promise.all(files)).flat()
}

interface Example {
  file: string
  text: string
}

const hasMoreThanImports = (text: string) => text.replace(/^import .*$/gm, '').trim() !== ''

/** Every JavaScript or TypeScript block that uses the client. Those for Playwright are run with a browser. */
async function readExamples(): Promise<Example[]> {
  const examples = (await documents()).map(async file => {
    const blocks = (await readFile(file, 'utf8')).matchAll(/^```[jt]sx?\n(.*?)^```$/gms)
    return [...blocks].map(([, text = '']) => ({ file, text }))
  })
  return (await Promise.all(examples))
    .flat()
    .filter(({ text }) => text.includes("from 'schedkit/client'") && !text.includes("'@playwright/test'"))
    .filter(({ text }) => hasMoreThanImports(text))
}

const isOf =
  ({ file, text }: Example) =>
  (expectation: Expectation) =>
    expectation.file === file && text.includes(expectation.containing)

/** Returns the output of a program. */
async function outputOf(program: string, server: RunningServer): Promise<string> {
  const { code } = await transform(program, { loader: 'ts' })
  const text = code.replaceAll(/http:\/\/127\.0\.0\.1:4000|https:\/\/api\.example\.com/g, server.url)
  // Starts faster without the optimizing WebAssembly compiler.
  const args = ['--liftoff-only', '--input-type=module', '-e', text]
  const env = { ...process.env, FORCE_COLOR: '0' }
  return (await promisify(execFile)(process.execPath, args, { env })).stdout
}

const examples = await readExamples()

test('every example has an expectation, and vice versa', () => {
  for (const example of examples)
    assert.is(expectations.filter(isOf(example)).length, 1, `${example.file}:\n${example.text}`)
  assert.is(examples.length, expectations.length)
})

for (const example of examples) {
  const expectation = expectations.find(isOf(example))
  if (!expectation) continue
  const { file, containing, use = '', holds } = expectation

  test(`the example in ${file} with "${containing}" works as described`, async () => {
    const server = await startServer({ seed, controlToken: 'the-token' })
    try {
      const stdout = await outputOf(`${example.text}\n${use}`, server)

      await holds({ stdout, client: createClient({ baseUrl: server.url, ...account }) })
    } finally {
      await server.close()
    }
  })
}

test.run()
