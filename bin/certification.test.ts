import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certify, provisionByControl, type Report } from '../conformance/index.js'
import { startServer } from '../server/index.js'

const troubled = ({ checks }: Report) =>
  checks
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
    .map(({ id, outcome, reason, evidence }) => `${id} ${outcome}: ${reason ?? evidence[0]?.message}`)

test('the reference server is conformant, with every check of the kit run and nothing left behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-'))
  const server = await startServer({ port: 0, controlToken: 'token', log: 'off' })
  const { target, mailbox, teardown } = await provisionByControl({ url: server.url, token: 'token' })

  const report = await certify({
    target,
    allow: ['all'],
    seed: 4,
    jobs: 16,
    ledgerFolder: folder,
    ...(mailbox && { mailbox }),
  })

  await teardown?.()
  await server.close()
  const files = await readdir(folder)
  await rm(folder, { recursive: true })
  assert.equal(troubled(report), [])
  assert.is(report.verdict, 'conformant')
  assert.is(report.exitCode, 0)
  assert.is(report.counts.planned, report.counts.passed + report.counts.observed)
  assert.equal(report.remains, [])
  assert.equal(files, [])
})

test('given unique names per schedule, when the server is certified by its names, then it is conformant in them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-'))
  const server = await startServer({ port: 0, controlToken: 'token', log: 'off', uniqueNames: 'schedule' })
  const { target } = await provisionByControl({ url: server.url, token: 'token', throwaways: 0 })

  const report = await certify({ target, allow: ['all'], only: ['UNIQ-*'], ledgerFolder: folder })

  await server.close()
  await rm(folder, { recursive: true })
  assert.equal(troubled(report), [])
  assert.ok(report.counts.ran > 10)
  assert.is(report.verdict, 'incomplete')
})

test.run()
