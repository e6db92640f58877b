import type { Context } from '../check/context.js'
import { isObject } from '../http/json.js'
import { me } from '../http/paths.js'
import type { Actor } from '../session/actor.js'

/** How many requests are under way at the same time: enough for a server of a few threads, and no attack on any. */
const together = 16

/** Sends requests, some of them always at the same time. Resolves to their answers, in the order given. */
export async function atOnce<Answer>(
  requests: readonly (() => Promise<Answer>)[],
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const work = async () => {
    while (next < requests.length) {
      const index = next++
      const request = requests[index]
      if (request) answers[index] = await request()
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  return answers
}

/**
 * How many requests each of these users may send for one check: a tenth of the lowest limit, and at most `most`; 5 if a limit
 * cannot be read, since it may be what the check is about that prevents it.
 */
export async function affordable(actors: readonly Actor[], most: number): Promise<number> {
  const limits: number[] = []
  for (const actor of actors) {
    const { data } = await actor.get(me)
    limits.push((isObject(data) && Number(data.request_rate_limit)) || 0)
  }
  return Math.max(5, Math.min(most, Math.floor(Math.min(...limits) / 10)))
}

/** What each of several users does, as often as they can afford it, in a random order. */
export const mixed = <Answer>(
  { random }: Pick<Context, 'random'>,
  times: number,
  requests: readonly (() => Promise<Answer>)[],
): readonly (() => Promise<Answer>)[] => Array.from({ length: times }, () => random.shuffle(requests)).flat()
