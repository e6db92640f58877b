import * as assert from 'uvu/assert'
import type { Selection, Stored } from './store.js'
import {
  booking,
  everything,
  furnish,
  guest,
  halfHour,
  later,
  made,
  noon,
  read,
  resource,
  type Tried,
  user,
} from './store-samples.contract.js'

/** Changes and removals: which rows they affect, what they cascade to, and what happens to ids. */
export function changeContract(tried: Tried): void {
  const { furnished } = tried
  const one = { schedule_id: 'one' }
  const all = { offset: 0, limit: 0 }
  const madeText = new Date(made).toISOString()
  const laterText = new Date(later).toISOString()
  const dates = (kept: Stored | undefined) => [read(kept)?.created_at, read(kept)?.updated_at]

  furnished('given some members, only they change, and created_at never does', async () => {
    const changes = {
      title: 'new',
      resource_id: 2,
      start: noon + 60,
      end: noon + 60,
      all_day_display: true,
      text_bold: true,
      color_fg: '#abcdef',
      note: 'a\nb',
    }
    for (const [name, value] of Object.entries(changes)) {
      await tried.store.write(async ({ bookings }) => {
        const id = await bookings.insert(booking(), made)
        const before = await bookings.find('one', id)

        await bookings.change({ ...one, ids: [id] }, { [name]: value, link: undefined }, later)

        const after = await bookings.find('one', id)
        const isTime = name === 'start' || name === 'end'
        const shown = isTime
          ? { [`${name}_utc`]: `${new Date((value as number) * 1000).toISOString().slice(0, 19)}Z` }
          : { [name]: value }
        assert.equal(read(after), { ...read(before), ...shown, updated_at: laterText })
        if (isTime) assert.is(after?.[name], value)
        await bookings.remove({ ...one, ids: [id] })
      })
    }
  })

  furnished('given false and empty strings, they are values like any other', async () => {
    const [bold, plain] = await tried.store.write(async ({ resources }) => {
      await resources.change(one, { text_bold: true, note: 'text', custom_1: 'text' }, later)
      const bold = read(await resources.find('one', 1))
      await resources.change(one, { text_bold: false, note: '', custom_1: '' }, later)
      return [bold, read(await resources.find('one', 1))]
    })

    assert.equal([bold?.text_bold, bold?.note, bold?.custom_1], [true, 'text', 'text'])
    assert.equal([plain?.text_bold, plain?.note, plain?.custom_1], [false, '', ''])
  })

  furnished('given several objects, updated_at moves only where a value differs', async () => {
    const seen = await tried.store.write(async ({ resources, bookings, collaborators, users }) => {
      await resources.change({ ...one, ids: [1] }, { note: 'a', text_bold: true }, made)
      await resources.change(one, { note: 'a', text_bold: true }, later)
      await bookings.change(one, { resource_id: 2, start: noon }, later)
      await collaborators.change(one, { user_role: 'editor' }, later)
      await users.change('ada', { ...user('ada'), timezone: undefined }, later)
      await users.change('bo', { firstname: 'Bo' }, later)
      const people = await users.list()
      return [
        dates(await resources.find('one', 1)),
        dates(await resources.find('one', 2)),
        dates(await bookings.find('one', 1)),
        dates(await bookings.find('one', 2)),
        dates(await collaborators.find('one', 1)),
        dates(await collaborators.find('one', 2)),
        ...people.map(({ json }) => dates({ id: 0, json })),
      ].map(([, updated]) => updated)
    })

    const same = madeText
    assert.equal(seen, [same, laterText, laterText, laterText, same, laterText, same, laterText])
  })

  furnished('given a change that differs in letter case alone, updated_at moves', async () => {
    await tried.store.write(async ({ resources, users }) => {
      await resources.change({ ...one, ids: [1] }, { name: 'RED' }, later)
      await users.change('ada', { email: 'Ada@example.test' }, later)
    })

    const kept = await tried.store.read(async ({ resources, users }) => [
      read(await resources.find('one', 1)),
      JSON.parse((await users.find('ada'))?.json ?? ''),
    ])
    assert.equal([kept[0]?.name, kept[0]?.updated_at], ['RED', laterText])
    assert.equal([kept[1].email, kept[1].updated_at], ['Ada@example.test', laterText])
  })

  furnished('given no members, or undefined ones alone, nothing changes', async () => {
    const before = await everything(tried.store)

    await tried.store.write(async ({ resources, bookings, collaborators, users }) => {
      await resources.change(one, {}, later)
      await bookings.change(one, { title: undefined, start: undefined }, later)
      await collaborators.change(one, { user_role: undefined }, later)
      await users.change('ada', { firstname: undefined }, later)
    })

    assert.equal(await everything(tried.store), before)
  })

  furnished('given a move, bookings leave the old resource and are found at the new one', async () => {
    await tried.store.write(({ bookings }) =>
      bookings.change({ ...one, resource_id: 1 }, { resource_id: 2, title: 'moved' }, later),
    )

    await tried.store.read(async ({ bookings }) => {
      assert.equal(await bookings.ids({ ...one, resource_id: 1 }), [])
      assert.equal(await bookings.ids({ ...one, resource_id: 2 }), [1, 2, 3, 4, 5, 6, 7, 8])
      assert.is(await bookings.count({ ...one, resource_id: 1 }), 0)
      assert.is(await bookings.count({ ...one, resource_id: 2 }), 8)
      assert.is(read(await bookings.find('one', 1))?.title, 'moved')
      assert.is(read(await bookings.find('one', 2))?.title, '1')
    })
  })

  furnished('given a removed resource, its bookings go with it, and no others', async () => {
    await tried.store.write(({ resources }) => resources.remove({ ...one, ids: [1, 3] }))

    await tried.store.read(async ({ resources, bookings }) => {
      assert.equal(await resources.ids(one), [2])
      assert.equal(await bookings.ids(one), [2, 4, 6, 8])
      assert.is(await bookings.count(one), 4)
      assert.is(await bookings.count({ ...one, resource_id: 1 }), 0)
      assert.equal(await resources.ids({ schedule_id: 'two' }), [3])
      assert.is(await bookings.count({ schedule_id: 'two', resource_id: 3 }), 4)
    })
  })

  furnished('given removed objects, the rest of the same kind stays as it was', async () => {
    const window: Selection = { ...one, time_min: noon + halfHour, time_max: noon + 3 * halfHour }

    await tried.store.write(async ({ bookings, collaborators }) => {
      await bookings.remove(window)
      await collaborators.remove({ ...one, ids: [2] })
    })

    await tried.store.read(async ({ bookings, collaborators }) => {
      assert.equal(await bookings.ids(one), [1, 3, 4, 5, 7, 8])
      assert.equal(await collaborators.ids(one), [1])
      assert.equal(await collaborators.ids({ schedule_id: 'two' }), [3])
      assert.is((await bookings.list(one, all)).length, 6)
    })
  })

  furnished('given removed objects, their ids are never reused', async () => {
    const ids = await tried.store.write(async ({ resources, bookings, collaborators }) => {
      for (const schedule_id of ['one', 'two']) {
        await bookings.remove({ schedule_id })
        await resources.remove({ schedule_id })
        await collaborators.remove({ schedule_id })
      }
      const red = await resources.insert(resource('Red'), later)
      return [
        red,
        await bookings.insert(booking({ resource_id: red }), later),
        await collaborators.insert(guest('guest@example.test'), later),
      ]
    })

    assert.equal(ids, [4, 13, 4])
  })

  furnished('given an emptied store, nothing is left and ids start at 1 again', async () => {
    const before = await everything(tried.store)

    await tried.store.write(rows => rows.clear())

    const empty = { users: [], schedules: [], content: [], change: undefined }
    assert.equal(await everything(tried.store), empty)
    await furnish(tried.store)
    assert.equal(await everything(tried.store), before)
  })
}
