import { readdir } from 'node:fs/promises'
import { setupServer } from 'msw/node'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Account,
  type CertifyOptions,
  certify,
  type Provision,
  provisionByControl,
  type Report,
} from '../conformance/index.js'
import { createMock, type Mock } from '../mock/index.js'
import { serveMock } from '../mock/serve/index.js'
import { startServer } from '../server/index.js'
import { newFolder } from '../server/testing/folder.js'

const troubled = ({ checks }: Report) =>
  checks
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
    .map(({ id, outcome, reason, evidence }) => `${id} ${outcome}: ${reason ?? evidence[0]?.message}`)

/** Runs a certification with a ledger folder of its own. Returns the report and the files that remain there. */
async function certified(options: CertifyOptions): Promise<{ report: Report; files: string[] }> {
  const folder = newFolder()
  const report = await certify({ ...options, ledgerFolder: folder })
  const files = await readdir(folder)
  return { report, files }
}

/** Asserts that every check ran and passed, and that nothing is left behind. */
function whole({ report, files }: { report: Report; files: string[] }): void {
  assert.equal(troubled(report), [])
  assert.is(report.verdict, 'conformant')
  assert.is(report.exitCode, 0)
  assert.is(report.counts.planned, report.counts.passed + report.counts.observed)
  assert.is(report.counts.notSelected, 0)
  assert.equal(report.remains, [])
  assert.equal(files, [])
}

/** Certifies a service through its control interface, with every check by default. */
async function certifiedByControl(url: string, options: Partial<CertifyOptions> = {}) {
  const { target, mailbox, teardown } = await provisionByControl({ url, token: 'token' })
  const run = await certified({
    ...{ target, allow: ['all'], seed: 4, jobs: 8 },
    ...(mailbox && { mailbox }),
    ...options,
  })
  await teardown?.()
  return run
}

/** Certifies two sessions of a service at once: one with every check, the other with enough of them to notice the first. */
async function certifiedInSessions(url: string, options: Partial<CertifyOptions> = {}): Promise<void> {
  const [run, { report }] = await Promise.all([
    certifiedByControl(`${url}/_session/one`, options),
    certifiedByControl(`${url}/_session/two`, { only: ['UNIQ-*', 'LIST-*', 'COL-*'] }),
  ])

  whole(run)
  assert.equal(troubled(report), [])
  assert.ok(report.counts.ran > 100)
}

// .ci/run certifies both without sessions, as the packed package starts them.
test('the reference server is conformant in two sessions at once, with every check run and nothing left behind', async () => {
  const server = await startServer({ port: 0, controlToken: 'token', log: 'off' })

  await certifiedInSessions(server.url, { jobs: 16 })

  await server.close()
})

test('the mock over HTTP is conformant in two sessions at once, with every check run and nothing left behind', async () => {
  const mock = await serveMock({ port: 0, controlToken: 'token', log: 'off' })

  await certifiedInSessions(mock.url)

  await mock.close()
})

/** Makes the target of a certification within a mock, as the control interface makes one from outside. */
async function provisionMock(mock: Mock, throwaways = 12): Promise<Provision> {
  async function account(name: string, request_rate_limit = 1_000_000): Promise<Account> {
    const credentials = { email: `${name}@example.test`, password: `password of ${name}` }
    await mock.addUser({ ...credentials, request_rate_limit })
    return credentials
  }

  const owner = await account('owner')
  const schedules: string[] = []
  for (const id of ['first', 'second', 'spare']) {
    await mock.addSchedule({ id, owner: owner.email })
    schedules.push(id)
  }
  const stranger = await account('stranger')
  // The stranger owns a schedule, but has no access to the others.
  await mock.addSchedule({ id: 'elsewhere', owner: stranger.email })
  const members = [await account('editor'), await account('viewer'), stranger]
  const disposable = [await account('limited', 20)]
  for (let index = 1; index <= throwaways; index++) disposable.push(await account(`throwaway-${index}`))

  return {
    target: { baseUrl: mock.baseUrl, owner, schedules, members, disposable, mailDomain: 'example.test' },
    mailbox: async address => mock.outbox.filter(({ to }) => to === address),
  }
}

test('the mock within a process is conformant by its own fetch, with every check run and nothing left behind', async () => {
  const mock = createMock({ baseUrl: 'https://api.example.test' })
  const network = setupServer(...mock.handlers)
  network.listen({ onUnhandledRequest: 'error' })
  const { target, mailbox } = await provisionMock(mock)

  const run = await certified({
    target,
    allow: ['all'],
    seed: 4,
    jobs: 16,
    fetch: globalThis.fetch,
    ...(mailbox && { mailbox }),
  })

  network.close()
  whole(run)
})

test('given unique names per schedule, when the server is certified by its names, then it is conformant in them', async () => {
  const server = await startServer({ port: 0, controlToken: 'token', log: 'off', uniqueNames: 'schedule' })
  const { target } = await provisionByControl({ url: server.url, token: 'token', throwaways: 0 })

  const { report } = await certified({ target, allow: ['all'], only: ['UNIQ-*'] })

  await server.close()
  assert.equal(troubled(report), [])
  assert.ok(report.counts.ran > 10)
  assert.is(report.verdict, 'incomplete')
})

test.run()
