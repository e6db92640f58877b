import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { errorBoundary, type Handler } from './error-boundary.js'
import { Unavailable, UniqueViolation } from './store.js'
import type { Call } from './wire/call.js'
import { Refusal } from './wire/errors.js'

const call: Call = {
  method: 'GET',
  target: '/v1/users/me?fields=id',
  origin: 'http://localhost',
  header: () => undefined,
  body: new Uint8Array(),
}

async function answered(answer: Handler, about: Partial<Call> = {}) {
  const defects: [error: unknown, about: string, id?: string | undefined][] = []
  const reply = await errorBoundary(
    { defect: (...defect) => defects.push(defect) },
    answer,
  )({
    ...call,
    ...about,
  })
  return { status: reply.status, body: JSON.parse(reply.body), defects }
}

test('given a refusal or a duplicate value, then the response has its status, and no defect is logged', async () => {
  const refused = await answered(() => Promise.reject(new Refusal('forbidden', 'No.')))
  const taken = await answered(() => Promise.reject(new UniqueViolation('schedule id')))

  assert.equal(refused, {
    status: 403,
    body: { success: false, error: { code: 'forbidden', message: 'No.' } },
    defects: [],
  })
  assert.is(taken.status, 409)
  assert.is(taken.body.error.code, 'id_taken')
  assert.equal(taken.defects, [])
})

test('given an error behind an activation link, then the log does not contain its secret', async () => {
  const abouts: string[] = []
  const log = { defect: (_: unknown, about: string) => abouts.push(about) }

  await errorBoundary(log, () => Promise.reject(new Error('any')))({
    ...call,
    target: '/v1/activations/a-secret',
  })

  assert.equal(abouts, ['GET /v1/activations/[redacted]'])
})

test('given any other error, then the response is a 500 without details, and the log has all of them', async () => {
  const error = new Error('the inside')

  const { status, body, defects } = await answered(
    () => {
      throw error
    },
    { id: 'request-1' },
  )

  assert.is(status, 500)
  assert.is(body.success, false)
  assert.not.match(JSON.stringify(body), /inside|error-boundary/)
  assert.equal(defects, [[error, 'GET /v1/users/me', 'request-1']])
})

test('given a store that does not respond, then only writes are told that they may have been saved', async () => {
  for (const why of ['unreachable', 'failed'] as const) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
      const { body } = await answered(() => Promise.reject(new Unavailable(why)), { method })

      const isWarned = /may or may not have been saved/.test(body.error.message)
      assert.is(isWarned, method !== 'GET' && method !== 'HEAD', `${why} ${method}`)
      assert.is(body.error.code, 'unavailable')
    }
  }
})

test.run()
