import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certify } from '../certify.js'
import { terminalReport } from '../report/index.js'
import { type Fake, type FakeOptions, startFake } from '../testing/fake.js'
import { atEnd, endAll, folder, thrownBy } from '../testing/stage.js'
import { explore } from './explore.js'
import { exploreText } from './explore-report.js'

/*
 * Targets that try to make the kit send what it should not, or print something that affects a terminal.
 */

process.env.XDG_STATE_HOME = folder()
test.after(endAll)

const received: string[] = []
const other = createServer(({ method, url }, response) => {
  received.push(`${method} ${url}`)
  response.end('{}')
})
await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
atEnd(() => other.close())
const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`

const hostile = '\u001b[31m\u202e\n::error::x ##[error]x $(touch ran) `id` {{x}}'

type Body = { data?: unknown; pagination?: object; message?: string; success?: boolean }
const isList = (body: Body): body is Body & { data: object[]; pagination: object } =>
  Array.isArray(body.data) && body.pagination !== undefined

/** A list with links to its other pages, which all lead to the same place. */
const linked = (body: Body & { pagination: object }, link: string) => ({
  ...body,
  pagination: { ...body.pagination, links: { first: link, last: link, next: link } },
})

/** Changes the bodies of successful responses. */
const changing =
  (change: (body: Body, method: string) => unknown): NonNullable<FakeOptions['odd']> =>
  ({ method }, usual) => {
    const answer = usual()
    return { ...answer, body: change(answer.body as Body, method) }
  }

const ids = ['..', '../../users/me', '1?all=1#', '@127.0.0.1', 1e300, -1, 1.5, 'x'.repeat(5000)]
let turn = 0
const texts = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}${hostile}`
  if (Array.isArray(value)) return value.map(texts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, texts(inner)]))
}

const targets: readonly (readonly [what: string, odd: NonNullable<FakeOptions['odd']>])[] = [
  ['links to another host', changing(body => (isList(body) ? linked(body, `${elsewhere}/v1/x`) : body))],
  [
    'links to the deletion of the account',
    ({ method, path }, usual) => {
      const { body } = usual() as { body: Body }
      const next = `${elsewhere.replace(/\d+$/, '0')}@x/v1/users/me?me=1`
      return method === 'GET' && isList(body) && path.startsWith('/v1')
        ? { body: linked(body, next) }
        : undefined
    },
  ],
  [
    'redirects to another host',
    ({ method, number }, usual) =>
      method === 'GET' && number % 5 === 0 ? { status: 302, headers: { location: elsewhere } } : usual(),
  ],
  [
    'ids that lead elsewhere',
    changing((body, method) =>
      method === 'POST' ? { ...body, data: [{ id: ids[turn++ % ids.length] }] } : body,
    ),
  ],
  [
    'ids in lists that lead elsewhere',
    changing(body =>
      isList(body)
        ? { ...body, data: body.data.map(item => ({ ...item, id: ids[turn++ % ids.length] })) }
        : body,
    ),
  ],
  ['texts that do something to a terminal', changing(body => texts(body))],
  [
    'refusals that do something to a terminal',
    ({ number }, usual) => (number % 3 ? usual() : { status: 400, text: hostile }),
  ],
]

/**
 * What the kit may request from a target: nothing outside of `/v1`, no deletion of an account, no emptying of a shared
 * schedule.
 */
function assertDecent({ calls }: Fake): void {
  for (const { method, path, query } of calls) {
    assert.match(path, /^\/v1\//, `${method} ${path}`)
    assert.not.ok(
      method === 'DELETE' && /^\/v1\/(?:users|schedules\/[^/]+\/?$)/.test(path),
      `${method} ${path}`,
    )
    assert.not.ok(method === 'DELETE' && query.has('all'), `${method} ${path}?${query}`)
  }
  assert.equal(received, [])
}

function assertPrintable(text: string): void {
  assert.not.match(text, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]|^\s*::|##(?:vso)?\[/m)
}

/** The probe of operations deletes without credentials, or where nothing exists. */
const afterProbe = (fake: Fake): Fake => ({
  ...fake,
  calls: fake.calls.filter(({ headers }) => headers['schedkit-check'] !== 'operations'),
})

for (const [what, odd] of targets) {
  test(`given a target with ${what}, when it is explored, then nothing else is sent or printed`, async () => {
    const fake = await startFake({ odd })
    let report: Awaited<ReturnType<typeof explore>> | undefined

    const error = await thrownBy(async () => {
      report = await explore({ target: fake.target, steps: 150, ledgerFolder: folder(), timeout: 5000 })
    })

    if (error) assert.is(error.name, 'UnreachableError', error.stack)
    if (report) assertPrintable(exploreText(report))
    assertDecent(fake)
  })

  test(`given a target with ${what}, when it is certified, then nothing else is sent or printed`, async () => {
    const fake = await startFake({ odd })
    const only = ['RES-05', 'RES-42', 'LIST-14', 'LIST-17', 'COL-21', 'UNIQ-02']
    let text = ''

    const error = await thrownBy(async () => {
      const report = await certify({ target: fake.target, only, ledgerFolder: folder(), timeout: 5000 })
      text = terminalReport(report, { width: 80, colour: false })
    })

    if (error) assert.is(error.name, 'UnreachableError', error.stack)
    assertPrintable(text)
    assertDecent(afterProbe(fake))
  })
}

test('given a target whose lists never end, when it is explored, then that terminates', async () => {
  let id = 1000
  const fake = await startFake({
    odd: changing(body => {
      if (!isList(body)) return body
      const data = Array.from({ length: 100 }, () => ({ id: ++id, name: 'x' }))
      return { ...body, data, pagination: { ...body.pagination, total_count: 1e15 } }
    }),
  })

  const ended = explore({ target: fake.target, steps: 50, ledgerFolder: folder() }).then(
    () => true,
    () => true,
  )

  assert.ok(await Promise.race([ended, sleep(120_000, false, { ref: false })]))
  assert.ok(fake.calls.length < 30_000, `${fake.calls.length} requests`)
})

test.run()
