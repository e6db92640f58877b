import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createAnswers } from './answers.js'

const url = 'http://127.0.0.1:4000'
const { signal } = new AbortController()

/** Reads the response to a list of a schedule, with some objects. */
const reader = (maxObjects: number) => {
  const read = createAnswers({ url, maxResponse: 1_000_000, maxObjects, noteLinks() {} })
  return (query: string, count: number, next?: string) => {
    const data = Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
    const links = next === undefined ? {} : { next: `${url}/v1/schedules/lab/bookings?${next}` }
    const body = { success: true, data, pagination: { total_count: 6, links } }
    return read(`${url}/v1/schedules/lab/bookings?${query}`, Response.json(body), signal)
  }
}

test('given a list that is read again as a whole, because it changed, then its objects count once', async () => {
  const read = reader(6)

  await read('limit=5', 5, 'limit=5&offset=5')
  await read('fields=id&limit=0', 6)
  await read('limit=5&offset=5', 1)
})

test('given more objects than --max-objects, in pages or at once, then the copy ends', async () => {
  for (const query of ['limit=5', 'fields=id&limit=0']) {
    const error = await reader(4)(query, 5).catch(error => error.message)

    assert.match(error, '/v1/schedules/lab/bookings has more than 4 objects (--max-objects)')
  }
})

test.run()
