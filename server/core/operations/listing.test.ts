import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fill, lists } from '../../testing/lists.js'
import { basic, people, sceneFor } from '../../testing/scene.js'
import { idsOf, refused } from '../../testing/values.js'

const scene = await sceneFor(test)

/** The target of a link, for a caller whose paths are relative to `/v1`. */
const pathOf = (link: string) => {
  const { origin, pathname, search } = new URL(link)
  assert.is(origin, scene.server.url)
  return pathname.slice('/v1'.length) + search
}

for (const list of lists) {
  const { name, path } = list

  test(`given 25 ${name}, then a list shows 20 of them and links to the rest`, async () => {
    const ids = await fill(scene.owner, list, 25)

    const first = (await scene.owner.get(path)).body
    const second = await scene.owner.get(pathOf(first.pagination.links.next))

    const url = `${scene.server.url}/v1${path}`
    assert.equal(first.pagination, {
      limit: 20,
      offset: 0,
      page_count: 20,
      total_count: 25,
      links: {
        first: `${url}?offset=0&limit=20`,
        last: `${url}?offset=20&limit=20`,
        next: `${url}?offset=20&limit=20`,
      },
    })
    assert.equal(
      [...first.data, ...second.body.data].map(object => object.id),
      ids,
    )
    assert.is(second.body.pagination.page_count, 5)
    assert.is(second.body.pagination.links.next, undefined)
  })

  test(`given limits and offsets, then ${name} are paged accordingly, and links agree`, async () => {
    const ids = await fill(scene.owner, list, 7)
    const cases: [query: string, slice: [number, number], next: boolean, last: number][] = [
      ['limit=0', [0, 7], false, 0],
      ['limit=0&offset=3', [3, 7], false, 0],
      ['limit=1', [0, 1], true, 6],
      ['limit=3', [0, 3], true, 6],
      ['limit=3&offset=3', [3, 6], true, 6],
      ['limit=3&offset=4', [4, 7], false, 6],
      ['limit=7', [0, 7], false, 0],
      ['limit=8', [0, 7], false, 0],
      ['offset=6', [6, 7], false, 0],
      ['offset=7', [7, 7], false, 0],
      ['offset=1000000', [7, 7], false, 0],
      ['limit=99999999999999999999', [0, 7], false, 0],
    ]

    for (const [query, [from, to], next, last] of cases) {
      const answer = await scene.owner.get(`${path}?${query}`)
      const { pagination } = answer.body
      assert.equal(idsOf(answer), ids.slice(from, to), query)
      assert.is(pagination.total_count, 7)
      assert.is(pagination.page_count, to - from)
      assert.is('next' in pagination.links, next, query)
      assert.is(new URL(pagination.links.last).searchParams.get('offset'), String(last), query)
    }
  })

  test(`given no ${name}, then the list is empty and its links point to its beginning`, async () => {
    await fill(scene.owner, list, 0)

    const { data, pagination } = (await scene.owner.get(path)).body

    assert.equal(data, [])
    assert.is(pagination.total_count, 0)
    assert.equal(Object.keys(pagination.links), ['first', 'last'])
    assert.match(pagination.links.last, /offset=0&limit=20$/)
  })

  test(`given ids, then only those ${name} are listed, in any order, and unknown ones are omitted`, async () => {
    const ids = await fill(scene.owner, list, 25)
    const [a, b, c] = [ids[2], ids[5], ids[24]]

    const answer = await scene.owner.get(`${path}?ids=${c},${a},${b},${a},999`)
    const page = await scene.owner.get(`${path}?ids=${c}%2C${a},${b}&limit=2&fields=id`)

    assert.equal(idsOf(answer), [a, b, c])
    assert.is(answer.body.pagination.total_count, 3)
    assert.equal(page.body.data, [{ id: a }, { id: b }])
    assert.match(page.body.pagination.links.next, `ids=${c},${a},${b}&fields=id&offset=2&limit=2`)
    assert.equal(idsOf(await scene.owner.get(pathOf(page.body.pagination.links.next))), [c])
  })

  test(`given 25 ids, then the page of ${name} still has 20 and next includes all ids`, async () => {
    const ids = await fill(scene.owner, list, 25)

    const first = await scene.owner.get(`${path}?ids=${ids}`)
    const second = await scene.owner.get(pathOf(first.body.pagination.links.next))

    assert.is(first.body.data.length, 20)
    assert.equal([...idsOf(first), ...idsOf(second)], ids)
  })

  test(`given fields, then ${name} have only those, with the values of the full read`, async () => {
    const [id] = await fill(scene.owner, list, 1)
    const full = (await scene.owner.get(path)).body.data[0]
    const single = (await scene.owner.get(`${list.itemPath}/${id}`)).body.data

    assert.equal(single, full)
    for (const fields of [
      ...Object.keys(full).map(field => [field]),
      ['updated_at', 'id', 'id'],
      ['schedule_id', list.member],
    ]) {
      const expected = Object.fromEntries(fields.map(field => [field, full[field]]))
      assert.equal((await scene.owner.get(`${path}?fields=${fields}`)).body.data, [expected])
      assert.equal((await scene.owner.get(`${list.itemPath}/${id}?fields=${fields}`)).body.data, expected)
    }
  })

  test(`given an invalid query of ${name}, then it is refused with the reason`, async () => {
    await fill(scene.owner, list, 1)
    const queries: [query: string, message: RegExp][] = [
      ['limit=-1', /limit must be a whole number, 0 or more, not "-1"/],
      ['limit=', /limit must be a whole number/],
      ['limit=1.5', /limit must be/],
      ['offset=x', /offset must be/],
      ['ids=', /ids is empty; list ids/],
      ['ids=1,,2', /ids must be ids/],
      ['ids=1abc', /ids must be ids/],
      ['fields=', /fields must be field names/],
      ['fields=id,nam', /fields names "nam", which is not a field here; (did you mean|known)/],
      ['limt=5', /limt is not a known query parameter; did you mean limit\?/],
      ['all=1', /all is not a known query parameter/],
      ['limit=1&limit=2', /limit is given more than once; send it once$/],
      ['fields=id&fields=name', /fields is given more than once; send it once, with commas$/],
      ['ids=1&ids=2', /ids is given more than once; send it once, with commas$/],
      ['limit=%E0%A4%A', /invalid percent escape/],
    ]

    for (const [query, message] of queries) refused(await scene.owner.get(`${path}?${query}`), 400, message)
  })
}

test('given an unknown path, then the refusal suggests the nearest', async () => {
  const paths: [path: string, message: RegExp][] = [
    ['/schedules/first/resorces', /Did you mean \/v1\/schedules\/first\/resources\?/],
    ['/schedules/first/room', /Did you mean \/v1\/schedules\/first\/resources\?/],
    ['/schedules/first/rooms/1', /Did you mean \/v1\/schedules\/first\/resources\/1\?/],
    ['/schedules/first/ookings', /Did you mean \/v1\/schedules\/first\/bookings\?/],
    ['/schedules/first/resources/', /Did you mean \/v1\/schedules\/first\/resources\?/],
    ['/Schedules/first/resources', /Did you mean \/v1\/schedules\/first\/resources\?/],
    ['/user/me', /Did you mean \/v1\/users\/me\?/],
    ['/schedules', /Did you mean \/v1\/schedules\/\{scheduleId\}\/resources\?/],
    ['/schedules/first', /Did you mean \/v1\/schedules\/first\/resources\?/],
    ['/users', /Did you mean \/v1\/users\/me\?/],
    ['/schedules//bookings', /The \{scheduleId\} of \/v1\/schedules\/\{scheduleId\}\/bookings is empty/],
    ['/schedules/first/resources//bookings', /The \{resourceId\} of .* is empty/],
    ['/a/b/c/d/e/f/g', /The paths are in \/openapi\.json/],
  ]

  for (const [path, message] of paths) refused(await scene.owner.get(path), 404, message)
  refused(await scene.owner.get('/schedules/%E0%A4%A/resources'), 400, /invalid percent escape/)
  assert.is((await scene.owner.get('/schedules/%66irst/resources')).status, 200)
  await scene.owner.post('/schedules/first/resources', { name: 'Red' })
  assert.is((await scene.owner.get('/schedules/first/resources/%31')).status, 200)
  refused(await scene.owner.get('/schedules/first/resources/%FF'), 400, /invalid percent escape/)
})

test('given a path without /v1, then the refusal suggests the one with it', async () => {
  const authorization = basic(people.owner.email, people.owner.password)

  const answer = await fetch(`${scene.server.url}/schedules/first/bookings`, { headers: { authorization } })

  assert.is(answer.status, 404)
  assert.match(await answer.text(), 'Did you mean /v1/schedules/first/bookings?')
})

test('checks run in this order: credentials, route, access, query, body', async () => {
  const nobody = scene.caller()

  refused(await nobody.get('/nowhere'), 401)
  refused(await scene.viewer.get('/nowhere'), 404)
  refused(
    await scene.viewer.send('PATCH', '/schedules/first/resources?x=1'),
    405,
    /use GET, HEAD, POST, PUT, DELETE/,
  )
  refused(await scene.stranger.post('/schedules/first/resources?x=1', '{bad'), 404)
  refused(await scene.viewer.post('/schedules/first/resources?x=1', '{bad'), 403)
  refused(
    await scene.owner.post('/schedules/first/resources?x=1', '{bad'),
    400,
    /x is not a known query parameter/,
  )
  refused(await scene.owner.post('/schedules/first/resources', '{bad'), 400, /not valid JSON/)
  refused(
    await scene.owner.send('GET', '/schedules/first/resources', '{"ids":[1]}'),
    400,
    /does not take a body/,
  )
})

test.run()
