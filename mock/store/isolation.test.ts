import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const run = promisify(execFile)
const door = new URL('./index.js', import.meta.url).href
const samples = new URL('../../server/core/store-samples.contract.js', import.meta.url).href

/** Runs a module in a process with a window, and returns its output; fails unless the process ends by itself. */
async function inWindow(script: string): Promise<unknown> {
  const whole = `
    globalThis.window = globalThis
    const opened = []
    const Channel = globalThis.BroadcastChannel
    globalThis.BroadcastChannel = class extends Channel {
      constructor(name) { super(name); opened.push(name) }
    }
    const Watched = globalThis.BroadcastChannel
    const { createMockStore } = await import(${JSON.stringify(door)})
    const { furnish } = await import(${JSON.stringify(samples)})
    ${script}
  `
  const options = { timeout: 20_000, killSignal: 'SIGKILL' as const }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', whole], options)
  return JSON.parse(stdout)
}

test('given a window, a store opens no channel, and its process ends by itself', async () => {
  const seen = await inWindow(`
    const stores = [createMockStore(), createMockStore()]
    await furnish(stores[0])
    stores[0].db.booking.deleteMany({ where: { id: { lt: 5 } } })
    console.log(JSON.stringify({
      opened: opened.filter(name => name.includes('mswjs/data')),
      untouched: globalThis.BroadcastChannel === Watched,
      bookings: stores.map(({ db }) => db.booking.count()),
    }))
  `)

  assert.equal(seen, { opened: [], untouched: true, bookings: [8, 0] })
})

test('given a message on the channel of the library, stores ignore it', async () => {
  const seen = await inWindow(`
    const store = createMockStore()
    await furnish(store)
    const { [Object.getOwnPropertySymbols(store.db)[0]]: { id } } = store.db
    const other = new Channel('mswjs/data/sync')
    other.postMessage({ operationType: 'delete', payload: [id, 'booking', 1] })
    await new Promise(done => setTimeout(done, 50))
    other.close()
    console.log(JSON.stringify(store.db.booking.count()))
  `)

  assert.is(seen, 12)
})

test.run()
