import { createGeneratorSync, type JsonSchema } from 'json-schema-faker'
import { z } from 'zod'
import { createRandom, type Random } from '../../fixtures/factories/random.js'
import { type Fixtures, fixturesBySeed } from '../../fixtures/index.js'
import type { Body } from '../../server/core/contract/body.js'
import { bookingChange, bookingCreate } from '../../server/core/contract/booking.js'
import { collaboratorChange, collaboratorCreate } from '../../server/core/contract/collaborator.js'
import { resourceChange, resourceCreate } from '../../server/core/contract/resource.js'
import { userChange } from '../../server/core/contract/user.js'
import { timezoneNames } from '../../server/core/timezone-names.js'
import type { Memory, Noun } from './known-state.js'
import { beginning } from './seed.js'
import { anyAddress, anyColour, anyLink, anyText } from './texts.js'
import { anyTime } from './times.js'

export type Members = Record<string, unknown>
type Kind = Noun | 'me'

const contracts: Record<Kind, { create: Body; change: Body }> = {
  resources: { create: resourceCreate, change: resourceChange },
  bookings: { create: bookingCreate, change: bookingChange },
  collaborators: { create: collaboratorCreate, change: collaboratorChange },
  me: { create: userChange, change: userChange },
}

/** How many bodies json-schema-faker makes of each schema, to be drawn from again and again: it is slow. */
const poolSize = 40

/** What a body is for. */
export interface Purpose {
  kind: Kind
  creates: boolean
  schedule: string
  memory: Memory
  /** Whether the contract should take it. */
  tame: boolean
}

/** Draws the members of a body. */
export type BodyDraw = (purpose: Purpose) => Members

/** Makes the source of bodies of a story: the factories, json-schema-faker on the contract, objects that were read, and single members. */
export function createBodies(seed: number): BodyDraw {
  const random = createRandom(seed, 'traffic bodies')
  const fixtures = fixturesBySeed(seed + 1_000, { now: beginning })
  const pools = new Map<Body, Members[]>()

  function generated(body: Body): Members {
    const pool = pools.get(body) ?? makePool(body, seed)
    pools.set(body, pool)
    return { ...random.pick(pool) }
  }

  function drawn(purpose: Purpose): Members {
    const { kind, creates, memory } = purpose
    const source = random.next()
    if (source < 0.2) return withIds(random, purpose, generated(bodyFor(purpose)))
    const read = memory.objects.filter(object => object.noun === kind)
    if (!creates && source < 0.45 && read.length > 0) {
      const { object } = random.pick(read)
      return random.chance(0.5) ? object : withMembers(random, purpose, object)
    }
    if (!creates) return withMembers(random, purpose, {})
    const made = withIds(random, purpose, fromFactory(fixtures, kind))
    return source < 0.5 ? made : withMembers(random, purpose, made)
  }

  return purpose => {
    let members = drawn(purpose)
    for (let tries = 0; purpose.tame && tries < 5 && !isTaken(bodyFor(purpose), members); tries++) {
      members = drawn(purpose)
    }
    return members
  }
}

const bodyFor = ({ kind, creates }: Purpose): Body => contracts[kind][creates ? 'create' : 'change']

function isTaken({ schema, readOnly }: Body, members: Members): boolean {
  const sent = Object.entries(members).filter(([name]) => !readOnly.includes(name))
  const { start, end } = members
  return schema.safeParse(Object.fromEntries(sent)).success && !(String(start) > String(end))
}

function fromFactory(fixtures: Fixtures, kind: Kind): Members {
  if (kind === 'resources') return fixtures.aNewResource()
  if (kind === 'bookings') return fixtures.aNewBooking()
  if (kind === 'collaborators') return fixtures.aNewCollaborator()
  return {}
}

/** A booking needs a resource that there is. */
function withIds(random: Random, purpose: Purpose, members: Members): Members {
  return 'resource_id' in members ? { ...members, resource_id: anyResource(random, purpose) } : members
}

/** A resource of the schedule, mostly. */
function anyResource(random: Random, { memory: { seen }, schedule, tame }: Purpose): number {
  const resources = seen.filter(({ noun }) => noun === 'resources')
  const own = resources.find(each => each.schedule === schedule)?.ids ?? []
  if (own.length > 0 && random.chance(tame ? 0.97 : 0.6)) return random.pick(own)
  const all = resources.flatMap(({ ids }) => ids)
  return all.length > 0 && random.chance(0.7) ? random.pick(all) : random.whole(1, 40)
}

/** Some members anew, each by its own kind of values. */
function withMembers(random: Random, purpose: Purpose, given: Members): Members {
  const drawn = Array.from({ length: random.whole(1, 4) }, () => {
    const [name, draw] = random.pick(Object.entries(members[purpose.kind]))
    return [name, draw(random, purpose)]
  })
  return { ...given, ...Object.fromEntries(drawn) }
}

type Draw = (random: Random, purpose: Purpose) => unknown

const limited =
  (limit: number): Draw =>
  random =>
    anyText(random, limit)
const oneOf =
  (...values: unknown[]): Draw =>
  random =>
    random.pick(values)
const address: Draw = (random, { memory }) =>
  anyAddress(
    random,
    memory.accounts.map(({ email }) => email),
  )
const truth = oneOf(true, false, true, false, 0, 1, 'true')

const common: Record<string, Draw> = {
  color_fg: anyColour,
  color_bk: anyColour,
  text_bold: truth,
  link: anyLink,
  link_title: limited(100),
  note: limited(500),
  custom_1: limited(200),
  custom_2: limited(200),
}

const zones = [...timezoneNames]

const members: Record<Kind, Record<string, Draw>> = {
  resources: { ...common, name: limited(100), description: limited(200), color_schedule: anyColour },
  bookings: {
    ...common,
    title: limited(100),
    resource_id: anyResource,
    start: anyTime,
    end: anyTime,
    all_day_display: truth,
  },
  collaborators: {
    email: address,
    user_role: oneOf('editor', 'viewer', 'viewer', 'owner', 'Editor', ''),
    invite: truth,
  },
  me: {
    email: address,
    firstname: limited(50),
    lastname: limited(100),
    language_tag: oneOf('en', 'de', 'de', 'fr', 'EN'),
    date_format: oneOf('m/d/Y', 'Y.m.d', 'd-m-Y', 'y-m-d'),
    time_format: oneOf('H:i', 'h:i A', 'h:i a', 'H:I'),
    timezone: random =>
      random.chance(0.8)
        ? random.pick(zones)
        : random.pick(['europe/berlin', 'PST', 'UTC+1', '', 'Mars/Base']),
    first_day_of_week: oneOf('monday', 'saturday', 'sunday', 'friday'),
    allow_collaboration: truth,
    profile_completed: oneOf(true, false, 0, 1, 2, '1'),
  },
}

/** Bodies by the JSON Schema of the contract alone. */
function makePool({ schema }: Body, seed: number): Members[] {
  const { new_password: _, ...properties } = z.toJSONSchema(schema, { io: 'input' }).properties ?? {}
  const whole = { ...z.toJSONSchema(schema, { io: 'input' }), properties } as JsonSchema
  const generator = createGeneratorSync({ seed, optionalsProbability: 0.5, useDefaultValue: false })
  return Array.from({ length: poolSize }, () => generator.generate(whole) as Members)
}
