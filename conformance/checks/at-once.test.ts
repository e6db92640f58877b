import { setTimeout } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { atOnce } from './at-once.js'

test('given requests, then they are concurrent, and their responses are in the given order', async () => {
  const events: string[] = []
  const request = (name: string, pause: number) => async () => {
    events.push(`${name} sent`)
    await setTimeout(pause)
    events.push(`${name} answered`)
    return name
  }

  const answers = await atOnce([request('slow', 30), request('fast', 0)])

  assert.equal(answers, ['slow', 'fast'])
  assert.equal(events, ['slow sent', 'fast sent', 'fast answered', 'slow answered'])
})

test('given a request that fails, then no more are sent, and its error is thrown after the others are answered', async () => {
  let sent = 0
  let answered = 0
  const slow = async () => {
    sent++
    await setTimeout(30)
    answered++
  }
  const failing = async () => {
    sent++
    throw new Error('the connection broke')
  }

  const error = await atOnce([failing, ...Array.from({ length: 40 }, () => slow)]).catch(
    (error: Error) => error,
  )

  assert.instance(error, Error)
  assert.is((error as Error).message, 'the connection broke')
  assert.is(sent, 16)
  assert.is(answered, 15)
  await setTimeout(60)
  assert.is(sent, 16)
})

test.run()
