import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { call, grace, mira, withMock } from './testing/api.js'

const newAddress = (as: string, email: string) => call('PUT /v1/users/me', { as, body: { email } })
const pathOf = (link: string | undefined) => new URL(link ?? '').pathname

test('given a link that was sent before a restore, when somebody else gets one after it, then the first stays invalid', async () => {
  await withMock({}, async mock => {
    const snapshot = mock.snapshot()
    await newAddress(mira, 'mira@new.example')
    mock.restore(snapshot)
    await newAddress(grace, 'grace@new.example')
    const [old, current] = mock.outbox.flatMap(({ link }) => (link ? [pathOf(link)] : []))

    const [dead, alive] = [await call(`GET ${old}`, { as: null }), await call(`GET ${current}`, { as: null })]

    assert.is(dead.body.error.code, 'link_invalid')
    assert.equal(alive.body.data, { email: 'grace@new.example' })
  })
})

test('given a snapshot with a pending link, when it is restored in another mock, then the link is valid there, and unique', async () => {
  const [json, link] = await withMock({}, async mock => {
    await newAddress(mira, 'mira@new.example')
    return [JSON.stringify(mock.snapshot()), pathOf(mock.outbox[0]?.link)]
  })

  await withMock({}, async mock => {
    mock.restore(JSON.parse(json))
    await newAddress(grace, 'grace@new.example')
    const other = pathOf(mock.outbox[0]?.link)
    const answer = await call(`GET ${link}`, { as: null })

    assert.is.not(other, link)
    assert.equal(answer.body.data, { email: 'mira@new.example' })
  })
})

test('given the same steps before and after a reset, then the links are the same', async () => {
  await withMock({}, async mock => {
    await newAddress(mira, 'mira@new.example')
    const first = mock.outbox[0]?.link

    mock.reset()
    await newAddress(mira, 'mira@new.example')

    assert.is(mock.outbox[0]?.link, first)
  })
})

test.run()
