import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { passwordOf, startFake } from '../testing/fake.js'
import { openRuntime } from '../testing/session.js'
import { endAll } from '../testing/stage.js'
import { httpFile, isHttpFile } from './script.js'

test.after(endAll)

/** Sends the requests of an `.http` file one by one, as an editor does, and returns the responses. */
async function sendAll(text: string, env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const variables = new Map(
    [...text.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const ids = new Map<string, string>()
  const filled = (part: string): string =>
    part
      .replace(
        /\{\{(\w+)\.response\.body\.\$\.data\[0\]\.id\}\}/g,
        (_, name: string) => ids.get(name) ?? 'none',
      )
      .replace(/\{\{\$processEnv (\w+)\}\}/g, (_, name: string) => env[name] ?? 'none')
      .replace(/\{\{(\w+)\}\}/g, (_, name: string) => filled(variables.get(name) ?? 'none'))
  const answers: string[] = []
  for (const block of text.split(/^###$/m).slice(1)) {
    const name = /^# @name (\w+)$/m.exec(block)?.[1]
    const [head = '', ...body] = filled(block.replace(/^#.*\n/gm, '').trim()).split('\n\n')
    const [first = '', ...fields] = head.split('\n')
    const [method, url = ''] = first.split(' ')
    const headers = fields.map(field => field.split(/: (.*)/).slice(0, 2) as [string, string])
    for (const header of headers) {
      const [, email, password] = /^Basic (\S+) (.+)$/.exec(header[1]) ?? []
      if (email) header[1] = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
    }
    const answer = await fetch(url, {
      method: method ?? 'GET',
      headers,
      ...(body[0] && { body: body.join('\n\n') }),
    })
    answers.push(await answer.text())
    if (name) ids.set(name, String(JSON.parse(answers.at(-1) ?? '').data[0].id))
  }
  return answers
}

test('given objects that depend on each other, when the file is sent, then it uses the ids of its own responses and cleans up', async () => {
  const fake = await startFake()
  const owner = {
    email: 'owner@example.test',
    password: passwordOf('owner'),
    passwordVariable: 'OWNER_PASSWORD',
  }
  const runtime = openRuntime({ ...fake.target, owner })
  const red = await runtime.owner.create(runtime.first.resources, { name: 'Red' })
  const times = { start: '2023-01-09T08:00:00Z', end: '2023-01-09T08:30:00Z' }
  const booking = await runtime.owner.create(runtime.first.bookings, { resource_id: red, ...times })
  await runtime.owner.get(`${runtime.first.resources}/${red}/bookings`, { ids: [booking] })
  const before = runtime.trail.at(-1)?.answer.text ?? ''
  const { target, redaction } = runtime.session

  const text = httpFile(runtime.trail, target, redaction)
  fake.objects.clear()
  const answers = await sendAll(text, { OWNER_PASSWORD: owner.password })

  assert.ok(isHttpFile(text, fake.url))
  const without = (json: string) => json.replace(/"(id|resource_id)":\d+/g, '"$1":0')
  assert.is(without(answers[2] ?? ''), without(before))
  assert.match(text, '@OWNER = Basic owner@example.test {{$processEnv OWNER_PASSWORD}}')
  assert.not.ok(text.includes(owner.password))
  assert.equal(fake.left(), [])
})

test('given a resource and a booking with the same id, when the file is written, then they are not confused', async () => {
  const fake = await startFake({
    odd: ({ method }, usual) => {
      const answer = usual()
      return method === 'POST' ? { ...answer, body: { success: true, data: [{ id: 7 }] } } : answer
    },
  })
  const runtime = openRuntime(fake.target)
  const { resources, bookings } = runtime.first
  await runtime.owner.post(resources, { name: 'Red' })
  await runtime.owner.post(bookings, { resource_id: 7 })
  await runtime.owner.put(`${bookings}/7`, { id: 7, resource_id: 7 })
  await runtime.owner.get(`${resources}/7/bookings`, { ids: [7] })
  const { target, redaction } = runtime.session

  const text = httpFile(runtime.trail, target, redaction)

  const id = (name: string) => `{{${name}.response.body.$.data[0].id}}`
  const [resource, booking] = [id('RESOURCE_1'), id('BOOKING_2')]
  assert.ok(text.includes(`PUT {{BASE}}${bookings}/${booking}\n`), text)
  assert.ok(text.includes(`{"id":${booking},"resource_id":${resource}}`), text)
  assert.ok(text.includes(`GET {{BASE}}${resources}/${resource}/bookings?ids=${booking}\n`), text)
})

test('given an account without a variable, when the file is written, then its credentials are to be filled in', async () => {
  const fake = await startFake()
  const runtime = openRuntime(fake.target)
  await runtime.owner.get(runtime.first.resources)
  const { target, redaction } = runtime.session

  assert.is(
    httpFile(runtime.trail, target, redaction),
    `@BASE = ${fake.url}\n@OWNER = Basic owner@example.test PASSWORD\n\n###\nGET {{BASE}}/v1/schedules/first/resources\nAuthorization: {{OWNER}}\n`,
  )
})

test('given a link of the target with a script for editors, when the file is written, then it is only text', async () => {
  const fake = await startFake()
  const owner = { email: 'owner@{{x}}', password: passwordOf('owner'), passwordVariable: 'P' }
  const runtime = openRuntime({ ...fake.target, owner })
  await runtime.owner.follow(`${fake.url}/v1/schedules/first/resources?a={{process.exit()}}`)
  await runtime.owner.put(`${runtime.first.resources}/1`, { name: '{{process.exit()}}' })
  const { target, redaction } = runtime.session

  const text = httpFile(runtime.trail, target, redaction)

  assert.equal([...text.matchAll(/\{\{(?!BASE\}|OWNER\}|\$processEnv P\})/g)], [])
  assert.match(text, '?a=%7B%7Bprocess.exit()}}')
  assert.match(text, '{"name":"{\\u007bprocess.exit()}}"}')
  assert.ok(isHttpFile(text, fake.url))
})

test.run()
