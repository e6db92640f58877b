import {
  type Actor,
  accepted,
  type Check,
  type Context,
  changedOnly,
  check,
  has,
  hash,
  holds,
  isObject,
  type JsonObject,
  type Made,
  now,
  pick,
  type Reply,
  same,
  unchanged,
} from '../../runner/index.js'
import { createdId } from '../created.js'
import { each, ids } from '../ids.js'

const kinds = { resource: 'resource', booking: 'booking' } as const

const make = async (kind: 'resource' | 'booking', { given }: Context, members: JsonObject): Promise<Made> =>
  kind === 'resource' ? given.resource(members) : given.booking(await given.resource(), members)

const roundTrips = [
  ...each(ids`CROSS-13.resource CROSS-13.booking`, kinds, (id, kind) =>
    check(id, `the empty link of a ${kind} without one can be sent back`, async context => {
      const { owner, observe } = context
      const made = await make(kind, context, { note: 'as it was' })
      if (made.was.link !== '')
        return observe(`the link of a ${kind} that has none is not read as an empty string`)

      const reply = await owner.put(made.path, { link: '', note: 'new' })

      accepted(reply, 'an update with the empty link that was read')
      await changedOnly(made, { note: 'new' })
    }),
  ),
  check('CROSS-14.update', 'a resource may be given the name that it has', async ({ owner, given }) => {
    const made = await given.resource()

    const reply = await owner.put(made.path, { name: made.name, description: 'new' })

    accepted(reply, 'an update with the name that the resource has')
    await changedOnly(made, { description: 'new' })
  }),
  check(
    'CROSS-14.bulk',
    'a resource may be given the name that it has in a bulk update of it alone',
    async ({ owner, schedule, given }) => {
      const made = await given.resource()

      const reply = await owner.put(
        schedule.resources,
        { name: made.name, description: 'new' },
        { ids: made.id },
      )

      accepted(reply, 'a bulk update of one resource with the name that it has')
      await changedOnly(made, { description: 'new' })
    },
  ),
]

/** Members that hold something, and what says nothing or no in their place. */
const said: JsonObject = { text_bold: true, note: 'something', custom_1: 'something' }
const bookingSaid: JsonObject = { ...said, title: 'something' }

/** Empty texts that the document does not call right in so many words: whoever takes one has to keep it. */
const emptyTexts: JsonObject[] = [{ note: '' }, { custom_1: '' }, { note: '', custom_1: '' }]

/** A text of a booking that was emptied may be read as one that was never set: as `""` only section 2.1 says. */
const asCleared = ({ kind, was }: Made, read: JsonObject, members: JsonObject): JsonObject =>
  kind === 'booking' && Object.keys(members).every(name => read[name] === was.custom_2)
    ? pick(read, Object.keys(members))
    : members

/** False and empty texts that are accepted are read back, and change nothing else. */
async function emptyIsWritten(
  context: Context,
  kind: 'resource' | 'booking',
  write: (made: Made, members: JsonObject) => Promise<Reply>,
): Promise<void> {
  const made = await make(kind, context, kind === 'booking' ? bookingSaid : said)
  let changed: JsonObject = kind === 'booking' ? { text_bold: false, title: '' } : { text_bold: false }

  accepted(await write(made, changed), 'false, and an empty title where there is one,')
  await changedOnly(made, changed)

  for (const members of emptyTexts) {
    const reply = await write(made, members)
    if (reply.ok) changed = { ...changed, ...asCleared(made, await now(made), members) }
    await changedOnly(made, changed)
  }
}

const notAbsence = [
  ...each(ids`CROSS-16.resource.update CROSS-16.booking.update`, kinds, (id, kind) =>
    check(id, `false and an empty text are values in an update of a ${kind}`, context =>
      emptyIsWritten(context, kind, (made, members) => context.owner.put(made.path, members)),
    ),
  ),

  ...each(ids`CROSS-16.resource.bulk CROSS-16.booking.bulk`, kinds, (id, kind) =>
    check(id, `false and an empty text are values in a bulk update of a ${kind}`, context =>
      emptyIsWritten(context, kind, (made, members) =>
        context.owner.put(made.schedule[`${kind}s`], members, { ids: made.id }),
      ),
    ),
  ),

  check(
    'CROSS-16.account',
    'false and an empty text are values in an update of an account',
    { needs: ['stranger'], changes: ['stranger'], danger: 'acct' },
    async ({ stranger, settings }) => {
      await settings(stranger, { allow_collaboration: true, lastname: 'Something' })

      accepted(
        await stranger.put('/v1/users/me', { allow_collaboration: false }),
        'allow_collaboration false',
      )
      await reads(stranger, { allow_collaboration: false, lastname: 'Something' })

      const reply = await stranger.put('/v1/users/me', { lastname: '' })
      await reads(stranger, { allow_collaboration: false, lastname: reply.ok ? '' : 'Something' })
    },
  ),
]

async function reads(actor: Actor, members: JsonObject): Promise<void> {
  has(await actor.read('/v1/users/me'), members, `the account of the ${actor.name}`)
}

const noServerError = (reply: Reply, what: string) =>
  holds(reply.status < 500, `${what} makes the server fail`, {
    expected: 'an answer with a status below 500',
    actual: reply.status,
    replies: [reply],
  })

const odd = { proto: '__proto__', constructor: 'constructor' } as const

/** Names that an object may seem to have, each with another one. */
const inherited = {
  'named-tostring': ['toString', 'isPrototypeOf'],
  'named-constructor': ['constructor', 'hasOwnProperty'],
} as const

const names = [
  ...each(ids`CROSS-37.proto CROSS-37.constructor`, odd, (id, member) =>
    check(
      id,
      `a member ${member} has no effect on anything else`,
      async ({ owner, schedule, given, name, token }) => {
        const bystander = await given.resource()
        const inner = { text_bold: true, description: token, note: token, prototype: { custom_1: token } }
        const text = `{"name":${JSON.stringify(name())},"${member}":${JSON.stringify(inner)}}`

        const created = await owner.send('POST', schedule.resources, { text })
        noServerError(created, `a create with a member ${member}`)
        const updated = await owner.send('PUT', bystander.path, {
          text: text.replace(/"name":"[^"]*"/, '"custom_2":"new"'),
        })
        noServerError(updated, `an update with a member ${member}`)

        if (updated.ok) await changedOnly(bystander, { custom_2: 'new' })
        else await unchanged(bystander)
        const later = await given.resource()
        has(
          later.was,
          pick(bystander.was, ['text_bold', 'description', 'note', 'custom_1']),
          `a resource that was created after one with a member ${member}`,
          created,
          updated,
        )
      },
    ),
  ),
  ...each(ids`CROSS-37.named-tostring CROSS-37.named-constructor`, inherited, (id, [word, another]) =>
    check(id, `a resource may be called ${word}`, async ({ owner, schedule, skip }) => {
      const taken = (await owner.all(schedule.resources)).some(({ name }) => name === word)
      if (taken) skip(`a resource of the schedule is called ${word} already`)

      const reply = await owner.post(schedule.resources, { name: word })

      // Names may be unique over the whole service: then somebody else's may stand in the way, but not of such a word too.
      if (!reply.ok && (await owner.post(schedule.resources, { name: another })).ok)
        skip(`another schedule may have a resource called ${word}`)

      const id = createdId(reply, `a resource called ${word}`)
      const read = await owner.get(`${schedule.resources}/${id}`)
      same(isObject(read.data) ? read.data.name : undefined, word, 'the name', read)
    }),
  ),
  check('CROSS-38', 'names of digits are texts, and a zero in front counts', async context => {
    const { owner, schedule, given, token } = context
    // Not by chance: the same seed gives the same in another run, and names may be unique over the whole service.
    const digits = `7${hash(token)}`

    for (const name of [digits, `00${digits}`]) {
      const id = createdId(await owner.post(schedule.resources, { name }), `a resource called ${name}`)
      same((await owner.read(`${schedule.resources}/${id}`)).name, name, 'the name of a resource')
    }

    const made = await given.resource()
    accepted(await owner.put(made.path, { name: `0${digits}`, custom_1: '007' }))
    await changedOnly(made, { name: `0${digits}`, custom_1: '007' })
  }),
]

const createdIds = [
  check('CROSS-39.resource', 'a create of a resource is answered with an integer id', async context => {
    const { owner, schedule, name } = context

    hasIntegerId(await owner.post(schedule.resources, { name: name() }))
  }),
  check('CROSS-39.booking', 'a create of a booking is answered with an integer id', async context => {
    const { owner, schedule, given, name, slot } = context
    const room = await given.resource()

    hasIntegerId(await owner.post(schedule.bookings, { resource_id: room.id, title: name(), ...slot() }))
  }),
]

function hasIntegerId(reply: Reply): void {
  createdId(reply)
  const [first] = Array.isArray(reply.data) ? reply.data : []
  const id = isObject(first) ? first.id : undefined
  holds(Number.isInteger(id), 'the id of what was created is no integer', {
    expected: 'an integer',
    actual: id,
    replies: [reply],
  })
}

export const fieldInteractionChecks: readonly Check[] = [
  ...roundTrips,
  ...notAbsence,
  ...names,
  ...createdIds,
]
