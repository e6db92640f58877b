import * as assert from 'uvu/assert'
import { booking as bookingSchema } from './contract/booking.js'
import { resource as resourceSchema } from './contract/resource.js'
import type { Selection } from './store.js'
import {
  booking,
  fits,
  later,
  made,
  noon,
  read,
  resource,
  selections,
  type Tried,
} from './store-samples.contract.js'

/** Resources, bookings and collaborators: rows are returned as they were stored, and selections are exact. */
export function collectionContract(tried: Tried): void {
  const { furnished } = tried
  const one = { schedule_id: 'one' }
  const all = { offset: 0, limit: 0 }

  furnished('given new objects, they are found by schedule and id, complete as JSON text', async () => {
    const found = await tried.store.read(async rows => ({
      resource: read(await rows.resources.find('one', 1)),
      booking: await rows.bookings.find('one', 2),
      guest: read(await rows.collaborators.find('one', 2)),
    }))

    const dates = { updated_at: '2023-01-15T11:00:00.007Z', created_at: '2023-01-15T11:00:00.007Z' }
    assert.equal(found.resource, { id: 1, ...resource('Red'), ...dates })
    assert.equal(Object.keys(found.resource ?? {}), Object.keys(resourceSchema.shape))
    assert.equal([found.booking?.start, found.booking?.end], [noon + 1800, noon + 3600])
    assert.equal(read(found.booking), {
      ...booking({ resource_id: 2, title: '1' }),
      ...dates,
      id: 2,
      start: null,
      end: null,
      start_utc: '2023-07-15T12:30:00Z',
      end_utc: '2023-07-15T13:00:00Z',
    })
    assert.equal(Object.keys(read(found.booking) ?? {}), Object.keys(bookingSchema.shape))
    assert.equal(found.guest, {
      id: 2,
      schedule_id: 'one',
      email: 'guest@example.test',
      user_role: 'viewer',
      ...dates,
    })
  })

  furnished('given a booking, the times that depend on the reader are stored as adjacent nulls', async () => {
    const kept = await tried.store.read(rows => rows.bookings.find('one', 1))

    assert.ok(kept?.json.includes('"start":null,"end":null'), kept?.json)
  })

  furnished('given another schedule or an unknown id, nothing is found', async () => {
    const found = await tried.store.read(async ({ resources, bookings, collaborators }) => [
      await resources.find('two', 1),
      await resources.find('one', 99),
      await resources.find('one', Number.NaN),
      await bookings.find('two', 1),
      await bookings.find('three', 1),
      await collaborators.find('two', 1),
      await collaborators.find('one', 3),
    ])

    assert.equal(found, Array(7).fill(undefined))
  })

  furnished(
    'given any combination of selections, list, ids and count cover the matching objects',
    async () => {
      const model = await tried.store.read(async ({ bookings }) => {
        const kept = [await bookings.list(one, all), await bookings.list({ schedule_id: 'two' }, all)].flat()
        return kept.map(
          each => ({ ...read(each), ...each }) as never as Parameters<ReturnType<typeof fits>>[0],
        )
      })
      assert.is(model.length, 12)

      await tried.store.read(async ({ bookings }) => {
        const offsets = [0, 1, 4, 100]
        for (const [number, selection] of selections().entries()) {
          const expected = model.filter(fits(selection)).map(({ id }) => id)
          const label = JSON.stringify(selection)
          assert.equal(await bookings.ids(selection), expected, label)
          assert.is(await bookings.count(selection), expected.length, label)
          // In the next selection, each limit has another offset.
          for (const [index, limit] of [0, 1, 3, 100].entries()) {
            const offset = offsets[(index + number) % offsets.length] as number
            const listed = (await bookings.list(selection, { offset, limit })).map(({ id }) => id)
            const end = limit === 0 ? undefined : offset + limit
            assert.equal(listed, expected.slice(offset, end), `${label} ${offset} ${limit}`)
          }
        }
      })
    },
  )

  furnished(
    'given any combination of selections, exactly the matching objects are changed or removed',
    async () => {
      const undo = new Error('undo')
      const scopes: Selection[] = [one, { schedule_id: 'two' }]
      const present = selections().filter(({ schedule_id }) => schedule_id !== 'three')
      for (const selection of present) {
        const label = JSON.stringify(selection)
        const tryOut = tried.store.write(async ({ bookings }) => {
          const state = async () => (await Promise.all(scopes.map(scope => bookings.list(scope, all)))).flat()
          const before = await state()
          const chosen = new Set(await bookings.ids(selection))

          await bookings.change(selection, { title: 'new' }, later)
          const changed = await state()
          await bookings.remove(selection)

          for (const [index, kept] of before.entries()) {
            if (!chosen.has(kept.id)) assert.equal(changed[index], kept, label)
            else assert.is(read(changed[index])?.title, 'new', label)
          }
          assert.equal(
            await state(),
            before.filter(({ id }) => !chosen.has(id)),
            label,
          )
          throw undo
        })
        await tryOut.catch(error => {
          if (error !== undo) throw error
        })
      }
    },
  )

  furnished('given ids, resources and collaborators are selected like bookings', async () => {
    await tried.store.write(async ({ resources, collaborators }) => {
      for (const collection of [resources, collaborators]) {
        assert.equal(await collection.ids({ ...one, ids: [3, 2, 2, 99] }), [2])
        assert.is(await collection.count({ ...one, ids: [1, 2, 3] }), 2)
        assert.equal(await collection.ids(one), [1, 2])
        assert.is(await collection.count(one), 2)
        await collection.remove({ ...one, ids: [1, 3] })
        assert.equal(
          (await collection.list(one, all)).map(({ id }) => id),
          [2],
        )
        await collection.remove(one)
        assert.equal(await collection.list(one, all), [])
        assert.equal(await collection.ids({ schedule_id: 'two' }), [3])
      }
    })
  })

  const texts = [
    'a\u0000b',
    '\u0000',
    'tab\t, line\r\n, form\f, bell\u0007, delete\u007f',
    `"double" 'single' \\ / \`back\``,
    '"start":null,"end":null',
    '%_?;-- <b>&amp;</b>',
    'e\u0301 \u00e9 \ufb01',
    '\u{1f600}\u{1f468}\u200d\u{1f469}',
    '\u2028\u2029\ufeff\uffff\ue000',
    ' blanks ',
  ]

  furnished(
    'given any text, it is stored exactly, and texts that differ in one character are distinct',
    async () => {
      for (const text of texts) {
        await tried.store.write(async ({ resources, bookings, users, schedules }) => {
          const id = await resources.insert(resource(text, { note: text }), made)
          assert.is(read(await resources.find('one', id))?.name, text)
          assert.is(read(await resources.find('one', id))?.note, text)
          await resources.change({ ...one, ids: [id] }, { note: `${text}\u0000` }, later)
          assert.is(read(await resources.find('one', id))?.note, `${text}\u0000`)
          await bookings.change({ ...one, ids: [1] }, { title: text }, later)
          assert.is(read(await bookings.find('one', 1))?.title, text)
          await users.change('ada', { firstname: text }, later)
          assert.is(JSON.parse((await users.find('ada'))?.json ?? '').firstname, text)
          assert.is(await schedules.find(`one${text}`), undefined)
        })
      }
    },
  )

  furnished('given the earliest and latest times, dates are written as ISO 8601 in UTC', async () => {
    const [start, end] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')]
    for (const [date, text] of [
      [new Date('1969-12-31T23:59:58.005Z'), '1969-12-31T23:59:58.005Z'],
      [start, '0001-01-01T00:00:00.000Z'],
      [end, '9999-12-31T23:59:59.000Z'],
    ] as const) {
      await tried.store.write(async ({ bookings }) => {
        const times = { start: start.getTime() / 1000, end: end.getTime() / 1000 }
        const id = await bookings.insert(booking(times), date.getTime())
        const kept = await bookings.find('one', id)
        assert.equal([kept?.start, kept?.end], [times.start, times.end])
        const { created_at, start_utc, end_utc } = read(kept) ?? {}
        assert.equal([created_at, start_utc, end_utc], [text, '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      })
    }
  })
}
