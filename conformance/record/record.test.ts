import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, type Exchange, type SentRequest } from '../http/exchange.js'
import type { JsonObject } from '../http/json.js'
import { createRecord } from './index.js'

const owner = basic('owner@example.test', 'secret')
const other = basic('other@example.test', 'secret')
const rooms = '/v1/schedules/s/resources'
const now = () => new Date().toISOString()

/** A record, and a target that answers as a test tells it to. */
function scene() {
  const record = createRecord({ owner, baseUrl: 'http://target.test' })
  const begin = (method: string, target: string, body?: JsonObject, authorization = owner) => {
    const [path = '', query = ''] = target.split('?')
    const request: SentRequest = {
      ...{ method, path, query, as: 'owner', authorization },
      ...(body && { body: JSON.stringify(body) }),
    }
    const settle = record.sent(request)
    return (answer: JsonObject | undefined, status = 200) => {
      const exchange: Exchange | undefined = answer && {
        request,
        answer: { status, headers: {}, text: JSON.stringify(answer) },
        sentAt: Date.now(),
        took: 1,
      }
      return settle(exchange).map(({ id, earlier }) => ({ id, earlier: earlier?.request.method }))
    }
  }
  return { begin, send: begin }
}

const date = now()
const room = (id: number, members: JsonObject = {}): JsonObject => ({
  ...{ id, schedule_id: 's', name: `Room ${id}`, description: '' },
  ...{ color_fg: '#000000', color_bk: '#FFFFFF', color_schedule: '#FFFFFF', text_bold: false },
  ...{ link: '', link_title: '', note: '', custom_1: '', custom_2: '', updated_at: date, created_at: date },
  ...members,
})
const one = (object: JsonObject): JsonObject => ({ success: true, data: object })
const account: JsonObject = { id: 'a', email: 'owner@example.test' }
/** Except for the members that an account lacks in these tests. */
const ofValues = (found: readonly { id: string }[]) => ids(found).filter(id => id !== 'USER-01.answers')
const done: JsonObject = { success: true }
const list = (data: readonly JsonObject[], pagination: JsonObject = {}): JsonObject => {
  const link = `http://target.test${rooms}?offset=0&limit=20`
  const links = { first: link, last: link }
  const counts = { limit: 20, offset: 0, page_count: data.length, total_count: data.length }
  return { success: true, data, pagination: { ...counts, links, ...pagination } }
}

/** A scene with two resources in the state of their creation. */
function twoRooms() {
  const { send, begin } = scene()
  for (const id of [1, 2]) {
    assert.equal(send('POST', rooms, { name: `Room ${id}` })({ success: true, data: [{ id }] }, 201), [])
  }
  return { send, begin }
}

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)

test('given a value that was written, when a response shows another one, then the rule and the write are named', () => {
  const { send } = twoRooms()

  assert.equal(send('GET', `${rooms}/1`)(one(room(1, { name: 'Another' }))), [
    { id: 'RES-39.answers', earlier: 'POST' },
  ])
  send('PUT', `${rooms}/2`, { note: 'new' })(done)
  assert.equal(send('GET', `${rooms}/2`)(one(room(2, { note: 'old' }))), [
    { id: 'RES-40.answers', earlier: 'PUT' },
  ])
})

test('given a value that nobody wrote, when it changes between two reads, then the earlier read is named', () => {
  const { send } = twoRooms()
  assert.equal(send('GET', `${rooms}/1`)(one(room(1))), [])

  assert.equal(send('GET', `${rooms}/1`)(one(room(1, { custom_1: 'x' }))), [
    { id: 'CROSS-40.answers', earlier: 'GET' },
  ])
  assert.equal(ids(send('GET', rooms)(list([room(1), room(2)]))), ['ENV-13.answers'])
})

test('given two concurrent requests, when a response shows the state before or after the other, then both are right', () => {
  for (const note of ['', 'new']) {
    const { begin } = twoRooms()
    const update = begin('PUT', `${rooms}/1`, { note: 'new' })
    const read = begin('GET', `${rooms}/1`)

    update(done)

    assert.equal(read(one(room(1, { note }))), [])
  }
})

test('given a request that is in progress, or got no response, when a value is read, then both are right', () => {
  for (const note of ['', 'new']) {
    const { begin, send } = twoRooms()
    const update = begin('PUT', `${rooms}/1`, { note: 'new' })
    assert.equal(send('GET', `${rooms}/1`)(one(room(1, { note }))), [])

    update(undefined)

    assert.equal(send('GET', `${rooms}/1`)(one(room(1, { note: 'new' }))), [])
  }
})

test('given a list that is requested before a deletion and answered after it, when it still shows the object, then that is right', () => {
  const { begin, send } = twoRooms()
  const early = begin('GET', rooms)
  send('DELETE', `${rooms}/1`)(done)
  assert.equal(send('GET', rooms)(list([room(2)])), [])

  assert.equal(early(list([room(1), room(2)])), [])
})

test('given pages of a list that nothing changes, when they show an object at two positions, then that is a finding', () => {
  const { send } = twoRooms()
  assert.equal(send('GET', rooms)(list([room(1), room(2)])), [])

  assert.ok(ids(send('GET', rooms)(list([room(2), room(1)]))).includes('LIST-08.answers'))
})

test('given two concurrent updates, when either value is read, then both are right, and from then on it stays', () => {
  const { begin, send } = twoRooms()
  const updates = ['one', 'two'].map(note => begin('PUT', `${rooms}/1`, { note }))
  for (const update of updates) update(done)

  assert.equal(send('GET', `${rooms}/1`)(one(room(1, { note: 'one' }))), [])
  assert.equal(ids(send('GET', `${rooms}/1`)(one(room(1, { note: 'two' })))), ['CROSS-40.answers'])
})

test('given a deleted object, when it is shown again, then that is a finding, but not one with its id and another name', () => {
  const { send } = twoRooms()
  send('DELETE', `${rooms}/1`)(done)

  assert.equal(ids(send('GET', `${rooms}/1`)(one(room(1)))), ['RES-43.answers'])
  assert.equal(send('GET', `${rooms}/1`)(one(room(1, { name: 'Of somebody else' }))), [])
})

test('given an id that is reused after a deletion, when the new object is read, then that is not a finding', () => {
  const { send } = twoRooms()
  send('DELETE', `${rooms}/1`)(done)

  assert.equal(send('POST', rooms, { name: 'Next' })({ success: true, data: [{ id: 1 }] }), [])
  assert.equal(send('GET', `${rooms}/1`)(one(room(1, { name: 'Next' }))), [])
  assert.equal(ids(send('POST', rooms, { name: 'Third' })({ success: true, data: [{ id: 2 }] })), [
    'RES-02.answers',
  ])
})

test('given a read during which the id of a deleted object is reused, then it may show none, the old or the new one', () => {
  for (const [when, answer, status] of [
    ['after the deletion', { success: false }, 404],
    ['during the deletion', one(room(2)), 200],
    ['during the deletion', one(room(2, { name: 'New' })), 200],
  ] as const) {
    const { begin, send } = twoRooms()
    assert.equal(send('GET', `${rooms}/1`)(one(room(1))), [])
    const deletion = begin('DELETE', `${rooms}/2`)
    if (when === 'after the deletion') deletion(done)
    const read = begin('GET', `${rooms}/2`)
    if (when === 'during the deletion') deletion(done)
    const create = begin('POST', rooms, { name: 'New' })
    assert.equal(create({ success: true, data: [{ id: 2 }] }, 201), [])

    assert.equal(read(answer, status), [], `${status} ${when}`)
    assert.equal(ids(send('GET', `${rooms}/2`)({ success: false }, 404)), ['RES-38.answers'])
  }
})

test('given a deletion whose response is late, when a list shows the next object with the id, then that is not a finding', () => {
  const { begin, send } = twoRooms()
  assert.equal(send('GET', `${rooms}/1`)(one(room(1))), [])
  const deletion = begin('DELETE', `${rooms}/1`)
  const create = begin('POST', rooms, { name: 'New' })

  assert.equal(send('GET', rooms)(list([room(1, { name: 'New', note: 'new' }), room(2)])), [])
  assert.equal(create({ success: true, data: [{ id: 1 }] }, 201), [])
  assert.equal(deletion(done), [])
})

test('given a list, when an object is missing, duplicate, of another schedule or not requested, then that is a finding', () => {
  const { send } = twoRooms()
  const both = [room(1), room(2)]

  assert.equal(send('GET', rooms)(list(both)), [])
  assert.equal(ids(send('GET', rooms)(list([room(1)]))), ['RES-38.answers', 'LIST-11.answers'])
  assert.equal(ids(send('GET', rooms)(list([...both, room(2)]))), ['RES-02.answers'])
  assert.ok(ids(send('GET', `${rooms}?ids=1`)(list(both))).includes('LIST-21.answers'))
  assert.equal(ids(send('GET', rooms)(list([room(1, { schedule_id: 'other' }), room(2)]))), [
    'RES-03.answers',
  ])
})

test('given the pagination of a list, when a number or a link is wrong, then its rule is named', () => {
  const found = (pagination: JsonObject) =>
    ids(twoRooms().send('GET', rooms)(list([room(1), room(2)], pagination)))
  const next = `http://target.test${rooms}?offset=2&limit=20`

  assert.equal(found({ total_count: 3 }), ['LIST-11.answers', 'LIST-13.answers'])
  assert.equal(found({ page_count: 3 }), ['LIST-10.answers'])
  assert.equal(found({ offset: 1 }), ['LIST-09.values'])
  assert.equal(found({ limit: 21 }), ['LIST-09.values'])
  assert.equal(found({ links: { first: next, last: next, next } }).includes('LIST-13.answers'), true)
})

test('given links to the service, when only their port differs, then that is a finding, but not for those of a proxy', () => {
  const found = (address: string) => {
    const link = `${address}${rooms}?offset=0&limit=20`
    return ids(
      twoRooms().send('GET', rooms)(list([room(1)], { total_count: 1, links: { first: link, last: link } })),
    )
  }
  const usual = found('http://target.test')

  assert.equal(found('http://target.test:80'), usual)
  assert.equal(found('https://target.test:8443'), usual)
  assert.equal(found('http://proxy.test:8080'), usual)
  assert.equal(found('http://target.test:8080'), [...usual, 'LIST-14.port', 'LIST-14.port'])
})

test('given updated_at, when it goes back a little, then clocks may differ, and until that is seen no time recurs to the millisecond', () => {
  const found = (...offsets: number[]) => {
    const { send } = twoRooms()
    return offsets.map((offset, index) => {
      send('PUT', `${rooms}/1`, { note: `${index}` })(done)
      const updated_at = new Date(Math.floor(Date.parse(date) / 1000) * 1000 + offset).toISOString()
      return ids(send('GET', `${rooms}/1`)(one(room(1, { note: `${index}`, updated_at }))))
    })
  }

  assert.not.ok(found(2_007, 2_207, 2_107).at(-1)?.includes('RES-32.answers'))
  assert.ok(found(2_007, 2_207, 2_007).at(-1)?.includes('RES-32.answers'))
  assert.not.ok(found(2_000, 3_000, 2_000).at(-1)?.includes('RES-32.answers'))
  assert.not.ok(found(2_300, 2_000, 2_407, 2_807, 2_407).at(-1)?.includes('RES-32.answers'))
})

test('given an object whose created_at is later than its updated_at, then that is a finding, except for two readings of a clock', () => {
  const found = (milliseconds: number) =>
    ids(
      twoRooms().send(
        'GET',
        `${rooms}/1`,
      )(one(room(1, { updated_at: new Date(Date.parse(date) - milliseconds).toISOString() }))),
    )

  assert.equal(found(1000), [])
  assert.equal(found(3_600_000), ['RES-33.answers'])
})

test('given a link last, when its page does not show the last object, then that is a finding', () => {
  const found = (sent: string, offset: number, limit: number, shown: number, total: number, last: number) => {
    const link = (start: number) => `http://target.test${rooms}?offset=${start}&limit=${limit}`
    const next = offset + shown < total ? { next: link(offset + shown) } : {}
    const pagination = {
      offset,
      limit,
      total_count: total,
      links: { first: link(0), last: link(last), ...next },
    }
    const objects = Array.from({ length: shown }, (_, index) => room(100 + index))
    return ids(scene().send('GET', `${rooms}${sent}`)(list(objects, pagination)))
  }

  // By pages from the first object on, from the shown one on, a full one, and any other that contains the last object.
  for (const last of [10, 11, 7, 8, 9]) assert.equal(found('?offset=1&limit=5', 1, 5, 5, 12, last), [])
  for (const last of [0, 6, 12])
    assert.equal(found('?offset=1&limit=5', 1, 5, 5, 12, last), ['LIST-19.answers'])
  assert.equal(found('', 0, 20, 2, 2, 0), [])
  assert.equal(found('', 0, 20, 2, 2, 1), [])
  assert.equal(found('', 0, 20, 2, 2, 2), ['LIST-19.answers'])
})

test('given a collaborator with the address of an account of the run, when it has no user, then that is a finding', () => {
  const { send } = scene()
  const path = '/v1/schedules/s/collaborators'
  const dates = { updated_at: date, created_at: date }
  const read = (id: number, email: string, user?: JsonObject) =>
    ids(
      send(
        'GET',
        `${path}/${id}`,
      )(one({ id, schedule_id: 's', email, user_role: 'viewer', ...user, ...dates })),
    )
  const user = { user: { email: 'other@example.test', firstname: 'A', lastname: 'B' } }
  send('GET', '/v1/users/me', undefined, other)(one({ id: 'b', email: 'other@example.test' }))
  for (const [id, email] of [
    [1, 'other@example.test'],
    [2, 'nobody@example.test'],
    [3, 'Other@example.test'],
  ] as const)
    send('POST', path, { email, user_role: 'viewer' })({ success: true, data: [{ id }] }, 201)

  assert.equal(read(1, 'other@example.test', user), [])
  assert.equal(read(2, 'nobody@example.test'), [])
  assert.equal(read(3, 'Other@example.test'), [])
  assert.equal(read(1, 'other@example.test'), ['COL-16.answers', 'COL-20.answers'])
})

test('given an account with two addresses, when it changes while a collaborator is read, then both values are right', () => {
  const { begin, send } = scene()
  const path = '/v1/schedules/s/collaborators'
  const read = (firstname: string) =>
    ids(
      send(
        'GET',
        `${path}/1`,
      )(
        one({
          ...{ id: 1, schedule_id: 's', email: 'other@example.test', user_role: 'viewer' },
          ...{
            user: { email: 'other@example.test', firstname, lastname: 'C' },
            updated_at: date,
            created_at: date,
          },
        }),
      ),
    )
  send('POST', path, { email: 'other@example.test', user_role: 'viewer' })(
    { success: true, data: [{ id: 1 }] },
    201,
  )
  send('PUT', '/v1/users/me', { email: 'new@example.test' }, other)(done)
  assert.equal(read('A'), [])
  assert.equal(read('B'), ['CROSS-40.answers'])
  assert.equal(read('B'), [])

  const endChange = begin('PUT', '/v1/users/me', { firstname: 'D' }, basic('new@example.test', 'secret'))
  assert.equal(read('D'), [])
  endChange(done)
  assert.equal(read('D'), [])
})

/** A scene with an account whose address is spelled in two ways. */
function twoSpellings() {
  const { send } = scene()
  const as = (authorization: string) => ({
    change: (lastname: string) => send('PUT', '/v1/users/me', { lastname }, authorization)(done),
    read: (id: string, lastname: string) =>
      ofValues(send('GET', '/v1/users/me', undefined, authorization)(one({ ...account, id, lastname }))),
  })
  return { small: as(other), capitals: as(basic('OTHER@example.test', 'secret')) }
}

test('given addresses that differ in letter case, when they show two ids, then they belong to two accounts', () => {
  const { small, capitals } = twoSpellings()
  assert.equal(small.read('a', 'A'), [])
  assert.equal(capitals.read('b', 'B'), [])

  assert.equal(small.read('a', 'A'), [])
  assert.equal(small.read('b', 'B'), ['USER-02.answers', 'CROSS-40.answers'])
})

test('given addresses that differ in letter case, when they show one id, then they belong to one account', () => {
  const { small, capitals } = twoSpellings()
  assert.equal(small.read('a', 'A'), [])
  capitals.change('B')
  assert.equal(small.read('a', 'B'), [])
  assert.equal(capitals.read('a', 'B'), [])

  capitals.change('C')
  assert.equal(small.read('a', 'B'), ['USER-28.answers'])
})

test('given an account that has another address, when it shows other values there, then that is a finding', () => {
  const { send } = scene()
  const read = (lastname: string, authorization?: string) =>
    ofValues(send('GET', '/v1/users/me', undefined, authorization)(one({ ...account, lastname })))
  assert.equal(read('Before'), [])
  send('PUT', '/v1/users/me', { email: 'other@example.test' })(done)

  assert.equal(read('Before', other), [])
  assert.equal(read('After', other), ['CROSS-40.answers'])
})

test('given limit 0, when the links of a list have different limits, then that is a finding', () => {
  const link = (limit: number) => `http://target.test${rooms}?offset=0&limit=${limit}`
  const found = (first: string, last: string) =>
    ids(
      twoRooms().send(
        'GET',
        `${rooms}?limit=0`,
      )(list([room(1), room(2)], { limit: 2, links: { first, last } })),
    )

  assert.equal(found(link(2), link(2)), [])
  assert.equal(found(link(0), link(2)), ['LIST-20.answers'])
})

test('given fields, when a list shows more or less than they name, then that is a finding', () => {
  const { send } = twoRooms()
  const link = `http://target.test${rooms}?offset=0&limit=20&fields=name`
  const links = { links: { first: link, last: link } }

  assert.equal(send('GET', `${rooms}?fields=name`)(list([{ name: 'Room 1' }, { name: 'Room 2' }], links)), [])
  assert.equal(
    ids(send('GET', `${rooms}?fields=name`)(list([{ name: 'Room 1', note: '' }, { name: 'Room 2' }], links))),
    ['LIST-26.answers'],
  )
})

test('given an owner who may read an object, when the read is refused, then that is a finding, but not without credentials', () => {
  const { send } = twoRooms()
  send('GET', `${rooms}/1`)(one(room(1)))

  assert.equal(ids(send('GET', `${rooms}/1`)({ success: false }, 404)), ['RES-38.answers'])
  assert.equal(send('GET', `${rooms}/1`)({ success: false }, 401), [])
  assert.equal(send('GET', `${rooms}/7`)({ success: false }, 404), [])
})

test('given a target that has shown no object by its id, when a read is refused, then the operation may be missing', () => {
  const { send } = twoRooms()
  send('GET', rooms)(list([room(1), room(2)]))

  assert.equal(send('GET', `${rooms}/1`)({ success: false }, 404), [])
})

test('given a bulk update, when listed objects lack it or others have it, then that is a finding', () => {
  const { send } = twoRooms()
  send('GET', `${rooms}/2`)(one(room(2)))
  send('PUT', `${rooms}?ids=1`, { note: 'new' })(done)

  assert.equal(ids(send('GET', `${rooms}/1`)(one(room(1)))), ['BULK-03.answers'])
  assert.equal(ids(send('GET', `${rooms}/2`)(one(room(2, { note: 'new' })))), ['CROSS-40.answers'])
})

test('given values that a target may store in another form, when they are read, then that is not a finding', () => {
  const { send } = scene()
  send('POST', rooms, { name: ' Room 1 ', color_fg: '#abcdef', link: 'https://example.com' })({
    success: true,
    data: [{ id: 1 }],
  })

  const kept = room(1, { color_fg: '#ABCDEF', link: 'https://example.com/' })
  assert.equal(send('GET', `${rooms}/1`)(one(kept)), [])
})

test('given the time zone of a caller, when a booking shows another local time, then that is a finding', () => {
  const { send } = scene()
  const bookings = '/v1/schedules/s/bookings'
  send('PUT', '/v1/users/me', { timezone: 'Asia/Tokyo' })(done)
  const [start, end] = ['2023-01-09 08:00', '2023-01-09 09:00']
  send('POST', bookings, { resource_id: 1, start, end })({ success: true, data: [{ id: 5 }] })
  const booking = (members: JsonObject): JsonObject => ({ id: 5, resource_id: 1, ...members })
  const read = (members: JsonObject) =>
    ids(send('GET', `${bookings}/5?fields=${Object.keys(members).join()}`)(one(members)))

  assert.equal(read(booking({ start, start_utc: '2023-01-08T23:00:00Z' })), [])
  assert.equal(read(booking({ start: '2023-01-09 09:00', start_utc: '2023-01-08T23:00:00Z' })), [
    'TIME-12.answers',
  ])
  assert.equal(read({ start_utc: '2023-01-09T08:00:00Z' }), ['LIST-28.answers'])
  assert.equal(read({ end: '2023-01-09 10:00' }), ['BKG-29.answers'])
})

test('given a text of a booking, when it is null or absent, then that is a finding only if it is set', () => {
  const { send } = scene()
  const bookings = '/v1/schedules/s/bookings'
  const sent = { resource_id: 1, start: '2023-01-09T08:00:00Z', end: '2023-01-09T09:00:00Z', note: 'Note' }
  send('POST', bookings, sent)({ success: true, data: [{ id: 5 }] })
  const read = (members: JsonObject, fields = 'id,link,note') =>
    ids(send('GET', `${bookings}/5?fields=${fields}`)(one({ id: 5, ...members })))

  assert.equal(read({ link: null, note: 'Note' }), ['BKG-19.answers'])
  assert.equal(read({ note: 'Note' }), ['BKG-19.answers'])
  assert.equal(read({ note: 'Note' }, 'id,note'), [])
  assert.equal(read({ link: null, note: null }), ['BKG-19.answers', 'BKG-01.answers'])
  assert.equal(read({}), ['BKG-19.answers', 'LIST-27.answers'])

  assert.equal(read({ link: '', note: 'Note' }), [])
  assert.equal(read({ link: null, note: 'Note' }), ['LIST-28.answers'])
})

test('given an unset text of a booking, when a list with fields omits it, then that is not a finding about that list', () => {
  const { send } = twoRooms()
  const path = `${rooms}/1/bookings`
  for (const note of [undefined, 'Note']) {
    const sent = { resource_id: 1, start: '2023-01-09T08:00:00Z', end: '2023-01-09T09:00:00Z' }
    const body = note === undefined ? sent : { ...sent, note }
    send('POST', '/v1/schedules/s/bookings', body)({ success: true, data: [{ id: note ? 5 : 6 }] })
  }
  const link = `http://target.test${path}?offset=0&limit=20&fields=note`
  const links = { links: { first: link, last: link } }
  const read = (...data: JsonObject[]) => ids(send('GET', `${path}?fields=note`)(list(data, links)))

  assert.equal(read({ note: 'Note' }, { note: '' }), [])
  assert.equal(read({ note: 'Note' }, { note: null }), [])
  assert.equal(read({ note: 'Note' }, {}), [])
  assert.equal(read({ note: null }, {}), ['LIST-28.answers'])
})

test('given two accounts that show the same id, when one is changed, then reads of the other are not affected', () => {
  const { send } = scene()
  const me = '/v1/users/me'
  send('GET', me)(one({ ...account, firstname: 'Ada' }))
  const their = { ...account, email: 'other@example.test', firstname: 'Bob' }

  assert.equal(ofValues(send('GET', me, undefined, other)(one(their))), [])
  send('PUT', me, { firstname: 'Eve' }, other)(done)
  assert.equal(ofValues(send('GET', me)(one({ ...account, firstname: 'Ada' }))), [])
})

test('given a booking whose move to another resource was refused, when the list of a third one counts one more, then that is a finding', () => {
  const { send } = twoRooms()
  const bookings = '/v1/schedules/s/bookings'
  send('POST', rooms, { name: 'Room 3' })({ success: true, data: [{ id: 3 }] }, 201)
  send('POST', bookings, { resource_id: 1 })({ success: true, data: [{ id: 10 }] }, 201)
  send('PUT', `${bookings}/10`, { resource_id: 2 })({ success: false }, 400)
  const ofRoom = (id: number, total_count: number) => {
    const link = `http://target.test${rooms}/${id}/bookings?offset=7&limit=7`
    const last = link.replace('offset=7', 'offset=0')
    return ids(
      send(
        'GET',
        `${rooms}/${id}/bookings?limit=7&offset=7`,
      )(list([], { limit: 7, offset: 7, total_count, links: { first: last, last } })),
    )
  }

  assert.equal(ofRoom(3, 0), [])
  assert.equal(ofRoom(3, 1), ['LIST-11.answers'])
  assert.equal(ofRoom(2, 1), [])
})

test('given a create that is answered while a list is in progress, then the list may lack the new object', () => {
  const { begin, send } = twoRooms()
  const endList = begin('GET', `${rooms}?limit=0`)
  const endCreate = begin('POST', rooms, { name: 'Room 3' })
  assert.equal(endCreate({ success: true, data: [{ id: 3 }] }, 201), [])

  assert.equal(endList(list([room(1), room(2)], { limit: 0 })), [])
  assert.ok(
    ids(send('GET', `${rooms}?limit=0`)(list([room(1), room(2)], { limit: 0 }))).includes('RES-38.answers'),
  )
})

test('given a create that ends while a list is in progress, when the list counts one more, then that is a finding only if it was refused', () => {
  for (const [status, expected] of [
    [400, ['LIST-11.answers']],
    [408, []],
    [500, []],
  ] as const) {
    const { begin, send } = twoRooms()
    send('POST', '/v1/schedules/s/bookings', { resource_id: 1 })({ success: true, data: [{ id: 10 }] }, 201)
    const link = `http://target.test${rooms}/1/bookings?fields=id&offset=0&limit=1`
    const next = link.replace('offset=0', 'offset=1')
    const links = { first: link, next, last: next }
    const endList = begin('GET', `${rooms}/1/bookings?limit=1&fields=id`)
    const endCreate = begin('POST', '/v1/schedules/s/bookings', { resource_id: 1 })
    endCreate({ success: false }, status)

    assert.equal(ids(endList(list([{ id: 10 }], { limit: 1, total_count: 2, links }))), expected)
  }
})

test('given an account that changes while its collaborators are listed, when an address is wrong, then that is a finding', () => {
  const { begin, send } = scene()
  const path = '/v1/schedules/s/collaborators'
  send('POST', path, { email: 'one@example.test', user_role: 'viewer' })(
    { success: true, data: [{ id: 1 }] },
    201,
  )
  const link = `http://target.test${path}?ids=1&fields=email&offset=0&limit=20`
  const endList = begin('GET', `${path}?ids=1&fields=email`)
  const endChange = begin('PUT', '/v1/users/me', { lastname: 'B' })

  const found = ids(endList(list([{ email: 'two@example.test' }], { links: { first: link, last: link } })))
  endChange(done)

  assert.equal(found, ['LIST-28.answers'])
})

test('given a target that counts a list before it reads the page, when an object is created in between, then that is right', () => {
  const { send, begin } = twoRooms()

  const create = begin('POST', rooms, { name: 'Room 3' })
  const race = list([room(1), room(2), room(3)], { total_count: 2 })
  assert.equal(send('GET', rooms)(race), [])
  create({ success: true, data: [{ id: 3 }] }, 201)

  assert.equal(ids(send('GET', rooms)(race)), ['LIST-11.answers', 'LIST-11.answers'])
})

test('given a change of address, when the account shows another name, then that is a finding, but another address is not', () => {
  for (const status of [200, 422]) {
    const { send } = scene()
    const read = (members: JsonObject) => ofValues(send('GET', '/v1/users/me')(one(members)))
    send('PUT', '/v1/users/me', { lastname: 'Before' })(done)
    send('PUT', '/v1/users/me', { email: 'new@example.test' })({ success: status === 200 }, status)

    assert.equal(read({ ...account, lastname: 'Before' }), [])
    if (status === 200) assert.equal(read({ ...account, email: 'new@example.test' }), [])
    assert.equal(read({ ...account, lastname: 'After' }), ['CROSS-40.answers'])
  }
})

test('given writes of another account in progress, when an account shows another value, then that is a finding, unless they request its address', () => {
  for (const [method, body, found] of [
    ['PUT', { email: 'new@example.test' }, ['CROSS-40.answers']],
    ['PUT', { email: 'Owner@example.test' }, []],
    ['DELETE', undefined, ['CROSS-40.answers']],
  ] as const) {
    const { send, begin } = scene()
    const read = (members: JsonObject) =>
      ofValues(send('GET', '/v1/users/me')(one({ ...account, ...members })))
    assert.equal(read({ collaboration_limit: 100 }), [])

    const end = begin(method, '/v1/users/me', body, other)

    assert.equal(read({ collaboration_limit: 101 }), found)
    end(done)
  }
})

test('given an account that had an address before another one, when it is read under it, then its values are its own', () => {
  const { send } = scene()
  send('GET', '/v1/users/me', undefined, other)(one({ ...account, lastname: 'Before' }))
  send('PUT', '/v1/users/me', { email: 'other@example.test' })(done)

  const read = (lastname: string) =>
    ofValues(send('GET', '/v1/users/me', undefined, other)(one({ ...account, lastname })))
  assert.equal(read('Of the owner'), [])
  assert.equal(read('Another'), ['CROSS-40.answers'])
})

test('given a deletion in progress, when the object is still shown, then it has its values, but it may be gone', () => {
  const read = (answer: JsonObject, status?: number) => {
    const { begin, send } = twoRooms()
    begin('DELETE', `${rooms}/1`)
    return ids(send('GET', `${rooms}/1`)(answer, status))
  }

  assert.equal(read(one(room(1))), [])
  assert.equal(read({ success: false }, 404), [])
  assert.equal(read(one(room(1, { name: 'Another' }))), ['RES-39.answers'])
})

test('given a booking that is written while a resource is created, then the values of the resource are known', () => {
  const { begin, send } = scene()
  begin('PUT', '/v1/schedules/s/bookings?ids=5', { note: 'new' })
  send('POST', rooms, { name: 'Room 1' })({ success: true, data: [{ id: 1 }] }, 201)

  assert.equal(ids(send('GET', `${rooms}/1`)(one(room(1, { name: 'Another' })))), ['RES-39.answers'])
})

test('given an object that was created in this run, when its update is later than the response, then that is a finding', () => {
  const read = (minutes: number) => {
    const { send } = twoRooms()
    const updated_at = new Date(Date.parse(date) + minutes * 60_000).toISOString()
    return ids(send('GET', `${rooms}/1`)(one(room(1, { updated_at }))))
  }

  assert.equal(read(1), [])
  assert.equal(read(60), ['RES-32.answers'])
})

test('given fields that omit the ids, when a flag differs from all matching objects, then that is a finding', () => {
  const { send } = scene()
  const bookings = `${rooms}/1/bookings`
  send('POST', rooms, { name: 'Room 1' })({ success: true, data: [{ id: 1 }] })
  send('POST', bookings.replace('resources/1/', ''), { resource_id: 1 })({ success: true, data: [{ id: 5 }] })
  const link = `http://target.test${bookings}?offset=0&limit=20&fields=all_day_display`
  const read = (all_day_display: boolean) =>
    ids(
      send(
        'GET',
        `${bookings}?fields=all_day_display`,
      )(list([{ all_day_display }], { links: { first: link, last: link } })),
    )

  assert.equal(read(false), [])
  assert.equal(read(true), ['LIST-28.answers'])
})

test('given an update without a response, when its effect shows only later, then that is right', () => {
  const { send } = twoRooms()
  send('PUT', `${rooms}/1`, { note: 'late' })(undefined)

  assert.equal(send('GET', `${rooms}/1`)(one(room(1))), [])
  assert.equal(send('GET', `${rooms}/1`)(one(room(1, { note: 'late' }))), [])
})

for (const [query, doubted] of [
  ['ids=1,99', [1]],
  ['all=1', [1, 2]],
  ['all=0', []],
] as const) {
  test(`given a refused deletion with ${query}, when some of these resources and their bookings are gone, then that is right, but of no others`, () => {
    const { send } = twoRooms()
    const bookings = '/v1/schedules/s/bookings'
    send('GET', `${rooms}/1`)(one(room(1)))
    for (const id of [1, 2]) {
      send('POST', bookings, { resource_id: id })({ success: true, data: [{ id: id + 4 }] }, 201)
      send('GET', `${bookings}/${id + 4}?fields=id`)(one({ id: id + 4 }))
    }
    send('DELETE', `${rooms}?${query}`)({ success: false }, 404)

    for (const id of [1, 2]) {
      const isDoubted = doubted.some(each => each === id)
      assert.equal(
        [`${rooms}/${id}`, `${bookings}/${id + 4}`].flatMap(path =>
          ids(send('GET', path)({ success: false }, 404)),
        ),
        isDoubted ? [] : ['RES-38.answers', 'BKG-28.answers'],
      )
    }
  })
}

test('given the user of a collaborator, when a member that the document does not name changes, then that is right', () => {
  const { send } = scene()
  const path = '/v1/schedules/s/collaborators'
  const person = { email: 'a@example.test', firstname: 'Ada', lastname: 'B' }
  const someone = (user: JsonObject) => ({
    ...{ id: 1, schedule_id: 's', email: 'a@example.test', user_role: 'viewer', updated_at: date },
    ...{ created_at: date, user },
  })
  send('POST', path, { email: 'a@example.test' })({ success: true, data: [{ id: 1 }] }, 201)
  assert.equal(ids(send('GET', path)(list([someone({ ...person, last_login: 1 })]))), [])

  assert.equal(ids(send('GET', path)(list([someone({ ...person, last_login: 2 })]))), [])
  assert.equal(ids(send('GET', `${path}/1`)(one(someone({ ...person, avatar: 'a' })))), [])
  assert.equal(ids(send('GET', path)(list([someone({ ...person, firstname: 'Eve' })]))), ['ENV-13.answers'])
})

for (const text of ['<b>bold</b>', 'two  blanks', 'null', '2031-05-06T07:08:09Z', '0012', '50%25']) {
  test(`given the text ${text}, when it reads as another one, then that is not a finding: ENV-16 is advice`, () => {
    const { send } = twoRooms()
    send('PUT', `${rooms}/1`, { custom_1: text })(done)

    assert.equal(send('GET', `${rooms}/1`)(one(room(1, { custom_1: 'something else' }))), [])
  })
}

test('given a write that names something that does not exist, when it succeeds and does nothing, then that is right', () => {
  for (const [method, target] of [
    ['PUT', `${rooms}/1abc`],
    ['PUT', `${rooms}?ids=1,2,99`],
    ['DELETE', `${rooms}?ids=1,2,99`],
  ] as const) {
    const { send } = twoRooms()
    send(method, target, method === 'PUT' ? { note: 'new' } : undefined)(done)

    assert.equal(send('GET', `${rooms}/1`)(one(room(1))), [], target)
    assert.equal(send('GET', rooms)(list([room(1), room(2)])), [], target)
  }
})

test('given a resource id that is no integer, when its list has the bookings of a resource, then that is right', () => {
  const { send } = twoRooms()
  const list7 = (path: string) =>
    ids(send('GET', `${rooms}/${path}/bookings`)(list([{ id: 5, resource_id: 1 }])))

  assert.not(list7('1abc').includes('BKG-30.answers'))
  assert.ok(list7('2').includes('BKG-30.answers'))
})

test('given a deleted resource, when its bookings are in another one, then that is right', () => {
  const { send } = twoRooms()
  const path = '/v1/schedules/s/bookings'
  const times = { start: '2023-05-01T10:00:00Z', end: '2023-05-01T11:00:00Z' }
  send('POST', path, { resource_id: 1, title: 'a', ...times })({ success: true, data: [{ id: 5 }] }, 201)
  const shown = (members: JsonObject) => {
    const kept = { id: 5, resource_id: 1, title: 'a', created_at: date, updated_at: date, ...members }
    return ids(send('GET', `${path}/5?fields=${Object.keys(kept)}`)(one(kept)))
  }
  assert.equal(shown({}), [])

  send('DELETE', `${rooms}/1`)(done)

  assert.equal(shown({ resource_id: 2, updated_at: new Date(Date.parse(date) + 1000).toISOString() }), [])
})

test('given pages of another length, when they have another order, then that is advice; among equal ones, it is not', () => {
  const { send } = scene()
  for (let id = 1; id <= 3; id++)
    send('POST', rooms, { name: `Room ${id}` })({ success: true, data: [{ id }] }, 201)
  function page(offset: number, limit: number, shown: number[]) {
    const rows = shown.map(id => room(id))
    const answer = list(rows, { offset, limit, total_count: 3 })
    const found = ids(send('GET', `${rooms}?offset=${offset}&limit=${limit}`)(answer))
    return [...new Set(found)].filter(id => id === 'LIST-07.answers' || id === 'LIST-08.answers')
  }

  assert.equal(page(0, 2, [1, 2]), [])
  assert.equal(page(2, 2, [1]), ['LIST-07.answers'])
  assert.equal(page(0, 2, [1, 2]), [])
  assert.equal(page(0, 0, [3, 2, 1]), ['LIST-08.answers'])
})

test('given a booking that moves while the bookings of its resource are changed, then it may have either title', () => {
  for (const [title, first] of [
    ['', 'move'],
    ['new', 'move'],
    ['', 'change'],
    ['new', 'change'],
  ] as const) {
    const { send, begin } = twoRooms()
    const bookings = '/v1/schedules/s/bookings'
    send('POST', bookings, { resource_id: 1, title: '' })({ success: true, data: [{ id: 5 }] }, 201)
    const move = begin('PUT', `${bookings}/5`, { resource_id: 2 })
    const change = begin('PUT', `${rooms}/1/bookings`, { title: 'new' })
    for (const end of first === 'move' ? [move, change] : [change, move]) end(done)

    const read = send('GET', `${bookings}/5?fields=id,resource_id,title`)

    assert.equal(read(one({ id: 5, resource_id: 2, title })), [], `${title} after the ${first}`)
  }
})

test.run()
