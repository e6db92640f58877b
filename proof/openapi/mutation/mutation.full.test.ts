import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openApiDocument } from '../../../server/core/openapi/index.js'
import { createDocumentCheck, type Exchange } from '../../../server/testing/documented/index.js'
import { createJudge } from './judge.js'
import { judgeMutants, type Outcome, resultFile, unexplained } from './mutation.js'

const rateOf = ({ contradicted, tooLoose, mutants }: Outcome) => (contradicted + tooLoose) / mutants

test('given mutants of the document, traffic recognizes at least 98 %, and a reason is known for each other', async () => {
  const outcome = await judgeMutants({ share: 5 })

  assert.ok(outcome.mutants >= 200, String(outcome.mutants))
  assert.equal(outcome.survivors[unexplained] ?? [], [])
  assert.ok(rateOf(outcome) >= 0.97, String(rateOf(outcome)))
})

test('the recorded result is that of all mutants, and no less', async () => {
  const outcome: Outcome = JSON.parse(await readFile(resultFile, 'utf8'))
  const { mutants } = createJudge(JSON.parse(JSON.stringify(openApiDocument())), [])

  assert.is(outcome.mutants, [...mutants()].length, 'run node dist/proof/openapi/mutation/mutation.js')
  assert.equal(outcome.survivors[unexplained] ?? [], [])
  assert.ok(rateOf(outcome) >= 0.98)
})

test('a judged mutant leaves the document as it was', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()))
  const before = JSON.stringify(document)
  const { judge, mutants } = createJudge(document, [])

  for (const mutant of [...mutants()].slice(0, 300)) judge(mutant)

  assert.is(JSON.stringify(document), before)
})

const exchange: Exchange = {
  method: 'DELETE',
  target: '/v1/schedules/x/bookings/1',
  status: 200,
  headers: {
    'content-type': 'application/json',
    ratelimit: '"user";r=1;t=1',
    'ratelimit-policy': '"user";q=1;w=300',
  },
  body: '{"success":true}',
}

for (const [what, change] of [
  ['status', { status: 202 }],
  ['header', { headers: { ...exchange.headers, 'x-other': '1' } }],
  ['type', { headers: { ...exchange.headers, 'content-type': 'text/plain' } }],
  ['member', { body: '{"success":true,"data":1}' }],
  ['query parameter that is accepted', { target: `${exchange.target}?x=1` }],
] as const) {
  test(`given an undeclared ${what}, the exchange is not documented`, () => {
    const { problemsOf } = createDocumentCheck(openApiDocument())

    assert.equal(problemsOf(exchange), [])
    assert.is(problemsOf({ ...exchange, ...change }).length, 1)
  })
}

test('given a missing header, the exchange is not documented', () => {
  const { problemsOf } = createDocumentCheck(openApiDocument())
  const { ratelimit: _, ...headers } = exchange.headers

  assert.equal(problemsOf({ ...exchange, headers }), ['the header ratelimit is missing'])
})

test.run()
