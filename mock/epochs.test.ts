import { setImmediate } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { networkError } from '../server/control/index.js'
import { type Mail, type Reply, reply } from '../server/core/index.js'
import { createEpochs } from './epochs.js'
import { createMockStore } from './store/index.js'

const done = reply(200, '{"success":true}')
const mail: Mail = { kind: 'invitation', to: 'ada@example.test', subject: '', text: '' }

function begin() {
  const mails: Mail[] = []
  const epochs = createEpochs({ store: createMockStore(), mailer: { send: each => void mails.push(each) } })
  const order: string[] = []
  /** Work that is under way until it is let go. */
  const held = (name: string, work: () => Promise<unknown> = async () => {}) => {
    let letGo = () => {}
    const gate = new Promise<void>(resolve => {
      letGo = resolve
    })
    const answer = epochs.run(epochs.current(), async (): Promise<Reply> => {
      await gate
      await work().finally(() => order.push(name))
      return done
    })
    return { letGo: () => letGo(), answer: answer.catch((error: Error) => error.message) }
  }
  return { epochs, mails, order, held }
}

test('given work of an epoch that is over, then it finds the store closed, and its mails are not sent', async () => {
  const { epochs, mails, held } = begin()
  const reading = held('reading', async () => epochs.store.read(rows => rows.users.list()))
  const writing = held('writing', async () => epochs.store.write(rows => rows.clear()))
  const mailing = held('mailing', async () => epochs.mailer.send(mail))

  await setImmediate()
  epochs.end(() => {})
  for (const { letGo } of [reading, writing, mailing]) letGo()

  assert.match(String(await reading.answer), /restored meanwhile/)
  assert.match(String(await writing.answer), /restored meanwhile/)
  await mailing.answer
  assert.equal(mails, [])
})

test('given work that comes after, then it waits until all from before is gone, and finds the store open', async () => {
  const { epochs, mails, order, held } = begin()
  const before = held('before')
  await setImmediate()

  epochs.end(() => order.push('tidied'))
  const after = epochs.run(epochs.current(), async () => {
    await epochs.store.read(rows => rows.users.list())
    epochs.mailer.send(mail)
    order.push('after')
    return done
  })
  const quiet = epochs.settled().then(() => order.push('quiet'))
  await setImmediate()
  assert.equal(order, ['tidied'])
  before.letGo()

  assert.is(await after, done)
  await quiet
  assert.equal(order.slice(0, 3), ['tidied', 'before', 'tidied'])
  assert.equal(order.slice(3).sort(), ['after', 'quiet'])
  assert.is(mails.length, 1)
})

test('given work of an epoch that is over already, then it is not begun', async () => {
  const { epochs } = begin()
  const epoch = epochs.current()
  epochs.end(() => {})

  const answer = await epochs.run(epoch, () => assert.unreachable() as never)

  assert.is(answer, networkError)
  assert.equal([epoch.isOver, epochs.current().isOver], [true, false])
})

test('given two ends while work is under way, then what each tidies is tidied in their order at last', async () => {
  const { epochs, order, held } = begin()
  const before = held('before')
  await setImmediate()

  epochs.end(() => order.push('first'))
  epochs.end(() => order.push('second'))
  before.letGo()
  await epochs.settled()

  assert.equal(order, ['first', 'second', 'before', 'first', 'second'])
})

test('given no work under way, then the store is open at once', async () => {
  const { epochs, order } = begin()

  epochs.end(() => order.push('tidied'))

  assert.equal(await epochs.store.read(rows => rows.users.list()), [])
  assert.equal(order, ['tidied'])
})

test.run()
