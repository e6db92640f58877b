import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { thrownBy } from '../testing/stage.js'
import { areCompatible, type Job, runJobs } from './scheduler.js'

const free = () => false

/** Jobs that record when they begin and end. */
function stage() {
  const log: string[] = []
  let running = 0
  let most = 0
  const job = (id: string, holds: Record<string, boolean> = {}, after = '', takes = 4): Job<string> => ({
    id,
    holds: new Map(Object.entries(holds)),
    after: after === '' ? [] : [after],
    async run() {
      log.push(`+${id}`)
      most = Math.max(most, ++running)
      await sleep(takes)
      running--
      log.push(`-${id}`)
      return id
    },
  })
  return { log, job, most: () => most }
}

const begun = (log: readonly string[]) =>
  log
    .filter(line => line.startsWith('+'))
    .map(line => line.slice(1))
    .join('')

test('given more jobs than may run at once, when they are run, then as many as allowed run, in order', async () => {
  const { log, job, most } = stage()
  const ended: string[] = []

  await runJobs(
    [...'abcdefgh'].map(id => job(id)),
    3,
    free,
    (_, result) => ended.push(result),
  )

  assert.is(most(), 3)
  assert.is(begun(log), 'abcdefgh')
  assert.equal(ended.sort().join(''), 'abcdefgh')
})

test('given jobs that wait, when they are run, then they do not keep others from running', async () => {
  const { log, job, most } = stage()
  const waiting = [...'wxy'].map(id => ({ ...job(id, {}, undefined, 400), waits: true }))

  await runJobs([...waiting, ...[...'abc'].map(id => job(id))], 2, free, () => {})

  assert.is(most(), 4)
  assert.ok(log.indexOf('-c') < log.indexOf('-w'), log.join(' '))
})

test('given jobs that wait, when one job runs at a time, then they also run one by one', async () => {
  const { log, job, most } = stage()

  await runJobs([{ ...job('w'), waits: true }, job('a')], 1, free, () => {})

  assert.is(most(), 1)
  assert.equal(log, ['+w', '-w', '+a', '-a'])
})

test('given a job with an exclusive lock, when others share it, then the job is alone with it', async () => {
  const { log, job } = stage()
  const jobs = [
    job('a', { x: false }),
    job('b', { x: false }),
    job('C', { x: true }),
    job('d', { x: false }),
    job('E', { x: true }),
  ]

  await runJobs(jobs, 8, free, () => {})

  for (const alone of ['C', 'E']) {
    const start = log.indexOf(`+${alone}`)
    assert.is(log[start + 1], `-${alone}`)
  }
})

test('given a job that waits for a lock, when later ones would take it, then they do not overtake, and others do', async () => {
  const { log, job } = stage()
  const jobs = [job('a', { x: false }), job('B', { x: true }), job('c', { x: false }), job('d', { y: true })]

  await runJobs(jobs, 8, free, () => {})

  assert.is(begun(log), 'adBc')
})

test('given a job that waits for one of its locks, when a later one needs another of them exclusively, then that one does not wait', async () => {
  const { log, job } = stage()
  const jobs = [job('a', { x: true }), job('b', { x: true, y: false }), job('C', { y: true })]

  await runJobs(jobs, 8, free, () => {})

  assert.is(begun(log), 'aCb')
})

test('given a job after another one, when they are run, then it waits for its end and delays nobody meanwhile', async () => {
  const { log, job } = stage()
  const jobs = [job('a', { x: true }, 'c'), job('b', { x: true }), job('c')]

  await runJobs(jobs, 8, free, () => {})

  assert.is(begun(log), 'bca')
  assert.ok(log.indexOf('+a') > log.indexOf('-c'))
})

test('given a job after one that does not exist, when they are run, then it is run', async () => {
  const { log, job } = stage()

  await runJobs([job('a', {}, 'nobody')], 8, free, () => {})

  assert.is(begun(log), 'a')
})

test('given a stop, when it comes, then running jobs end and nothing else begins', async () => {
  const { log, job } = stage()
  let isStopped = false

  await runJobs(
    [...'abcd'].map(id => job(id)),
    2,
    () => isStopped,
    () => {
      isStopped = true
    },
  )

  assert.equal([...log].sort(), ['+a', '+b', '-a', '-b'])
})

test('given jobs that wait for each other, when they are run, then the deadlock is reported with their ids', async () => {
  const { log, job } = stage()

  const error = await thrownBy(() =>
    runJobs([job('a', {}, 'b'), job('b', {}, 'a'), job('c')], 8, free, () => {}),
  )

  assert.match(error?.message ?? '', 'a after b, b after a')
  assert.is(begun(log), 'c')
})

test('given a job that throws, when others run, then they end before the error is passed on', async () => {
  const { log, job } = stage()
  const throws: Job<string> = { ...job('x'), run: () => Promise.reject(new Error('broken')) }

  const error = await thrownBy(() => runJobs([throws, job('a')], 8, free, () => {}))

  assert.is(error?.message, 'broken')
  assert.equal(log, ['+a', '-a'])
})

const pairs = [
  [{ x: false }, { x: false }, true],
  [{ x: true }, { x: false }, false],
  [{ x: false }, { x: true }, false],
  [{ x: true }, { x: true }, false],
  [{ x: true }, { y: true }, true],
  [{ x: true }, {}, true],
] as const
for (const [one, other, expected] of pairs) {
  test(`given ${JSON.stringify(one)} and ${JSON.stringify(other)}, then together they are ${expected ? 'compatible' : 'not'}`, () => {
    const holds = (of: object) => new Map(Object.entries(of) as [string, boolean][])

    assert.is(areCompatible(holds(one), holds(other)), expected)
  })
}

test.run()
