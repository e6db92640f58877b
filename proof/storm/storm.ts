import { setTimeout as wait } from 'node:timers/promises'
import { owner } from '../bench/data.js'
import { call } from './caller.js'
import { openDiary } from './diary.js'
import { type Scene, servers } from './scene.js'

/** How often what happens. */
export interface Weather {
  kills: number
  restarts: number
  terminations: number
}

export interface Damage {
  acknowledged: number
  /** Responses that were no success, by status; 0 is a closed connection. */
  outcomes: Record<number, number>
  problems: string[]
}

const writers = 8
/** After each event, so many writes must be acknowledged before the next one. */
const between = 10
/** In milliseconds. */
const patience = 120_000

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const keyed = list.map(each => [random(), each] as const)
  return keyed.sort(([one], [other]) => one - other).map(([, each]) => each)
}

const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what)

/** Lets servers, the database and its connections fail while writers go on, and says what became of their writes. */
export async function storm(
  scene: Scene,
  { kills, restarts, terminations }: Weather,
  random: () => number,
  tell: (what: string) => void = () => {},
): Promise<Damage> {
  const diary = openDiary(scene.balancer.url, writers, random)
  const problems: string[] = []
  const any = (count: number) => Math.floor(random() * count)
  const events = shuffled(
    [...times(kills, 'kill'), ...times(restarts, 'restart'), ...times(terminations, 'terminate')],
    random,
  )
  const starting: Promise<void>[] = []

  async function untilAcknowledged(): Promise<boolean> {
    const [goal, end] = [diary.acknowledged() + between, performance.now() + patience]
    while (diary.acknowledged() < goal) {
      if (performance.now() > end) return false
      await wait(5)
    }
    return true
  }

  for (const [index, event] of events.entries()) {
    if (!(await untilAcknowledged())) {
      problems.push(`After event ${index}, writes were not acknowledged for ${patience / 1000} s`)
      break
    }
    tell(`${index + 1} of ${events.length}: ${event}; ${diary.acknowledged()} writes acknowledged`)
    if (event === 'kill') {
      // Somebody has to be there to whom writers can go.
      while (scene.urls().length < 2) await wait(20)
      starting.push(scene.kill(any(servers)))
    } else if (event === 'restart') await scene.restart()
    else scene.terminate(any(servers * 5))
  }
  await untilAcknowledged()
  await diary.stop()
  await Promise.all(starting)
  await settled(scene)
  for (const url of scene.urls()) problems.push(...(await diary.contradictions(url)))
  return { acknowledged: diary.acknowledged(), outcomes: diary.outcomes(), problems: [...new Set(problems)] }
}

/** Until every server answers again. */
async function settled(scene: Scene): Promise<void> {
  for (const url of scene.urls()) {
    while ((await call(url, owner, ['GET', '/users/me'])).status !== 200) await wait(100)
  }
}
