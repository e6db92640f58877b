import * as assert from 'uvu/assert'
import { type Repositories, UniqueViolation } from './store.js'
import {
  booking,
  errorOf,
  everything,
  guest,
  later,
  made,
  pause,
  read,
  resource,
  type Tried,
} from './store-samples.contract.js'
import type { Awaitable } from './wire/call.js'

const one = { schedule_id: 'one' }

/** Transactions: atomic and serializable. */
export function transactionContract(tried: Tried): void {
  const { furnished, test } = tried

  furnished('given work that throws, rows, totals and the next ids are as before', async () => {
    const before = await everything(tried.store)
    const reason = new Error('not after all')

    const error = await errorOf(() =>
      tried.store.write(async rows => {
        assert.is(await rows.resources.insert(resource('Grey'), later), 4)
        assert.is(await rows.bookings.insert(booking({ resource_id: 4 }), later), 13)
        assert.is(await rows.collaborators.insert(guest('cy@example.test'), later), 4)
        await rows.bookings.change(one, { resource_id: 2, title: 'new' }, later)
        await rows.resources.remove({ ...one, ids: [1] })
        await rows.users.change('bo', { email: 'cy@example.test' }, later)
        await rows.emailChanges.remove('bo')
        await pause()
        await rows.users.remove('ada')
        throw reason
      }),
    )

    assert.is(error, reason)
    assert.equal(await everything(tried.store), before)
    await tried.store.write(async rows => {
      assert.is(await rows.resources.insert(resource('Grey'), later), 4)
      assert.is(await rows.bookings.insert(booking({ resource_id: 4 }), later), 13)
      assert.is(await rows.collaborators.insert(guest('cy@example.test'), later), 4)
    })
  })

  furnished('given work that throws after emptying the store, everything is as before', async () => {
    const before = await everything(tried.store)

    const undone = tried.store.write(async rows => {
      await rows.clear()
      throw new Error('not after all')
    })

    assert.instance(await errorOf(undone), Error)
    assert.equal(await everything(tried.store), before)
    assert.is(await tried.store.write(rows => rows.bookings.insert(booking(), made)), 13)
  })

  furnished('given a resource of another schedule, a booking of it is not stored', async () => {
    const before = await everything(tried.store)
    const foreign = { schedule_id: 'one', resource_id: 3 }

    for (const work of [
      (rows: Repositories) => rows.bookings.insert(booking(foreign), later),
      (rows: Repositories) => rows.bookings.insert(booking({ resource_id: 99 }), later),
      (rows: Repositories) => rows.bookings.change(one, { resource_id: 3 }, later),
    ]) {
      const error = await errorOf(() => tried.store.write<unknown>(work))

      assert.instance(error, Error)
      assert.not.instance(error, UniqueViolation)
      assert.equal(await everything(tried.store), before)
    }
  })

  test('given a read, the caller gets what the work returns or throws', async () => {
    const reason = new Error('no')

    assert.is(await tried.store.read(async () => 'read'), 'read')
    assert.is(await tried.store.write(async () => 'written'), 'written')
    assert.is(
      await errorOf(
        tried.store.read(async () => {
          throw reason
        }),
      ),
      reason,
    )
    assert.is(await tried.store.write(async () => 'and again'), 'and again')
  })

  furnished('given a write in progress, no read sees a part of it', async () => {
    const countOf = () => tried.store.read(rows => rows.bookings.count(one))
    const counts: Awaitable<number>[] = []

    const write = tried.store.write(async ({ bookings }) => {
      for (let index = 0; index < 5; index++) {
        counts.push(countOf())
        await bookings.insert(booking(), later)
        await pause()
      }
    })
    await pause()
    counts.push(countOf())
    await write

    for (const count of await Promise.all(counts)) assert.ok(count === 8 || count === 13, String(count))
    assert.is(await countOf(), 13)
  })

  furnished('given a read in progress, it keeps seeing one state', async () => {
    const reading = tried.store.read(async ({ bookings }) => {
      const counts = []
      for (let index = 0; index < 5; index++) {
        counts.push(await bookings.count(one), (await bookings.ids(one)).length)
        await pause()
      }
      return new Set(counts).size
    })
    const writing = tried.store.write(({ bookings }) => bookings.remove(one))

    assert.is(await reading, 1)
    await writing
    assert.is(await tried.store.read(({ bookings }) => bookings.count(one)), 0)
  })

  if (tried.writes === 'one by one') oneByOneContract(tried)
  else sideBySideContract(tried)
}

const numbers = Array.from({ length: 40 }, (_, index) => index)
const undone = numbers.filter(n => n % 3 === 0)

/** Forty concurrent writes, of which every third fails; each appends its number to the value that it has read. Returns their errors. */
function manyWrites(
  { store }: Tried,
  { begin, end }: { begin(index: number): void; end(index: number): void },
): Promise<unknown[]> {
  return Promise.all(
    numbers.map(index =>
      errorOf(() =>
        store.write(async ({ resources }) => {
          begin(index)
          const note = String(read(await resources.find('one', 1))?.note)
          await pause()
          await resources.change(one, { note: `${note}${index},` }, later)
          await pause()
          end(index)
          if (index % 3 === 0) throw new Error('undone')
        }),
      ),
    ),
  )
}

/** Forty concurrent reads. Returns whether each has seen a consistent state. */
function manyReads({ store }: Tried): Promise<boolean[]> {
  return Promise.all(
    numbers.map(async () =>
      store.read(async ({ resources }) => {
        const [red] = await resources.list(one, { offset: 0, limit: 1 })
        await pause()
        const [, blue] = await resources.list(one, { offset: 0, limit: 2 })
        return read(red)?.note === read(blue)?.note
      }),
    ),
  )
}

const failed = (errors: readonly unknown[]) => errors.flatMap((error, index) => (error ? [index] : []))

/** The numbers that successful writes have appended, in order. */
async function added({ store }: Tried): Promise<number[]> {
  const kept = await store.read(rows => rows.resources.find('one', 1))
  return String(read(kept)?.note).split(',').slice(0, -1).map(Number)
}

/** A store with serialized writes. */
function oneByOneContract(tried: Tried): void {
  tried.furnished(
    'given many concurrent writes and reads, writes run one by one, in order, failed ones too',
    async () => {
      const running: number[] = []
      const order: number[] = []

      const writes = manyWrites(tried, {
        begin: index => running.push(index),
        end(index) {
          assert.equal(running, [index])
          order.push(index)
          running.pop()
        },
      })
      const whileWriting: number[] = []
      const reads = Promise.all(
        numbers.map(async () => tried.store.read(() => void whileWriting.push(running.length))),
      )
      const states = await manyReads(tried)
      await reads

      assert.equal(failed(await writes), undone)
      assert.equal(order, numbers)
      assert.equal([states, whileWriting], [Array(40).fill(true), Array(40).fill(0)])
      assert.equal(
        await added(tried),
        numbers.filter(n => !undone.includes(n)),
      )
    },
  )
}

/** A store that runs writes concurrently, and retries them after conflicts. */
function sideBySideContract(tried: Tried): void {
  tried.furnished(
    'given many concurrent writes of the same object, each has the effect that it would have alone',
    async () => {
      const writes = manyWrites(tried, { begin: () => {}, end: () => {} })
      const states = await manyReads(tried)

      assert.equal(failed(await writes), undone)
      assert.equal(states, Array(40).fill(true))
      assert.equal(
        (await added(tried)).sort((a, b) => a - b),
        numbers.filter(n => !undone.includes(n)),
      )
    },
  )
}
