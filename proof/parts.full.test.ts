import { readdir } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic } from '../conformance/http/exchange.js'
import { certify, provisionByControl } from '../conformance/index.js'
import { startServer } from '../server/index.js'
import { newFolder } from '../server/testing/folder.js'
import { assemble } from './server/assemble.js'

test('given a right server, when it is certified in parts within budgets, then the last part makes it conformant', async () => {
  const { options, close } = await assemble([])
  const ledgerFolder = newFolder()
  const given = { ...options, allow: ['all'] as const, jobs: 16, ledgerFolder }
  try {
    // LIMIT-02 exhausts the rate limit of an account; the next part would wait 5 minutes.
    const part = { ...given, skip: ['LIMIT-02'], budget: { requests: 1500 } }
    const first = await certify(part)
    const second = await certify({ ...part, continues: first })
    const last = await certify({ ...given, continues: second, strict: true })

    assert.equal([first.verdict, second.verdict, last.verdict], ['incomplete', 'incomplete', 'conformant'])
    for (const { traffic } of [first, second]) assert.ok(traffic.requests <= 1500, `${traffic.requests}`)
    assert.ok((second.budget?.caught ?? 0) > (first.budget?.caught ?? 0))
    assert.is(last.counts.notSelected, 0)
    assert.is(last.parts?.length, 3)
  } finally {
    await close()
  }
})

test('given three more owners, when a right server is certified, then all checks run, and each owner sends at most a third', async () => {
  const server = await startServer({ port: 0, controlToken: 'token', log: 'off' })
  const { target, mailbox, teardown } = await provisionByControl({
    ...{ url: server.url, token: 'token', additionalOwners: 3 },
  })
  const ledgerFolder = newFolder()
  const sent = new Map<string, number>()
  const owners = [target.owner, ...(target.owners ?? [])].map(({ email, password }) => basic(email, password))
  try {
    const report = await certify({
      ...{ target, allow: ['all'], ledgerFolder, strict: true },
      ...(mailbox && { mailbox }),
      fetch(url, init) {
        const by = new Headers(init?.headers).get('authorization') ?? ''
        if (owners.includes(by)) sent.set(by, (sent.get(by) ?? 0) + 1)
        return fetch(url, init)
      },
    })

    const { planned, passed, observed, notSelected } = report.counts
    assert.equal([report.verdict, planned, notSelected], ['conformant', passed + observed, 0])
    assert.equal([report.remains, await readdir(ledgerFolder)], [[], []])
    assert.is(sent.size, 4)
    const all = [...sent.values()].reduce((sum, count) => sum + count, 0)
    assert.ok(Math.max(...sent.values()) < all / 3, `${[...sent.values()]}`)
  } finally {
    await teardown?.()
    await server.close()
  }
})

test.run()
