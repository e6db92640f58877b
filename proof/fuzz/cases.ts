import { createRandom } from '../../fixtures/factories/random.js'
import { basic } from '../requests/credentials.js'
import { type Asked, createRequests } from '../requests/generator.js'
import type { Sent } from '../requests/request.js'
import { hostileBody, mutated, ordinary, pipelined } from './api-cases.js'
import type { Case } from './case.js'
import { controlled, uncontrolled } from './control-cases.js'
import type { Draw, Source } from './draw.js'
import { framed } from './framing-cases.js'
import { oddHeaders } from './header-cases.js'
import { raw } from './raw-cases.js'
import { guarded } from './secret-cases.js'
import type { FuzzWorld } from './setup.js'

/** How many cases there are between one beginning from the seed and the next. */
export const casesOfRound = 1_500

/** Every so many rounds the control interface is what is attacked. */
const controlRounds = 10
export const isControlRound = (round: number): boolean => round % controlRounds === controlRounds - 1

const weights: readonly (readonly [Draw, number])[] = [
  [ordinary, 36],
  [mutated, 22],
  [hostileBody, 12],
  [oddHeaders, 9],
  [framed, 8],
  [pipelined, 5],
  [raw, 4],
  [guarded, 2],
  [uncontrolled, 2],
]

const lots = weights.flatMap(([draw, weight]) => Array<Draw>(weight).fill(draw))

/** Draws the cases of a round one after the other, the same each time. */
export function createCases(seed: number, round: number, world: FuzzWorld): () => Case {
  const label = seed * 100_000 + round
  const random = createRandom(label, 'fuzz cases')
  const requestOf = createRequests(label)
  const memory = world.memory()
  let wandered = 0
  let number = round * casesOfRound

  const wanderer = () => world.wanderers[wandered++ % world.wanderers.length] ?? world.witness

  /** The next request of the story; few of those that leave nothing for others to ask for. */
  function asked(): Asked {
    for (;;) {
      const one = requestOf(memory)
      const { method, target } = one.send
      const empties = method === 'DELETE' && /[?&]all=1|\/resources(?:\/\d+)?(?:\?|$)/.test(target)
      if (!empties || random.chance(0.15)) return one
    }
  }

  /** Nobody's account ends while others go on using it. */
  function harmless({ send }: Asked): Sent {
    const body = send.body ? Buffer.from(send.body).toString('latin1') : ''
    if (!/new_password/.test(body) && !/[?&]me=1/.test(send.target)) return send
    return { ...send, headers: { ...send.headers, authorization: authorizationOf(wanderer()) } }
  }

  const source: Source = {
    random,
    wanderer,
    request: () => harmless(asked()),
    plainRequest() {
      for (;;) {
        const one = asked()
        const { method, target, body } = one.send
        const isPlain = method !== 'HEAD' && /^[!-~]+$/.test(target) && !target.startsWith('/v1/activations')
        if (!isPlain || (body?.length ?? 0) > 20_000) continue
        const { authorization: _, ...headers } = harmless(one).headers
        const who = harmless(one) === one.send ? one.by : wanderer()
        return {
          ...one.send,
          headers: {
            ...headers,
            ...(who && { authorization: authorizationOf({ ...who, email: who.email.toUpperCase() }) }),
          },
        }
      }
    },
    number: () => number,
  }

  return () => {
    number++
    const drawn = (isControlRound(round) ? controlled : random.pick(lots))(source)
    // Towards the end everybody would wait for those who do.
    const isLate = number - round * casesOfRound > casesOfRound / 2
    return drawn.ending === 'wait' && isLate ? { ...drawn, ending: 'end' } : drawn
  }
}

const authorizationOf = ({ email, passwords }: { email: string; passwords: readonly string[] }) =>
  basic(email, passwords[0] ?? '')
