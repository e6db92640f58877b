import {
  accepted,
  type Context,
  changedOnly,
  holds,
  isSame,
  type JsonObject,
  type Made,
  now,
  pick,
  type Reply,
  refused,
} from '../../runner/index.js'
import { createdId } from '../created.js'
import { writableBookingMembers, writableResourceMembers } from '../members.js'

/** Members to send, and how a message names them: `a name of 101 characters`. */
export interface Sample {
  readonly members: JsonObject
  readonly words: string
}

/** One way to write members, with what a check made to write on. */
export interface Trial {
  /** The request under test. */
  write(members: JsonObject): Promise<Reply>
  /** The object or objects that an accepted request wrote, as they are read now. */
  written(reply: Reply): Promise<readonly JsonObject[]>
  /** It is accepted, then read as it was sent, and nothing else is changed by it. */
  takes(sample: Sample): Promise<void>
  /** Each is refused, and none of them leaves a trace. */
  refuses(...samples: Sample[]): Promise<void>
}

export interface TrialOptions {
  /** How many objects one bulk update writes; 2 unless given. */
  readonly count?: number
  /** What the objects have from the start: the n-th one that is made. */
  readonly members?: (index: number) => JsonObject
}

type Kind = 'resource' | 'booking'

const writable = { resource: writableResourceMembers, booking: writableBookingMembers }

/** What differs by nature between two objects of a kind. */
const individual = ['name', 'title', 'resource_id', 'start', 'end']

/** Every write creates an object, and what it does not say is as in an object made without it. */
export async function beginCreates(
  kind: Kind,
  words: string,
  context: Context,
  { members: start }: TrialOptions,
): Promise<Trial> {
  const { owner, schedule, given, name, slot, token } = context
  const room = await given.resource()
  const plain: Made = kind === 'resource' ? room : await given.booking(room)
  const list = schedule[`${kind}s`]
  const known = [plain.id]
  let index = 0

  const fresh = (): JsonObject =>
    kind === 'resource' ? { name: name() } : { resource_id: room.id, title: name(), ...slot() }
  const write: Trial['write'] = members => owner.post(list, { ...fresh(), ...start?.(index++), ...members })
  const written: Trial['written'] = async reply => {
    const id = createdId(reply)
    known.push(id)
    return [await owner.read(`${list}/${id}`)]
  }
  /** What this check has created, as far as anybody can see. */
  const visible = async () => {
    if (kind === 'booking') return owner.all(room.bookings)
    const items = await owner.all(list)
    return items.filter(item => Object.values(item).some(value => String(value).includes(token)))
  }

  return {
    write,
    written,
    async takes({ members, words: what }) {
      const reply = await write(members)
      accepted(reply, `${what} ${words}`)
      const others = writable[kind].filter(member => !individual.includes(member))
      const expected = { ...pick(plain.was, others), ...start?.(index - 1), ...members }
      for (const read of await written(reply)) isAsExpected(read, expected, `${what} ${words}`, reply)
    },
    async refuses(...samples) {
      const replies = await refuseAll(samples, write, words)
      // That an id is an integer is a rule of its own (ENV-12).
      const found = (await visible()).filter(({ id }) => !known.some(one => String(one) === String(id)))
      holds(found.length === 0, `a ${kind} was created although its create was refused`, {
        expected: [],
        actual: found,
        replies,
      })
    },
  }
}

/** Every write updates the same objects, by the path of one, or by `ids` on a list. */
export async function beginUpdates(
  kind: Kind,
  on: 'one' | 'schedule' | 'resource',
  words: string,
  context: Context,
  { count = 2, members: start }: TrialOptions,
): Promise<Trial> {
  const { owner, schedule, given } = context
  const several = on === 'one' ? 1 : count
  const room = kind === 'booking' ? await given.resource() : undefined
  const objects: readonly Made[] = room
    ? await given.bookings<number>(room, several, start)
    : await given.resources<number>(several, start)
  const ids = objects.map(({ id }) => id)
  const list = room && on === 'resource' ? room.bookings : schedule[`${kind}s`]
  let changed: JsonObject = {}

  const write: Trial['write'] = members =>
    on === 'one' ? owner.put(`${list}/${ids[0]}`, members) : owner.put(list, members, { ids })
  const areAsTold = async () => {
    for (const made of objects) await changedOnly(made, changed)
  }

  return {
    write,
    written: () => Promise.all(objects.map(made => now(made))),
    async takes({ members, words: what }) {
      accepted(await write(members), `${what} ${words}`)
      changed = { ...changed, ...members }
      await areAsTold()
    },
    async refuses(...samples) {
      await refuseAll(samples, write, words)
      await areAsTold()
    },
  }
}

async function refuseAll(samples: readonly Sample[], write: Trial['write'], words: string): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const sample of samples) {
    const reply = await write(sample.members)
    refused(reply, `${sample.words} ${words}`)
    replies.push(reply)
  }
  return replies
}

/** Colours are compared without letter case. */
function isAsExpected(actual: JsonObject, expected: JsonObject, what: string, reply: Reply): void {
  const plain = (name: string, value: unknown) =>
    name.startsWith('color_') && typeof value === 'string' ? value.toLowerCase() : value
  const differing = Object.keys(expected).filter(
    name => !isSame(plain(name, actual[name]), plain(name, expected[name])),
  )
  holds(differing.length === 0, `${what}: ${differing.join(', ')} is read otherwise than it must be`, {
    expected: pick(expected, differing),
    actual: pick(actual, differing),
    replies: [reply],
  })
}
