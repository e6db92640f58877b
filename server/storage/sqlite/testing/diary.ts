import type { Repositories, Store } from '../../../core/index.js'
import { booking, made, resource, user } from '../../../core/store-samples.contract.js'

/*
 * A diary that reveals lost or partial transactions: each writer has a pair of bookings whose titles are the number of its
 * last transaction, and one more booking for each of its transactions.
 */

export interface Writer {
  /** The pair, and the resource it belongs to. */
  resource: number
  pair: readonly [number, number]
  begun: number
  acknowledged: number
}

const scope = { schedule_id: 'one' }

export async function openDiary(store: Store, writers: number): Promise<Writer[]> {
  return store.write(async rows => {
    await rows.clear()
    await rows.users.insert(user('ada'), made)
    await rows.schedules.insert({ id: 'one', owner_id: 'ada' }, made)
    const opened: Writer[] = []
    for (let index = 0; index < writers; index++) {
      const id = await rows.resources.insert(resource(`Writer ${index}`), made)
      const next = () => rows.bookings.insert(booking({ resource_id: id, title: '0' }), made)
      opened.push({ resource: id, pair: [await next(), await next()], begun: 0, acknowledged: 0 })
    }
    return opened
  })
}

/** Runs one transaction of a writer; it counts as acknowledged when this resolves. */
export async function writeOn(store: Store, writer: Writer): Promise<void> {
  const number = ++writer.begun
  await store.write(rows => put(rows, writer, number))
  writer.acknowledged = number
}

async function put(
  rows: Repositories,
  { resource: resource_id, pair }: Writer,
  number: number,
): Promise<void> {
  const [first, second] = pair
  const title = String(number)
  await rows.bookings.change({ ...scope, ids: [first] }, { title }, made)
  const note = 'x'.repeat((number % 7) * 60)
  await rows.bookings.insert(booking({ resource_id, title, note, custom_1: 'one of them' }), made)
  if (number % 10 === 0) {
    const [oldest] = await rows.bookings.ids({ ...scope, resource_id })
    const all = await rows.bookings.ids({ ...scope, resource_id })
    // The oldest booking outside of the pair is removed, so that freed pages are reused.
    await rows.bookings.remove({ ...scope, ids: [all[2] ?? oldest ?? 0] })
  }
  await rows.bookings.change({ ...scope, ids: [second] }, { title }, made)
}

/** Returns why the stored bookings contradict what these writers did; undefined if they do not. */
export async function contradictionOf(
  rows: Repositories,
  writers: readonly Writer[],
): Promise<string | undefined> {
  for (const { resource: resource_id, pair, begun, acknowledged } of writers) {
    const listed = await rows.bookings.list({ ...scope, resource_id }, { offset: 0, limit: 0 })
    const titles = listed.map(({ json }) => Number(JSON.parse(json).title))
    const [one, two] = pair.map(id => titles[listed.findIndex(each => each.id === id)])
    if (one === undefined || one !== two) return `the pair of writer ${resource_id} says ${one} and ${two}`
    if (one < acknowledged || one > begun) {
      return `writer ${resource_id} was told of ${acknowledged} and began ${begun}, and ${one} is there`
    }
    const more = titles.slice(2)
    const expected = Array.from({ length: one }, (_, index) => index + 1).slice(Math.floor(one / 10))
    if (more.join() !== expected.join()) return `writer ${resource_id} has ${more} where ${expected} belong`
    const total = await rows.bookings.count({ ...scope, resource_id })
    if (total !== titles.length) return `${total} are counted of ${titles.length} of writer ${resource_id}`
  }
  return undefined
}
