import { writableBookingMembers, writableResourceMembers } from '../catalogue/members.js'
import type { BulkScope } from '../catalogue/rule.js'
import { accepted, allChanged, createdId, holds, none, now, refused } from '../check/assertions.js'
import { type Check, type CheckOptions, check } from '../check/check.js'
import type { Context } from '../check/context.js'
import type { Bookable, Made } from '../check/created.js'
import { each } from '../check/ids.js'
import type { Reply } from '../http/exchange.js'
import { isSame, type JsonObject, pick } from '../http/json.js'
import type { Actor } from '../session/actor.js'

/** Members to send, and how a message describes them: `a name of 101 characters`. */
export interface Sample {
  readonly members: JsonObject
  readonly words: string
}

/** One request that can write members of a resource or a booking (sections 4.1 and 4.2). */
export interface Write {
  readonly kind: 'resource' | 'booking'
  /** The end of titles and messages: `in a create of a resource`. */
  readonly words: string
  /** The bulk requests, for the options of checks that send it. */
  readonly sends: readonly BulkScope[]
  /** Creates what the request needs, as the preparation of a check. */
  begin(context: Context, options?: WriteOptions): Promise<Writer>
}

export interface WriteOptions {
  /** The number of objects that one bulk update writes; 2 by default. */
  readonly count?: number
  /** The members that the n-th object has from the start. */
  readonly members?: (index: number) => JsonObject
}

/** Sends the request as often as a check wants, with different members each time. */
export interface Writer {
  send(members: JsonObject): Promise<Reply>
  /** Returns the object or objects that an accepted request wrote, as they read now. */
  written(reply: Reply): Promise<readonly JsonObject[]>
  /** Asserts that the request is accepted, that the sample reads as it was sent, and that nothing else has changed. */
  keeps(sample: Sample): Promise<void>
  /** Asserts that each sample is refused, and that none of them changes anything. */
  refuses(...samples: Sample[]): Promise<void>
  /** The resource of the bookings that it writes. */
  readonly resource?: Bookable | undefined
}

/** Every request creates an object; omitted members read as in an object created without them. */
function createOf(kind: Write['kind']): Write {
  const words = `in a create of a ${kind}`
  return {
    kind,
    words,
    sends: [],
    async begin({ owner, schedule, given, name, slot, token }, { members: start } = {}) {
      const made = kind === 'resource' ? await given.resource() : undefined
      const room = made ?? (await given.bookable())
      const plain = made ?? (await given.booking(room))
      const list = schedule[`${kind}s`]
      const known = [String(plain.id)]
      let count = 0

      const send: Writer['send'] = members => {
        const required =
          kind === 'resource' ? { name: name() } : { resource_id: room.id, title: name(), ...slot() }
        return owner.post(list, { ...required, ...start?.(count++), ...members })
      }
      const written: Writer['written'] = async reply => {
        const id = createdId(reply)
        known.push(String(id))
        return [await owner.read(`${list}/${id}`)]
      }

      return {
        resource: room,
        send,
        written,
        async keeps({ members, words: what }) {
          const reply = await send(members)
          accepted(reply, `${what} ${words}`)
          const expected = { ...pick(plain.was, sharedMembers[kind]), ...start?.(count - 1), ...members }
          for (const read of await written(reply)) isAsExpected(read, expected, `${what} ${words}`, reply)
        },
        async refuses(...samples) {
          const replies = await refuseAll(owner, samples, send, words)
          const visible = kind === 'booking' ? await owner.all(room.bookings) : await owner.all(list)
          const found = visible
            .filter(item => kind === 'booking' || JSON.stringify(item).includes(token))
            // That an id is an integer is another rule (ENV-12).
            .filter(({ id }) => !known.includes(String(id)))
          none(found, `a ${kind} was created although its create was refused`, ...replies)
        },
      }
    },
  }
}

/** Every request updates the same objects: one by its path, or several by `ids` on a list. */
function updateOf(kind: Write['kind'], on: 'one' | 'schedule' | 'resource', words: string): Write {
  return {
    kind,
    words,
    sends: on === 'schedule' ? [`PUT ${kind}s`] : [],
    async begin({ owner, schedule, given }, { count = 2, members: start } = {}) {
      const several = on === 'one' ? 1 : count
      const room = kind === 'booking' ? await given.bookable() : undefined
      const objects: readonly Made[] = room
        ? await given.bookings<number>(room, several, start)
        : await given.resources<number>(several, start)
      const ids = objects.map(({ id }) => id)
      const list = room && on === 'resource' ? room.bookings : schedule[`${kind}s`]
      let changed: JsonObject = {}

      const send: Writer['send'] = members =>
        on === 'one' ? owner.put(`${list}/${ids[0]}`, members) : owner.put(list, members, { ids })
      const areAsExpected = () => allChanged(objects, changed)

      return {
        resource: room,
        send,
        written: () => Promise.all(objects.map(made => now(made))),
        async keeps({ members, words: what }) {
          accepted(await send(members), `${what} ${words}`)
          changed = { ...changed, ...members }
          await areAsExpected()
        },
        async refuses(...samples) {
          await refuseAll(owner, samples, send, words)
          await areAsExpected()
        },
      }
    },
  }
}

/** The writes of resources, by the last part of their checks' ids. */
export const resourceWrites = {
  create: createOf('resource'),
  update: updateOf('resource', 'one', 'in an update of a resource'),
  bulk: updateOf('resource', 'schedule', 'in a bulk update of resources'),
}

/** The writes of bookings, by the last part of their checks' ids. */
const bookingWrites = {
  create: createOf('booking'),
  update: updateOf('booking', 'one', 'in an update of a booking'),
  bulk: updateOf('booking', 'schedule', 'in a bulk update of bookings of the schedule'),
  'bulk-of-resource': updateOf('booking', 'resource', 'in a bulk update of bookings of a resource'),
}

export const writes = { resource: resourceWrites, booking: bookingWrites }

type Run = (writer: Writer, context: Context) => Promise<void>
type Rest = [run: Run] | [options: WriteOptions & Pick<CheckOptions, 'level'>, run: Run]

/** Declares a check of a write, which gets a writer whose request is already prepared. */
export function writeCheck(write: Write, id: string, title: string, ...rest: Rest): Check {
  const [{ level, ...options }, run] = rest.length === 1 ? [{}, rest[0]] : rest
  return check(id, title, { sends: write.sends, ...(level && { level }) }, async context =>
    run(await write.begin(context, options), context),
  )
}

/** Declares the same check for each write of a kind that the ids end with; its words end the title. */
export const eachWrite = (
  kind: Write['kind'],
  ids: readonly string[],
  title: string,
  ...rest: Rest
): readonly Check[] =>
  each(ids, writes[kind] as Readonly<Record<string, Write>>, (id, write) =>
    writeCheck(write, id, `${title} ${write.words}`, ...rest),
  )

/** Members that are the same in two objects created without them. */
const sharedMembers = {
  resource: writableResourceMembers.filter(member => member !== 'name'),
  booking: writableBookingMembers.filter(
    member => !['title', 'resource_id', 'start', 'end'].includes(member),
  ),
}

const refuseAll = (
  { each }: Pick<Actor, 'each'>,
  samples: readonly Sample[],
  send: Writer['send'],
  words: string,
): Promise<readonly Reply[]> =>
  each(samples, async sample => {
    const reply = await send(sample.members)
    refused(reply, `${sample.words} ${words}`)
    return reply
  })

/** Colours are compared without letter case. */
function isAsExpected(actual: JsonObject, expected: JsonObject, what: string, reply: Reply): void {
  const plain = (name: string, value: unknown) =>
    name.startsWith('color_') && typeof value === 'string' ? value.toLowerCase() : value
  const differing = Object.keys(expected).filter(
    name => !isSame(plain(name, actual[name]), plain(name, expected[name])),
  )
  const [first = ''] = differing
  holds(differing.length === 0, `${what}: ${differing.join(', ')} is not as it must be`, {
    shows: { of: actual, member: first, value: expected[first] },
    expected: pick(expected, differing),
    actual: pick(actual, differing),
    replies: [reply],
  })
}
