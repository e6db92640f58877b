import { createGeneratorSync, type JsonSchema } from 'json-schema-faker'
import { z } from 'zod'
import { createRandom, type Random } from '../../fixtures/factories/random.js'
import { type Fixtures, fixturesBySeed } from '../../fixtures/index.js'
import type { Body } from '../../server/core/contract/body.js'
import { bookingChange, bookingCreate } from '../../server/core/contract/booking.js'
import { collaboratorChange, collaboratorCreate } from '../../server/core/contract/collaborator.js'
import { resourceChange, resourceCreate } from '../../server/core/contract/resource.js'
import { userChange } from '../../server/core/contract/user.js'
import { timezoneNames } from '../../server/core/times/timezone-names.js'
import { type Collection, idsIn, type Scope } from './known-state.js'
import type { Members } from './malformed-json.js'
import { startTime } from './seed.js'
import { anyAddress, anyColor, anyLink, anyText } from './texts.js'
import { anyTime } from './times.js'

type Kind = Collection | 'me'

const contracts: Record<Kind, { create: Body; change: Body }> = {
  resources: { create: resourceCreate, change: resourceChange },
  bookings: { create: bookingCreate, change: bookingChange },
  collaborators: { create: collaboratorCreate, change: collaboratorChange },
  me: { create: userChange, change: userChange },
}

/** json-schema-faker is slow, so bodies are drawn from a pool of this many for each schema. */
const poolSize = 40

/** The scope of a request with a body. */
export interface BodyScope extends Scope {
  creates: boolean
}

/**
 * Generates the members of bodies from four sources: json-schema-faker on the contract, the factories, objects as they were
 * read, and random values for single members.
 */
export function createBodyGenerator(seed: number): (scope: BodyScope) => Members {
  const random = createRandom(seed, 'traffic bodies')
  const fixtures = fixturesBySeed(seed + 1_000, { now: startTime })
  const pools = new Map<Body, Members[]>()

  function fromSchema(body: Body): Members {
    const pool = pools.get(body) ?? createPool(body, seed)
    pools.set(body, pool)
    return { ...random.pick(pool) }
  }

  function generate(scope: BodyScope): Members {
    const { collection, creates, state } = scope
    const source = random.next()
    if (source < 0.2) return withKnownResource(random, scope, fromSchema(contractOf(scope)))
    const read = state.objects.filter(each => each.collection === collection)
    if (!creates && source < 0.45 && read.length > 0) {
      const { object } = random.pick(read)
      return random.chance(0.5) ? object : withDrawnMembers(random, scope, object)
    }
    if (!creates) return withDrawnMembers(random, scope, {})
    const created = withKnownResource(random, scope, fromFactory(fixtures, collection))
    return source < 0.5 ? created : withDrawnMembers(random, scope, created)
  }

  return scope => {
    let members = generate(scope)
    for (let tries = 0; scope.isValid && tries < 5 && !isAccepted(contractOf(scope), members); tries++)
      members = generate(scope)
    return members
  }
}

const contractOf = ({ collection, creates }: BodyScope): Body =>
  contracts[collection][creates ? 'create' : 'change']

function isAccepted({ schema, readOnly }: Body, members: Members): boolean {
  const writable = Object.entries(members).filter(([name]) => !readOnly.includes(name))
  const { start, end } = members
  return schema.safeParse(Object.fromEntries(writable)).success && !(String(start) > String(end))
}

function fromFactory(fixtures: Fixtures, kind: Kind): Members {
  if (kind === 'resources') return fixtures.aNewResource()
  if (kind === 'bookings') return fixtures.aNewBooking()
  return kind === 'collaborators' ? fixtures.aNewCollaborator() : {}
}

const withKnownResource = (random: Random, scope: Scope, members: Members): Members =>
  'resource_id' in members ? { ...members, resource_id: anyResource(random, scope) } : members

/** The id of a resource, mostly one of the schedule. */
function anyResource(random: Random, scope: Scope): number {
  const own = idsIn(scope, 'resources')
  if (own.length > 0 && random.chance(scope.isValid ? 0.97 : 0.6)) return random.pick(own)
  const all = scope.state.ids.flatMap(({ collection, ids }) => (collection === 'resources' ? ids : []))
  return all.length > 0 && random.chance(0.7) ? random.pick(all) : random.whole(1, 40)
}

function withDrawnMembers(random: Random, scope: Scope, given: Members): Members {
  const drawn = Array.from({ length: random.whole(1, 4) }, () => {
    const [name, draw] = random.pick(Object.entries(members[scope.collection]))
    return [name, draw(random, scope)]
  })
  return { ...given, ...Object.fromEntries(drawn) }
}

type Draw = (random: Random, scope: Scope) => unknown

const limited =
  (limit: number): Draw =>
  random =>
    anyText(random, limit)
const oneOf =
  (...values: unknown[]): Draw =>
  random =>
    random.pick(values)
const address: Draw = (random, { state }) => anyAddress(random, emailsOf(state))
const emailsOf = ({ accounts }: Scope['state']) => accounts.map(({ email }) => email)
const boolean = oneOf(true, false, true, false, 0, 1, 'true')

const common: Record<string, Draw> = {
  color_fg: anyColor,
  color_bk: anyColor,
  text_bold: boolean,
  link: anyLink,
  link_title: limited(100),
  note: limited(500),
  custom_1: limited(200),
  custom_2: limited(200),
}

const zones = [...timezoneNames]
const invalidZones = ['europe/berlin', 'PST', 'UTC+1', '', 'Mars/Base']

const members: Record<Kind, Record<string, Draw>> = {
  resources: { ...common, name: limited(100), description: limited(200), color_schedule: anyColor },
  bookings: {
    ...common,
    title: limited(100),
    resource_id: anyResource,
    start: anyTime,
    end: anyTime,
    all_day_display: boolean,
  },
  collaborators: {
    email: address,
    user_role: oneOf('editor', 'viewer', 'viewer', 'owner', 'Editor', ''),
    invite: boolean,
  },
  me: {
    email: address,
    firstname: limited(50),
    lastname: limited(100),
    language_tag: oneOf('en', 'de', 'de', 'fr', 'EN'),
    date_format: oneOf('m/d/Y', 'Y.m.d', 'd-m-Y', 'y-m-d'),
    time_format: oneOf('H:i', 'h:i A', 'h:i a', 'H:I'),
    timezone: random => random.pick(random.chance(0.8) ? zones : invalidZones),
    first_day_of_week: oneOf('monday', 'saturday', 'sunday', 'friday'),
    allow_collaboration: boolean,
    profile_completed: oneOf(true, false, 0, 1, 2, '1'),
  },
}

/** Bodies generated from nothing but the contract's JSON Schema. */
function createPool({ schema }: Body, seed: number): Members[] {
  const { new_password: _, ...properties } = z.toJSONSchema(schema, { io: 'input' }).properties ?? {}
  const whole = { ...z.toJSONSchema(schema, { io: 'input' }), properties } as JsonSchema
  const generator = createGeneratorSync({ seed, optionalsProbability: 0.5, useDefaultValue: false })
  return Array.from({ length: poolSize }, () => generator.generate(whole) as Members)
}
