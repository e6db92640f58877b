import { setTimeout as wait } from 'node:timers/promises'
import { owner } from '../processes/data.js'
import { startBookingWriters } from './booking-writers.js'
import { call } from './caller.js'
import { type Deployment, servers } from './deployment.js'
import { type MailReview, startMailWriters } from './mail-writers.js'
import { createTally } from './tally.js'

/** The number of disturbances of each kind. */
export interface Disturbances {
  kills: number
  restarts: number
  terminations: number
  /** Primaries that fail permanently, so that their standby takes over. */
  failovers?: number
}

export interface StormReport {
  acknowledged: number
  /** The number of unsuccessful responses by status; 0 is a closed connection. */
  outcomes: Readonly<Record<number, number>>
  mails: Pick<MailReview, 'wanted' | 'repeated'>
  problems: string[]
}

const writers = 8
/** The number of writes that must be acknowledged between two events. */
const between = 10
/** The timeout of each wait, in milliseconds. */
const patience = 120_000

/** Makes servers, the database and its connections fail while writers go on, and reports on their writes. */
export async function storm(
  deployment: Deployment,
  { kills, restarts, terminations, failovers = 0 }: Disturbances,
  random: () => number,
  tell: (what: string) => void = () => {},
): Promise<StormReport> {
  const tally = createTally()
  const bookingWriters = startBookingWriters(deployment.balancer.url, { writers, tally, random })
  const mailWriters = startMailWriters(deployment, { tally, random })
  const problems: string[] = []
  const any = (count: number) => Math.floor(random() * count)
  const events = Object.entries({
    kill: kills,
    restart: restarts,
    terminate: terminations,
    'fail over': failovers,
  })
    .flatMap(([event, count]) => Array.from({ length: count }, () => ({ event, place: random() })))
    .sort((one, other) => one.place - other.place)
  const starting: Promise<void>[] = []

  async function untilAcknowledged(): Promise<boolean> {
    const [goal, end] = [tally.acknowledged + between, performance.now() + patience]
    while (tally.acknowledged < goal) {
      if (performance.now() > end) return false
      await wait(5)
    }
    return true
  }

  async function disturb(): Promise<void> {
    for (const [index, { event }] of events.entries()) {
      if (!(await untilAcknowledged())) {
        problems.push(`After event ${index}, writes were not acknowledged for ${patience / 1000} s`)
        return
      }
      tell(`${index + 1} of ${events.length}: ${event}; ${tally.acknowledged} writes acknowledged`)
      if (event === 'kill') {
        // At least one server has to keep running for the writers.
        while (deployment.urls().length < 2) await wait(20)
        starting.push(deployment.kill(any(servers)))
      } else if (event === 'restart') await deployment.restart()
      else if (event === 'fail over') {
        await deployment.failOver()
        problems.push(...(await unready(deployment)))
      } else deployment.terminate(any(servers * 5))
    }
    await untilAcknowledged()
  }

  await disturb().finally(() => Promise.all([bookingWriters.stop(), mailWriters.stop()]))
  await Promise.all(starting)
  problems.push(
    ...(await unready(deployment)),
    ...tally.unexpected,
    ...(await undelivered(deployment)),
    ...(await deployment.check()),
  )
  for (const url of deployment.urls()) problems.push(...(await bookingWriters.contradictions(url)))
  const { contradictions, ...mails } = mailWriters.review()
  problems.push(...contradictions)
  const { acknowledged, outcomes } = tally
  return { acknowledged, outcomes, mails, problems: [...new Set(problems)] }
}

/** Waits until every running server is ready again. */
async function unready(deployment: Deployment): Promise<string[]> {
  const end = performance.now() + patience
  for (const url of deployment.urls()) {
    while (deployment.urls().includes(url) && (await call(url, owner, ['GET', '/users/me'])).status !== 200) {
      if (performance.now() > end) return [`${url} was not ready within ${patience / 1000} s`]
      await wait(100)
    }
  }
  return []
}

/** Waits until all mails are delivered; those of a killed server become due when its lease ends. */
async function undelivered(deployment: Deployment): Promise<string[]> {
  const end = performance.now() + patience
  while (deployment.waitingMails() > 0) {
    if (performance.now() > end)
      return [`${deployment.waitingMails()} mails were not delivered within ${patience / 1000} s`]
    await wait(500)
  }
  return []
}
