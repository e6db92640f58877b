import { createRandom } from '../../fixtures/factories/random.js'
import { basicAuth } from '../requests/credentials.js'
import { createRequestGenerator, type GeneratedRequest } from '../requests/generator.js'
import type { ApiRequest } from '../requests/http.js'
import type { Account } from '../requests/known-state.js'
import { hostileBody, mutated, ordinary, pipelined } from './api-cases.js'
import type { Case, CaseGenerator, CaseSource } from './case.js'
import { controlCase, forbiddenControlCase } from './control-cases.js'
import { framing } from './framing-cases.js'
import { oddHeaders } from './header-cases.js'
import { raw } from './raw-cases.js'
import { secrets } from './secret-cases.js'
import type { FuzzSetup } from './setup.js'

/** The number of cases before the data is reset. */
export const casesPerRound = 1_500

/** Every tenth round attacks the control interface. */
export const isControlRound = (round: number): boolean => round % 10 === 9

const weights: readonly (readonly [CaseGenerator, number])[] = [
  [ordinary, 36],
  [mutated, 22],
  [hostileBody, 12],
  [oddHeaders, 9],
  [framing, 8],
  [pipelined, 5],
  [raw, 4],
  [secrets, 2],
  [forbiddenControlCase, 2],
]
const weighted = weights.flatMap(([generate, weight]) => Array<CaseGenerator>(weight).fill(generate))

/** Generates the cases of a round one by one; the same seed and round give the same cases. */
export function createCases(seed: number, round: number, setup: FuzzSetup): () => Case {
  const label = seed * 100_000 + round
  const random = createRandom(label, 'fuzz cases')
  const nextRequest = createRequestGenerator(label)
  const state = setup.initialState()
  const first = round * casesPerRound
  let number = first
  let spares = 0

  const spareAccount = () => setup.spareAccounts[spares++ % setup.spareAccounts.length] ?? setup.canary

  /** Skips most requests that delete many objects, so that some data remains to request. */
  function generate(): GeneratedRequest {
    for (;;) {
      const generated = nextRequest(state)
      const { method, target } = generated.request
      const deletesMany = method === 'DELETE' && /[?&]all=1|\/resources(?:\/\d+)?(?:\?|$)/.test(target)
      if (!deletesMany || random.chance(0.15)) return generated
    }
  }

  /** Uses a spare account for a request that would lock its account out or delete it. */
  function withSpareAccount({ request, account }: GeneratedRequest): GeneratedRequest {
    const body = Buffer.from(request.body ?? []).toString('latin1')
    if (!/new_password/.test(body) && !/[?&]me=1/.test(request.target))
      return { request, ...(account && { account }) }
    const spare = spareAccount()
    return { request: withCredentials(request, spare), account: spare }
  }

  const source: CaseSource = {
    random,
    spareAccount,
    request: () => withSpareAccount(generate()).request,
    plainRequest() {
      for (;;) {
        const generated = generate()
        if (!isPlain(generated.request)) continue
        const { request, account } = withSpareAccount(generated)
        const { authorization: _, ...headers } = request.headers
        const plain = { ...request, headers }
        return account ? withCredentials(plain, { ...account, email: account.email.toUpperCase() }) : plain
      }
    },
    number: () => number,
  }

  return () => {
    number++
    const generated = (isControlRound(round) ? controlCase : random.pick(weighted))(source)
    // Late in a round, waiting connections would delay the end of the round.
    const isLate = number - first > casesPerRound / 2
    return generated.ending === 'wait' && isLate ? { ...generated, ending: 'end' } : generated
  }
}

const isPlain = ({ method, target, body }: ApiRequest) =>
  method !== 'HEAD' &&
  /^[!-~]+$/.test(target) &&
  !target.startsWith('/v1/activations') &&
  (body?.length ?? 0) <= 20_000

const withCredentials = (request: ApiRequest, { email, passwords }: Account): ApiRequest => ({
  ...request,
  headers: { ...request.headers, authorization: basicAuth(email, passwords[0] ?? '') },
})
