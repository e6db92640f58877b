import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certifyServer } from '../runner/certify-server.js'
import { knowNothings } from './servers.js'

/** Of all rules of level MUST, this share may hold by luck. */
const most = 0.01

for (const { id, title, alter } of knowNothings) {
  test(`given a server that ${title}, when it is certified, then nothing is verified by luck (${id})`, async () => {
    const result = await certifyServer([alter])

    if ('unreachable' in result) {
      assert.match(result.unreachable, /can't log in|stopped answering/)
      return
    }
    const { verdict, musts, rules } = result.report
    const verified = rules.filter(({ level, outcome }) => level === 'must' && outcome === 'passed')
    assert.is(verdict, 'not conformant')
    assert.ok((musts?.verified ?? 0) <= most * (musts?.all ?? 0), verified.map(rule => rule.id).join(', '))
  })
}

test('given a server that refuses everything, also with 400, then the kit does not call it unimplemented', async () => {
  for (const status of [400, 403, 500]) {
    const server = knowNothings.find(({ id }) => id === `refuses-with-${status}`)

    const result = await certifyServer(server ? [server.alter] : [])

    assert.ok('unreachable' in result, String(status))
  }
})

test.run()
