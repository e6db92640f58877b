import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchange } from '../core/index.js'
import { createCorsNotice } from './cors.js'
import { createLog } from './log.js'

/** The log lines caused by requests from pages of these origins. */
function linesFor(
  origins: readonly (string | undefined)[],
  cors?: string[],
  target = '/v1/users/me',
): string[] {
  const lines: string[] = []
  const log = createLog({
    format: 'pretty',
    pid: 1,
    write: line => void lines.push(line),
    now: () => 0,
    colour: false,
  })
  const notice = createCorsNotice(log, cors, 'https://api.example.test/base')
  for (const origin of origins) {
    const call: Exchange['call'] = {
      method: 'OPTIONS',
      target,
      origin: 'http://127.0.0.1:4000',
      header: name => (name === 'origin' ? origin : undefined),
      body: new Uint8Array(),
    }
    notice({ call, reply: { status: 200, headers: {}, body: '' }, took: 1 })
  }
  return lines.map(line => line.replace(/^\S+ /, ''))
}

const page = 'http://localhost:5173'

test('given a page of another origin, then the log names the option that allows it, once', () => {
  assert.equal(linesFor([page, page, undefined]), [
    `cors  Pages of ${page} may not call this service. Start it with --cors ${page} to allow them.`,
  ])
})

test('given a page of an allowed origin, the server itself, or a control request, then nothing is logged', () => {
  assert.equal(linesFor([page], [page]), [])
  assert.equal(linesFor([page], ['*']), [])
  assert.equal(linesFor(['http://127.0.0.1:4000', 'https://api.example.test', 'null']), [])
  assert.equal(linesFor([page], [], '/_control/reset'), [])
})

test('given pages of any number of origins, then only twenty lines are logged', () => {
  assert.is(linesFor(Array.from({ length: 100 }, (_, port) => `http://localhost:${port}`)).length, 20)
})

test.run()
