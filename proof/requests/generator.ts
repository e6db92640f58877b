import { createRandom, type Random } from '../../fixtures/factories/random.js'
import { type OperationId, operations } from '../../server/core/index.js'
import { createBodies, type Members } from './bodies.js'
import { rightCredentials, wrongCredentials } from './credentials.js'
import { type Account, accountAt, type Memory, type Noun } from './known-state.js'
import { broken, huge, inUtf16, withInvalidBytes } from './malformed-json.js'
import { anyFields, anyIds, inTarget, listQuery, type Pair } from './queries.js'
import type { Sent } from './request.js'
import { mistaken } from './targets.js'

/** A request, and who sends it if that is anybody. */
export interface Asked {
  send: Sent
  by?: Account
}

/** How often each operation is asked for; 10 where nothing is said. */
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

const lots = operations.flatMap(
  operation => Array(weights[operation.id] ?? 10).fill(operation) as typeof operations,
)

/** Draws the requests of a story from what is known by then. */
export function createRequests(seed: number): (memory: Memory) => Asked {
  const random = createRandom(seed, 'traffic requests')
  const bodyOf = createBodies(seed)

  return memory => {
    if (memory.links > memory.firstLink && random.chance(0.02)) return { send: following(random, memory) }
    const operation = random.pick(lots)
    const noun = nounOf(operation.path)
    const schedule = random.pick(memory.schedules)
    const scope = { noun, schedule: schedule.id, memory, tame: random.chance(0.6) }
    const by = callerOf(random, memory, schedule)
    const authorization =
      scope.tame || random.chance(0.88) ? rightCredentials(random, by) : wrongCredentials(random, memory)
    const target = pathOf(random, operation.path, scope) + queryOf(random, operation, scope)
    const password =
      operation.id === 'changeMe' && random.chance(0.02) ? { new_password: newPassword(random) } : {}
    const members = operation.body && {
      ...bodyOf({ ...scope, kind: noun, creates: operation.method === 'POST' }),
      ...password,
    }
    const body = scope.tame ? members && Buffer.from(JSON.stringify(members)) : bytesOf(random, members)
    const right: Sent = { method: operation.method, target, headers: headersOf(random, authorization) }
    const send = !scope.tame && random.chance(0.15) ? mistaken(random, right) : right
    return {
      send: { ...send, ...(body && { body }), ...(body && random.chance(0.03) && { chunked: true }) },
      ...(authorization !== undefined && { by }),
    }
  }
}

/** What a request is about. */
interface Scope {
  noun: Noun | 'me'
  schedule: string
  memory: Memory
  /** Whether nothing is to be wrong with it, so far as that is known. */
  tame: boolean
}

const idsOf = ({ memory, schedule }: Scope, noun: string): readonly number[] =>
  memory.seen.find(each => each.schedule === schedule && each.noun === noun)?.ids ?? []

const nounOf = (path: string): Noun | 'me' =>
  path.includes('/bookings')
    ? 'bookings'
    : path.includes('/collaborators')
      ? 'collaborators'
      : path.includes('/resources')
        ? 'resources'
        : 'me'

/** Mostly somebody who has a part in the schedule, so that enough is done. */
function callerOf(
  random: Random,
  { accounts }: Memory,
  { owner, guests }: Memory['schedules'][number],
): Account {
  const own = accounts.find(({ id }) => id === owner)
  const invited = guests.flatMap(email => accountAt(accounts, email) ?? [])
  const kind = random.next()
  if (own && kind < (invited.length > 0 ? 0.6 : 0.85)) return own
  return invited.length > 0 && kind < 0.88 ? random.pick(invited) : random.pick(accounts)
}

function headersOf(random: Random, authorization: string | undefined): Record<string, string> {
  const type = random.pick(['application/json', 'application/json', 'text/plain', 'multipart/form-data', 'x'])
  return {
    ...(authorization !== undefined && { authorization }),
    ...(random.chance(0.5) && { 'content-type': type }),
    ...(random.chance(0.2) && { accept: random.pick(['*/*', 'text/html', 'application/xml', '']) }),
  }
}

function pathOf(random: Random, template: string, scope: Scope): string {
  return template.replaceAll(/\{(\w+)Id\}/g, (_, name: string) => {
    if (name === 'schedule') {
      return scope.tame || random.chance(0.88)
        ? escaped(random, scope.schedule)
        : anySchedule(random, scope.memory)
    }
    const ids = idsOf(scope, `${name}s`)
    return ids.length > 0 && (scope.tame || random.chance(0.75)) ? String(random.pick(ids)) : anyId(random)
  })
}

const anyId = (random: Random) =>
  random.chance(0.6)
    ? String(random.whole(1, 90))
    : random.pick([
        '0',
        '01',
        '-1',
        '1.0',
        '1e0',
        '+1',
        'x',
        '%31',
        '9007199254740991',
        '9007199254740992',
        '9'.repeat(400),
      ])

const anySchedule = (random: Random, { schedules }: Memory) =>
  random.pick([
    'nowhere',
    'constructor',
    '%00',
    '%zz',
    '%',
    '%F0%9F%98%80',
    '%ff',
    '%2F',
    random.pick(schedules).id.toUpperCase(),
  ])

/** Letters may be escaped: it is the same path. */
const escaped = (random: Random, id: string) =>
  random.chance(0.97) ? id : id.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`)

function queryOf(random: Random, { method, path }: { method: string; path: string }, scope: Scope): string {
  const { noun } = scope
  const isMany = noun !== 'me' && !path.endsWith('Id}')
  const fields = (): Pair[] => (random.chance(0.3) ? [['fields', anyFields(random, noun)]] : [])
  if (noun === 'me' && method === 'DELETE') {
    return random.chance(0.3)
      ? '?me=1'
      : inTarget(random, [['me', random.pick(['0', 'true', '', '1 '])]], scope)
  }
  if (method === 'GET' && !isMany) return inTarget(random, fields(), scope)
  if (noun === 'me' || !isMany || method === 'POST') return inTarget(random, [], scope)
  const ids = idsOf(scope, noun)
  if (method === 'GET') return inTarget(random, listQuery(random, noun, { ids, ...scope }), scope)
  const listed: Pair[] = random.chance(0.8) ? [['ids', anyIds(random, { ids, ...scope })]] : []
  const whole: Pair[] =
    method === 'DELETE' && random.chance(0.2) ? [['all', random.pick(['1', '0', 'true'])]] : []
  return inTarget(random, [...listed, ...whole], scope)
}

const newPassword = (random: Random) =>
  random.pick(['secret', '😀😀😀😀😀😀', 'new:pass:word', 'é́́́́́', '      ', 'x'.repeat(1024)])

/** The bytes of a body: nearly always JSON, sometimes where none belongs. */
function bytesOf(random: Random, members: Members | undefined): Uint8Array | undefined {
  if (!members) {
    if (random.chance(0.92)) return undefined
    return Buffer.from(
      random.pick(['{}', ' ', '{"ids":"1"}', 'x', '\ufeff{ }', 'null', `{"a":"${'x'.repeat(200)}"}`]),
    )
  }
  const kind = random.next()
  if (kind < 0.5) return Buffer.from(JSON.stringify(members))
  if (kind < 0.94) return Buffer.from(broken(random, members))
  if (kind < 0.965) return withInvalidBytes(random, JSON.stringify(members))
  if (kind < 0.975) return inUtf16(JSON.stringify(members))
  if (kind < 0.985) return Buffer.from(huge(random, members))
  return random.chance(0.5) ? Buffer.alloc(0) : undefined
}

/** Follows an activation link, new or used, in a browser or by a program. */
function following(random: Random, { links, firstLink }: Memory): Sent {
  const number = random.chance(0.6) ? links - 1 : random.whole(firstLink, links)
  const target = `/v1/activations/{secret:${number}}${random.pick(['', '', '', '?', '?x=1'])}`
  const method = random.pick(['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS'])
  return { method, target, headers: random.chance(0.3) ? { accept: 'text/html,*/*' } : {} }
}
