import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { withCluster } from './storage/postgres/testing/cluster.js'
import { openCountingProxy } from './storage/postgres/testing/counting-proxy.js'
import { type Answer, basic, createScene, people, type Scene, sceneSeed } from './testing/scene.js'

/* Requests and wrong passwords, counted jointly by three servers on one database. */

const { test, cluster } = withCluster(all)
const email = 'limited@example.test'
const { password } = people.owner
const scenes: Scene[] = []
let url = ''

/** Starts three servers concurrently; the account has this rate limit. */
async function open(limit: number): Promise<void> {
  url = cluster().database()
  const limited = { ...people.editor, email, request_rate_limit: limit }
  const seed = { ...sceneSeed, users: [...(sceneSeed.users ?? []), limited] }
  scenes.push(...(await Promise.all([1, 2, 3].map(() => createScene({ seed, database: url })))))
  for (const { server } of scenes) server.clock.freeze()
}

test.after.each(async () => {
  await Promise.all(scenes.splice(0).map(scene => scene.end()))
})

/** Sends many requests to the servers in turn, some concurrently. */
async function send(
  count: number,
  secretOf: (index: number) => string = () => password,
  lanes = 8,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < count; index = next++) {
      const scene = scenes[index % scenes.length] as Scene
      answers.push(await scene.caller(basic(email, secretOf(index))).get('/users/me'))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return answers
}

const count = (answers: Answer[], status: number) => answers.filter(answer => answer.status === status).length

test('given three servers that start at once on an empty database, then one loads the seed', async () => {
  await open(100)

  assert.is(scenes.filter(({ server }) => !server.isContinued).length, 1)
  assert.is(cluster().run(url, 'SELECT count(*) FROM users').trim(), '5')
})

test('given requests over time, then as many remain as in memory, even when the clock is moved', async () => {
  const database = cluster().database()
  const [shared, alone] = await Promise.all([createScene({ database }), createScene()])
  scenes.push(shared, alone)
  const remaining = async ({ server, owner }: Scene, now: number) => {
    server.clock.set(now)
    return (await owner.get('/users/me')).headers.ratelimit
  }
  const start = Date.parse('2026-11-02T08:00:00Z')

  for (const seconds of [0, 1, 30, 31, 90, 280, 299, 305, 60, 61, 400, 900]) {
    const now = start + seconds * 1000
    assert.is(await remaining(shared, now), await remaining(alone, now), `after ${seconds} s`)
  }
})

test('given a limit of 300, three servers admit 300 requests in 5 minutes, and at most 15 fewer each', async () => {
  await open(300)

  const answers = await send(900)
  const admitted = count(answers, 200)

  assert.ok(admitted <= 300 && admitted > 300 - 45, `${admitted} requests were admitted`)
  assert.is(count(answers, 429), 900 - admitted)
  for (const { server } of scenes) server.clock.advance(300_000)
  assert.is(count(await send(30), 200), 30)
})

test('given a limit of 3, then it is exact, and the next one gets Retry-After', async () => {
  await open(3)
  const [one, two, three] = scenes.map(scene => scene.caller(basic(email, password)))

  const answers = [await one?.get('/users/me'), await two?.get('/users/me'), await three?.get('/users/me')]
  for (const { server } of scenes) server.clock.advance(40_000)
  const refused = await one?.get('/users/me')

  assert.equal(
    answers.map(answer => answer?.headers.ratelimit),
    ['"user";r=2;t=300', '"user";r=1;t=300', '"user";r=0;t=300'],
  )
  assert.is(refused?.status, 429)
  assert.is(refused?.headers['retry-after'], '260')
})

test('given a server that ends, then others serve what it has not used', async () => {
  await open(100)
  await scenes[0]?.caller(basic(email, password)).get('/users/me')

  await scenes.shift()?.end()

  assert.is(cluster().run(url, 'SELECT sum(requests) FROM request_leases').trim(), '1')
})

test('given a new limit, then every server applies it at once', async () => {
  await open(100_000)
  await send(9)

  await scenes[0]?.control('PUT', '/rate-limit', { requests: 6 })

  assert.is(count(await send(30), 200), 6)
})

test('given nine wrong passwords on three servers, then the tenth makes all of them wait, even for the right one', async () => {
  await open(1_000)
  await send(3)
  const wrong = await send(9, index => `guess-${index}`)
  assert.is(count(wrong, 401), 9)
  assert.is(count(await send(3), 200), 3)

  await send(10, index => `other-${index}`, 1)
  const right = await send(3)

  assert.is(count(right, 429), 3)
  assert.is(right[0]?.body.error.code, 'too_many_guesses')
  for (const { server } of scenes) server.clock.advance(60_000)
  assert.is(count(await send(3), 200), 3)
})

test('given thirty concurrent guesses on three servers, then ten are checked', async () => {
  await open(1_000)

  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      (scenes[index % 3] as Scene).caller(basic(email, `guess-${index}`)).get('/users/me'),
    ),
  )

  assert.is(count(answers, 401), 10)
  assert.is(count(answers, 429), 20)
})

test('given the same wrong password on every server, then it counts as one', async () => {
  await open(1_000)

  const answers = await send(60, () => 'the old one')

  assert.is(count(answers, 401), 60)
  assert.is(count(await send(3), 200), 3)
})

test('given a known account, then ten requests take one lease, and two packets each', async () => {
  const proxy = await openCountingProxy(cluster().database())
  const scene = await createScene({ database: proxy.url, databaseLimits: { poolSize: 1 } })
  scenes.push(scene)
  for (let time = 0; time < 10; time++) await scene.owner.get('/schedules/first/resources/1')
  proxy.count()

  for (let time = 0; time < 10; time++) await scene.owner.get('/schedules/first/resources/1')

  assert.ok(proxy.count() <= 24)
  proxy.close()
})

test('given an unreachable database, then requests get 503', async () => {
  await open(1_000)
  await send(3)

  cluster().stop('immediate')
  const answers = await send(6)
  cluster().start()

  assert.is(count(answers, 503), 6)
  assert.is(count(await send(3), 200), 3)
})

test.run()
