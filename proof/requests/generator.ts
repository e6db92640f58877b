import { createRandom, type Random } from '../../fixtures/factories/random.js'
import { type OperationId, operations } from '../../server/core/index.js'
import { createBodyGenerator } from './bodies.js'
import { invalidCredentials, validCredentials } from './credentials.js'
import type { ApiRequest } from './http.js'
import { type Account, type Collection, findAccount, type KnownState } from './known-state.js'
import { aboutSizeLimit, asUtf16, type Members, malformedJson, withInvalidUtf8 } from './malformed-json.js'
import { targetOf, withWrongTarget } from './targets.js'

export interface GeneratedRequest {
  request: ApiRequest
  /** The sender; undefined without credentials. */
  account?: Account
}

/** The relative frequency of each operation. */
const weights: Partial<Record<OperationId, number>> = {
  createResource: 20,
  createBooking: 35,
  createCollaborator: 15,
  listBookings: 20,
  changeBooking: 20,
  changeMe: 18,
  deleteMe: 2,
  deleteResources: 3,
  deleteBookings: 4,
}
const defaultWeight = 10

const weighted = operations.flatMap(
  operation => Array(weights[operation.id] ?? defaultWeight).fill(operation) as typeof operations,
)

/** Generates requests from the known state: most are valid, the others nearly so. */
export function createRequestGenerator(seed: number): (state: KnownState) => GeneratedRequest {
  const random = createRandom(seed, 'traffic requests')
  const bodyFor = createBodyGenerator(seed)

  return state => {
    if (state.links > state.firstLink && random.chance(0.02)) return { request: activation(random, state) }
    const operation = random.pick(weighted)
    const { id, method } = operation
    const collection = collectionOf(operation.path)
    const schedule = random.pick(state.schedules)
    const scope = { collection, schedule: schedule.id, state, isValid: random.chance(0.6) }
    const account = anyCaller(random, state, schedule)
    const authorization =
      scope.isValid || random.chance(0.88)
        ? validCredentials(random, account)
        : invalidCredentials(random, state)
    const target = targetOf(random, operation, scope)
    const password = id === 'changeMe' && random.chance(0.02) && { new_password: random.pick(passwords) }
    const members = operation.body && { ...bodyFor({ ...scope, creates: method === 'POST' }), ...password }
    const body = scope.isValid ? members && toJson(members) : anyBody(random, members)
    const valid: ApiRequest = { method, target, headers: headersOf(random, authorization) }
    const request = !scope.isValid && random.chance(0.15) ? withWrongTarget(random, valid) : valid
    return {
      request: { ...request, ...(body && { body }), ...(body && random.chance(0.03) && { chunked: true }) },
      ...(authorization !== undefined && { account }),
    }
  }
}

const collectionOf = (path: string): Collection | 'me' =>
  // Bookings come first: the bookings of a resource have both in their path.
  (['bookings', 'collaborators', 'resources'] as const).find(name => path.includes(`/${name}`)) ?? 'me'

/** Mostly an account with access to the schedule, so that enough requests succeed. */
function anyCaller(
  random: Random,
  { accounts }: KnownState,
  { owner, collaborators }: KnownState['schedules'][number],
): Account {
  const own = accounts.find(({ id }) => id === owner)
  const invited = collaborators.flatMap(email => findAccount(accounts, email) ?? [])
  const kind = random.next()
  if (own && kind < (invited.length > 0 ? 0.6 : 0.85)) return own
  return invited.length > 0 && kind < 0.88 ? random.pick(invited) : random.pick(accounts)
}

const mediaTypes = ['application/json', 'application/json', 'text/plain', 'multipart/form-data', 'x']

function headersOf(random: Random, authorization: string | undefined): Record<string, string> {
  const type = random.pick(mediaTypes)
  return {
    ...(authorization !== undefined && { authorization }),
    ...(random.chance(0.5) && { 'content-type': type }),
    ...(random.chance(0.2) && { accept: random.pick(['*/*', 'text/html', 'application/xml', '']) }),
  }
}

const passwords = ['secret', '😀😀😀😀😀😀', 'new:pass:word', 'é́́́́́', '      ', 'x'.repeat(1024)]
const unexpectedBodies = ['{}', ' ', '{"ids":"1"}', 'x', '\ufeff{ }', 'null', `{"a":"${'x'.repeat(200)}"}`]

const toJson = (members: Members) => Buffer.from(JSON.stringify(members))

/** The bytes of a body: valid, malformed, or for an operation that expects none. */
function anyBody(random: Random, members: Members | undefined): Uint8Array | undefined {
  if (!members) return random.chance(0.92) ? undefined : Buffer.from(random.pick(unexpectedBodies))
  const kind = random.next()
  if (kind < 0.5) return toJson(members)
  if (kind < 0.94) return Buffer.from(malformedJson(random, members))
  if (kind < 0.965) return withInvalidUtf8(random, JSON.stringify(members))
  if (kind < 0.975) return asUtf16(JSON.stringify(members))
  if (kind < 0.985) return Buffer.from(aboutSizeLimit(random, members))
  return random.chance(0.5) ? Buffer.alloc(0) : undefined
}

/** Follows an activation link, new or used, as a browser or as a program. */
function activation(random: Random, { links, firstLink }: KnownState): ApiRequest {
  const index = random.chance(0.6) ? links - 1 : random.whole(firstLink, links)
  const target = `/v1/activations/{secret:${index}}${random.pick(['', '', '', '?', '?x=1'])}`
  const method = random.pick(['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS'])
  return { method, target, headers: random.chance(0.3) ? { accept: 'text/html,*/*' } : {} }
}
