import type { Context } from '../check/context.js'
import { isObject } from '../http/json.js'
import { me } from '../http/paths.js'
import type { Actor } from '../session/actor.js'

/** The number of concurrent requests: enough for a server with a few threads, and no attack on any. */
const together = 16

/**
 * Sends requests, some of them always concurrently. Resolves to their responses, in the given order. If one fails, no other is
 * started, and the error is thrown when all are answered: a change that arrives later would undo what the clean-up restores.
 */
export async function atOnce<Answer>(
  requests: readonly (() => Promise<Answer>)[],
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const failures: unknown[] = []
  let next = 0
  const work = async () => {
    while (next < requests.length && failures.length === 0) {
      const index = next++
      try {
        answers[index] = (await requests[index]?.()) as Answer
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  if (failures.length > 0) throw failures[0]
  return answers
}

/**
 * The number of requests that each of these users may send for one check: a tenth of the lowest limit, and at most `most`;
 * 5 if a limit can't be read, since the check may be about what prevents that.
 */
export async function affordable(actors: readonly Actor[], most: number): Promise<number> {
  const limits: number[] = []
  for (const actor of actors) {
    const { data } = await actor.get(me)
    limits.push((isObject(data) && Number(data.request_rate_limit)) || 0)
  }
  return Math.max(5, Math.min(most, Math.floor(Math.min(...limits) / 10)))
}

/** The actions of several users, as often as they can afford them, in random order. */
export const mixed = <Answer>(
  { random }: Pick<Context, 'random'>,
  times: number,
  requests: readonly (() => Promise<Answer>)[],
): readonly (() => Promise<Answer>)[] => Array.from({ length: times }, () => random.shuffle(requests)).flat()
