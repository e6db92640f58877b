import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createClock, type Mail, type Repositories } from '../../server/core/index.js'
import { createMockStore } from '../store/index.js'
import { createPlainPasswords } from './authentication.js'
import { createEpochs } from './epochs.js'
import { createIdSequence } from './ids.js'

const mail: Mail = { kind: 'invitation', to: 'ada@example.test', subject: '', text: '' }

function begin() {
  const mails: Mail[] = []
  const ids = createIdSequence()
  const store = createMockStore()
  store.db.user.create({ id: 'ada', email: 'ada@example.test' })
  const seeded = store.snapshot()
  const clock = createClock(() => 1_000)
  clock.freeze()
  const epochs = createEpochs({
    store,
    clock,
    ids,
    mailer: { keep: each => () => void mails.push(each) },
    passwords: createPlainPasswords(),
    settings: { requestRateLimit: 10 },
    defect: () => assert.unreachable(),
    createStore: now => createMockStore({ now }),
    seeded: () => seeded,
    held: () => 0,
  })
  const emails = async (read = store.read) =>
    (await read(rows => rows.users.list())).map(({ email }) => email)
  return { epochs, mails, ids, store, clock, emails }
}

/** Work that pauses in the middle until it is released. */
function paused(work: (rows: Repositories) => unknown) {
  let letGo = () => {}
  const gate = new Promise<void>(resolve => {
    letGo = resolve
  })
  return {
    letGo: () => letGo(),
    work: async (rows: Repositories) => {
      work(rows)
      await gate
    },
  }
}

const rename = (rows: Repositories) => rows.users.change('ada', { email: 'ada@new.example' }, 0)

test('given a request in progress, when its epoch ends, then it goes on with the previous data, clock and ids', async () => {
  const { epochs, ids, store, clock, emails } = begin()
  const past = epochs.current()
  past.enter()

  epochs.end()
  store.db.user.deleteMany({ where: {} })
  clock.set(5_000)
  await past.service.ports.store.write(rename)

  assert.equal(await emails(past.service.ports.store.read), ['ada@new.example'])
  assert.equal(await emails(), [])
  assert.equal([past.service.ports.clock.now(), clock.now()], [1_000, 5_000])
  assert.equal([past.service.ports.ids.user(), ids.user()], ['mock-user-1', 'mock-user-1'])
  assert.equal([past.isOver, epochs.current().isOver], [true, false])
})

test('given a write interrupted by a reset, then it is undone here, and repeated on the copy', async () => {
  const { epochs, emails } = begin()
  const past = epochs.current()
  past.enter()
  const { letGo, work } = paused(rename)
  const writing = past.service.ports.store.write(work)

  epochs.end()
  letGo()
  await writing

  assert.equal(await emails(), ['ada@example.test'])
  assert.equal(await emails(past.service.ports.store.read), ['ada@new.example'])
})

test('given a write that waits for another one when a reset comes, then it never reaches the new data', async () => {
  const { epochs, emails } = begin()
  const past = epochs.current()
  past.enter()
  const first = paused(() => {})
  const writing = past.service.ports.store.write(first.work)
  const waiting = past.service.ports.store.write(rename)

  epochs.end()
  first.letGo()
  await Promise.all([writing, waiting])

  assert.equal(await emails(), ['ada@example.test'])
  assert.equal(await emails(past.service.ports.store.read), ['ada@new.example'])
})

test('given a mail of an ended epoch, then it is not sent', async () => {
  const { epochs, mails } = begin()
  const past = epochs.current()
  past.enter()

  const { mailer, store } = past.service.ports
  const send = () => store.write(rows => mailer.keep(mail, rows))
  ;(await send())()
  const later = await send()
  epochs.end()
  later()

  assert.is(mails.length, 1)
})

test('given no request in progress, then the epoch goes on', () => {
  const { epochs } = begin()
  const epoch = epochs.current()
  const { leave } = epoch.enter()
  leave()
  leave()

  epochs.end()

  assert.is(epochs.current(), epoch)
  assert.not(epoch.isOver)
})

test('given requests of several epochs, then idle resolves once all are answered', async () => {
  const { epochs } = begin()
  const ended: string[] = []
  const { leave, arrive } = epochs.current().enter()
  arrive()
  epochs.end()
  const { leave: leaveAlso } = epochs.current().enter()

  const idle = epochs.idle().then(() => ended.push('idle'))
  setTimeout(() => ended.push('first') && leave(), 10)
  setTimeout(() => ended.push('second') && leaveAlso(), 20)
  await idle

  assert.equal(ended, ['first', 'second', 'idle'])
})

test('given a request whose body never arrives, then idle does not wait for it once its epoch has ended', async () => {
  const { epochs } = begin()
  epochs.current().enter()

  epochs.end()

  await epochs.idle()
})

test.run()
