import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openApiDocument } from '../../server/core/openapi/index.js'
import { statusOf } from '../../server/core/wire/errors.js'
import { createSchemaCheck } from '../../server/testing/documented/schema-check.js'
import { basicAuth } from '../requests/credentials.js'
import { assemble } from '../server/assemble.js'
import { target } from '../server/people.js'
import { variants } from '../variants/index.js'

/*
 * The document of the contract does not require anything that the interface leaves open: the variants, which obey the interface
 * and differ where it is silent, conform to it.
 */

const document = openApiDocument({ contract: true })
const check = createSchemaCheck(document, 'whole')

test('the contract has no codes, statuses, headers or limits of this service', () => {
  const text = JSON.stringify(document)
  const codes = Object.keys(statusOf).filter(code => !['invalid', 'internal'].includes(code))

  for (const word of [...codes, 'RateLimit', 'Retry-After', '/v1/activations', '1000', '1024', 'int64'])
    assert.not.match(text, new RegExp(`\\b${word}\\b`), word)
  assert.not.match(text, /"[45]\d\d":/)
  assert.is(Object.keys(document.paths).length, 8)
})

test('given the strict profile, then a selection of fields may have texts that are not set, too', () => {
  const strict = openApiDocument({ contract: true, profile: 'strict' })
  const checkStrict = createSchemaCheck(strict, 'whole')
  const { schema = {} } = strict.components.responses.BookingRead?.content?.['*/*'] ?? {}

  const problems = checkStrict(schema, { success: true, data: { id: 1, title: null } }, 'BookingRead')

  assert.equal(problems, [])
})

test('the contract shows only bodies that every service accepts', () => {
  const bodyOf = (path: string) => JSON.stringify(document.paths[path]?.post)

  const [booking, collaborator] = ['bookings', 'collaborators'].map(name =>
    bodyOf(`/v1/schedules/{scheduleId}/${name}`),
  )

  assert.match(booking ?? '', /"start":"2026-11-26 10:00"/)
  assert.not.match(booking ?? '', /"start":"\d{4}-\d\d-\d\d"/)
  assert.match(collaborator ?? '', /"invite":true/)
  assert.not.match(collaborator ?? '', /"value":\{"email":"[^"]*"\}/)
})

const [schedule = ''] = target.schedules
const base = `/v1/schedules/${schedule}`
const times = { start: '2026-11-26 10:00', end: '2026-11-26T11:30:00+01:00' }

type Request = readonly [route: string, body?: object | undefined, component?: string]

/** Requests by the kind of their response. `R`, `B` and `C` are ids of new objects. */
const requests: readonly Request[] = [
  [`GET ${base}/resources/R`, undefined, 'ResourceRead'],
  [`GET ${base}/bookings/B`, undefined, 'BookingRead'],
  [`GET ${base}/collaborators/C`, undefined, 'CollaboratorRead'],
  ['GET /v1/users/me', undefined, 'UserRead'],
  [`GET ${base}/resources?limit=2`, undefined, 'ResourceList'],
  [`GET ${base}/bookings?limit=2&offset=1`, undefined, 'BookingList'],
  [`GET ${base}/resources/R/bookings`, undefined, 'BookingList'],
  [`GET ${base}/collaborators`, undefined, 'CollaboratorList'],
  [`PUT ${base}/resources?ids=R`, { note: 'x' }, 'Done'],
  [`PUT ${base}/resources/R`, { color_bk: '#abcdef', link: '' }, 'Done'],
  [`PUT ${base}/bookings?ids=B`, { title: 'x' }, 'Done'],
  [`PUT ${base}/bookings/B`, times, 'Done'],
  [`PUT ${base}/collaborators/C`, { user_role: 'editor' }, 'Done'],
  ['PUT /v1/users/me', { firstname: 'Ada' }, 'Done'],
  [`POST ${base}/resources`, { name: 'contract' }],
  [`PUT ${base}/resources/R`, { color_bk: 'red' }],
  [`GET ${base}/bookings/999999`],
  [`DELETE ${base}/bookings`],
  [`DELETE ${base}/bookings?ids=B`, undefined, 'Done'],
  [`DELETE ${base}/resources/R`, undefined, 'Done'],
]

const contentOf = (component: string) =>
  document.components.responses[component]?.content?.['*/*']?.schema ?? {}

for (const { id, title, alter, manner } of variants) {
  test(`a server that ${title} fits the contract`, async () => {
    const { options, close } = await assemble([alter], manner)
    const { fetch = globalThis.fetch } = options
    const { owner, baseUrl } = options.target as typeof target
    const headers = {
      authorization: basicAuth(owner.email, owner.password),
      'content-type': 'application/json',
    }
    let successes = 0
    /** Sends a request, and validates the response if its status means success. */
    async function send(route: string, body?: object, component = 'Done') {
      const [method = '', path = ''] = route.split(' ')
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const { status, text } = await fetch(baseUrl + path, { method, headers, ...sent }).then(
        async answer => ({
          status: answer.status,
          text: await answer.text(),
        }),
      )
      if (status >= 300) return {}
      const answer = text.startsWith('{') ? JSON.parse(text) : text
      assert.equal(check(contentOf(component), answer, route), [], `${id}: ${route} ${text}`)
      if (answer.success) successes++
      return answer.success ? answer : {}
    }
    const create = async (path: string, body: object, component: string) =>
      String((await send(`POST ${base}/${path}`, body, component)).data[0].id)
    try {
      const R = await create('resources', { name: 'contract' }, 'ResourceCreated')
      const booking = { resource_id: Number(R), ...times }
      const B = await create('bookings', booking, 'BookingCreated')
      const invited = { email: 'contract@example.test', invite: true }
      const C = await create('collaborators', invited, 'CollaboratorCreated')
      for (const [route, body, component] of requests)
        await send(
          route.replace(/\b[RBC]\b/, name => ({ R, B, C })[name] ?? ''),
          body,
          component,
        )
    } finally {
      await close()
    }

    assert.ok(successes >= 14, `${id}: ${successes}`)
  })
}

test('a server that breaks the interface violates the contract', () => {
  const answers = [
    ['Done', { success: true, data: {} }],
    ['Done', { success: true, id: 1 }],
    ['ResourceCreated', { success: true, data: [{ id: '1' }] }],
    ['ResourceCreated', { success: true, data: { id: 1 } }],
    ['ResourceRead', { success: true, data: { id: 1 } }],
    ['ResourceList', { success: true, data: [] }],
  ] as const

  for (const [component, answer] of answers)
    assert.ok(check(contentOf(component), answer, component).length > 0, JSON.stringify(answer))
})

test.run()
