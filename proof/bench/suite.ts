/*
 * What `schedkit client` runs in the row `worlds`: a suite of 50 tests, which ask a mock over HTTP for the data of a seed file.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { serveMock } from '../../mock/serve/index.js'
import { basicHeaders, bookingsPath, owner } from '../processes/data.js'

const seed = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const mock = await serveMock({ seed })
const headers = basicHeaders(owner)
test.after(() => mock.close())

for (let number = 1; number <= 50; number++) {
  test(`reads all bookings for the view ${number}`, async () => {
    const response = await fetch(`${mock.url}${bookingsPath}?limit=0`, { headers })
    const { data } = (await response.json()) as { data?: object[] }

    assert.equal(data?.length, seed.schedules[0].bookings.length)
  })
}
