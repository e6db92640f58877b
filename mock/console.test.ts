import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { baseUrl, heard, withMock } from './testing/api.js'

test('given a link that is not valid, when a browser follows it, then it gets the page that says so, and nobody is told of a mistake', async () => {
  await withMock({}, async () => {
    let answer = new Response()

    const said = await heard(async () => {
      answer = await fetch(`${baseUrl}/v1/activations/none`, { headers: { accept: 'text/html' } })
    })

    assert.is(answer.status, 404)
    assert.match(await answer.text(), /The address was not changed/)
    assert.equal(said, [])
  })
})

test.run()
