import { getResponse } from 'msw'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/index.js'
import { createMock } from '../index.js'
import type { Mock } from '../mock.js'
import { type PersistPage, persistToSessionStorage } from './persist.js'

/*
 * A minimal browser tab. browser-persist.full.test.ts tests real ones.
 */

const baseUrl = 'https://api.example.com'
const key = `schedkit ${baseUrl}`
const seed = demo({ now: Date.UTC(2026, 10, 23, 9) })

/** A storage shared by pages of one tab, with a limit in characters. */
function createTab({ limit = Number.POSITIVE_INFINITY, forbidden = false } = {}) {
  const kept = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > limit) throw new Error('the quota is exceeded')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
  return {
    kept,
    open() {
      const events = new EventTarget()
      const page = {
        get sessionStorage() {
          if (forbidden) throw new Error('the operation is insecure')
          return sessionStorage
        },
        addEventListener: events.addEventListener.bind(events),
      } as unknown as PersistPage
      const dispatch = (name: string, values: object = {}) =>
        void events.dispatchEvent(Object.assign(new Event(name), values))
      return { page, dispatch }
    },
  }
}

async function startMock(): Promise<Mock> {
  const mock = createMock({ baseUrl, seed })
  await mock.ready
  return mock
}

const rename = (mock: Mock, name: string) =>
  void mock.db.resource.update({ where: { name: { equals: 'Tejo' } }, data: { name } })

const has = (mock: Mock, name: string) => mock.db.resource.count({ where: { name: { equals: name } } }) === 1

/** Sends an invitation. */
async function invite(mock: Mock, email: string): Promise<void> {
  const url = `${baseUrl}/v1/schedules/lisbon-studio/collaborators`
  const headers = { authorization: `Basic ${btoa('mira@ribeira.example:mira-demo')}` }
  const body = JSON.stringify({ email, invite: true })
  const response = await getResponse([...mock.handlers], new Request(url, { method: 'POST', headers, body }))
  assert.is(response?.status, 201)
}

/** Returns the console messages during work. */
function heardDuring(work: () => void): string[] {
  const { warn } = console
  const heard: string[] = []
  console.warn = message => void heard.push(message)
  try {
    work()
  } finally {
    console.warn = warn
  }
  return heard
}

test('given a page that was left, then the next one has its data and its clock', async () => {
  const tab = createTab()
  const [before, after] = [await startMock(), await startMock()]
  const left = tab.open()
  persistToSessionStorage({ mock: before, name: '', page: left.page })
  rename(before, 'Sado')
  before.clock.freeze()
  before.clock.set(1_800_000_000_000)

  left.dispatch('pagehide')
  persistToSessionStorage({ mock: after, name: '', page: tab.open().page })

  assert.ok(has(after, 'Sado'))
  assert.equal([after.clock.now(), after.clock.frozen], [1_800_000_000_000, true])
})

test('given data under another name, then they are ignored without a warning', async () => {
  const tab = createTab()
  const [before, after] = [await startMock(), await startMock()]
  rename(before, 'Sado')
  persistToSessionStorage({ mock: before, name: 'v1', page: tab.open().page }).stop()

  const heard = heardDuring(() => persistToSessionStorage({ mock: after, name: 'v2', page: tab.open().page }))

  assert.ok(has(after, 'Tejo'))
  assert.equal(heard, [])
})

test('given data that do not fit, then the next page says so, and the one after it does not', async () => {
  const tab = createTab({ limit: 1_000 })
  const [before, after, last] = [await startMock(), await startMock(), await startMock()]
  persistToSessionStorage({ mock: before, name: '', page: tab.open().page }).stop()

  const heard = heardDuring(() => persistToSessionStorage({ mock: after, name: '', page: tab.open().page }))

  assert.is(heard.length, 1)
  assert.match(heard[0] ?? '', /could not be kept in the session storage \(the quota is exceeded\)/)
  assert.equal(
    heardDuring(() => persistToSessionStorage({ mock: last, name: '', page: tab.open().page })),
    [],
  )
})

test('given a full storage, then a warning is logged at once, and nothing is thrown', async () => {
  const tab = createTab({ limit: 0 })
  const persistence = persistToSessionStorage({ mock: await startMock(), name: '', page: tab.open().page })

  const heard = heardDuring(() => persistence.stop())

  assert.is(heard.length, 1)
  assert.match(heard[0] ?? '', /^schedkit failed to keep the data of the mock for the next page/)
})

test('given a denied storage, then a warning is logged, and nothing is thrown', async () => {
  const tab = createTab({ forbidden: true })
  const mock = await startMock()

  const heard = heardDuring(() => persistToSessionStorage({ mock, name: '', page: tab.open().page }))

  assert.is(heard.length, 1)
  assert.match(heard[0] ?? '', /the operation is insecure/)
})

for (const text of ['{', 'null', '[]', '{"format":2}', '{"format":1,"name":"","snapshot":{"rows":{}}}']) {
  test(`given ${text} in the storage, then it is removed, and the mock has its seed`, async () => {
    const tab = createTab()
    const mock = await startMock()
    tab.kept.set(key, text)

    const heard = heardDuring(() => persistToSessionStorage({ mock, name: '', page: tab.open().page }))

    assert.is(heard.length, 1)
    assert.match(heard[0] ?? '', /^schedkit starts with the seed, not with the data of the page before: /)
    assert.is(tab.kept.has(key), false)
    assert.ok(has(mock, 'Tejo'))
  })
}

test('given a page restored from the cache, then it reads what was saved meanwhile, for a moment', async () => {
  const tab = createTab()
  const [first, second] = [await startMock(), await startMock()]
  const page = tab.open()
  persistToSessionStorage({ mock: first, name: '', page: page.page })
  rename(second, 'Sado')
  page.dispatch('pagehide')

  page.dispatch('pageshow', { persisted: true })
  assert.ok(has(first, 'Tejo'))
  const persistence = persistToSessionStorage({ mock: second, name: '', page: tab.open().page })
  rename(second, 'Sado')
  persistence.stop()
  page.dispatch('storage', { key: 'of somebody else' })
  assert.ok(has(first, 'Tejo'))
  page.dispatch('storage', { key })

  assert.ok(has(first, 'Sado'))
})

test('given a page that was just loaded, then what other frames save is ignored', async () => {
  const tab = createTab()
  const [mock, other] = [await startMock(), await startMock()]
  const page = tab.open()
  persistToSessionStorage({ mock, name: '', page: page.page })
  rename(other, 'Sado')
  page.dispatch('pageshow', { persisted: false })

  persistToSessionStorage({ mock: other, name: '', page: tab.open().page }).stop()
  page.dispatch('storage', { key })

  assert.ok(has(mock, 'Tejo'))
})

test('given e-mails, when a page is restored from the cache, then each is in the outbox once, in order', async () => {
  const tab = createTab()
  const [first, second] = [await startMock(), await startMock()]
  const page = tab.open()
  const persistence = persistToSessionStorage({ mock: first, name: '', page: page.page })
  const sent = () => persistence.outbox().map(({ id, to }) => [id, to])
  await invite(first, 'one@ribeira.example')
  page.dispatch('pagehide')
  const next = persistToSessionStorage({ mock: second, name: '', page: tab.open().page })
  await invite(second, 'two@ribeira.example')
  next.stop()

  page.dispatch('pageshow', { persisted: true })
  assert.equal(sent(), [
    [1, 'one@ribeira.example'],
    [2, 'two@ribeira.example'],
  ])
  await invite(first, 'three@ribeira.example')
  assert.equal(sent().slice(2), [[3, 'three@ribeira.example']])

  first.reset()
  persistence.clearOutbox()
  await invite(first, 'four@ribeira.example')
  assert.equal(sent(), [[1, 'four@ribeira.example']])
})

test('given a mock that is closed, then it saves its data one last time', async () => {
  const tab = createTab()
  const mock = await startMock()
  const page = tab.open()
  const persistence = persistToSessionStorage({ mock, name: '', page: page.page })

  persistence.stop()
  tab.kept.clear()
  page.dispatch('pagehide')

  assert.is(tab.kept.size, 0)
})

test.run()
