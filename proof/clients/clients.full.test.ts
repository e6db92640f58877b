import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { print } from '../terminal/progress.js'
import { clients } from './clients.js'
import { type Judgement, judgeClient } from './judge-client.js'
import { isProved, pageOf } from './page.js'

test('given five clients, then none is accused in a right world, and at least 95 of 100 mistakes are found', async () => {
  const judgements: Judgement[] = []
  for (const client of clients) judgements.push(await judgeClient(client, { only: ['right'] }))

  print(pageOf(judgements))
  assert.ok(isProved(judgements), 'see the table above')
})

test.run()
