import {
  accepted,
  answeredId,
  changedOnly,
  createdId,
  has,
  holds,
  now,
  same,
  unchanged,
  updates,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { hash, type Made } from '../../check/created.js'
import { each, ids, rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { isObject, type JsonObject, pick } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { Blocked, Violation } from '../../session/outcomes.js'
import { atOnce } from '../at-once.js'
import { creates, perform } from '../operations.js'
import { eachWrite, type Write, type Writer } from '../written-members.js'

/** The members that an object of each kind has in addition to those that a check is about. */
const kinds = { resource: {}, booking: { title: 'something' } }

/** The number of bursts of concurrent updates: one may miss a race, especially the first, which opens the connections. */
const bursts = 5

/** Values that differ in each burst. */
const differentMembers = (burst: number): JsonObject => ({
  ...{ note: `note ${burst}`, custom_1: `first ${burst}`, custom_2: `second ${burst}` },
  ...{ link_title: `title ${burst}`, text_bold: burst % 2 === 1, color_bk: `#00000${burst}` },
})
const differentSettings = (burst: number): JsonObject => ({
  ...{ firstname: `First ${burst}`, lastname: `Last ${burst}`, language_tag: burst % 2 ? 'de' : 'en' },
  ...{ date_format: burst % 2 ? 'd.m.Y' : 'Y-m-d', time_format: burst % 2 ? 'h:i a' : 'H:i' },
})

interface Updated {
  readonly members: (burst: number) => JsonObject
  update(body: JsonObject): Promise<Reply>
  read(): Promise<JsonObject>
}

/** Sends each member in an update of its own, all concurrently, and reads what was accepted. */
async function keepsAll(words: string, { members, update, read }: Updated): Promise<void> {
  for (let burst = 1; burst <= bursts; burst++) {
    const bodies = Object.entries(members(burst)).map(([name, value]) => ({ [name]: value }))

    const replies = await atOnce(bodies.map(body => () => update(body)))

    const sent: JsonObject = Object.assign({}, ...bodies.filter((_, index) => replies[index]?.ok))
    const what = `what was sent to ${words} at the same time, each member in an update of its own,`
    same(pick(await read(), Object.keys(sent)), sent, what, ...replies)
  }
}

const filled = {
  text_bold: true,
  link: 'https://example.com/something',
  link_title: 'something',
  note: 'something',
  custom_1: 'something',
  custom_2: 'something',
}

/** Names of members that every JavaScript object inherits. */
const inherited = { proto: '__proto__', constructor: 'constructor' }

/** Names for a resource that a lookup in an object may find, each with a second one. */
const lookedUp: Readonly<Record<string, readonly [string, string]>> = {
  'named-tostring': ['toString', 'isPrototypeOf'],
  'named-constructor': ['constructor', 'hasOwnProperty'],
}

/** Values of members that careless implementations mistake for something else. */
export const fieldInteractionChecks: readonly Check[] = [
  ...each(ids`CROSS-13.resource CROSS-13.booking`, kinds, (id, members, kind) =>
    check(id, `the empty link of a ${kind} without one can be sent back`, async context => {
      const made = await context.given.one(kind, { ...members, note: 'as it was' })
      if (made.was.link !== '') {
        return context.observe(`the link of a ${kind} created without one is not an empty string`)
      }

      const what = 'an update with the empty link that was read'
      await updates(made, { link: '', note: 'new' }, { to: { note: 'new' }, what })
    }),
  ),

  check('CROSS-14.update', 'a resource may be given the name that it has', async ({ given }) => {
    const made = await given.resource()

    const what = 'an update with the name that the resource has'
    await updates(made, { name: made.name, description: 'new' }, { to: { description: 'new' }, what })
  }),

  check(
    'CROSS-14.bulk',
    'a resource may be given the name that it has in a bulk update of it alone',
    { sends: ['PUT resources'] },
    async ({ owner, schedule, given }) => {
      const made = await given.resource()
      const body = { name: made.name, description: 'new' }

      const reply = await owner.put(schedule.resources, body, { ids: made.id })

      accepted(reply, 'a bulk update of one resource with the name that it has')
      await changedOnly(made, { description: 'new' })
    },
  ),

  ...each(ids`CROSS-41.resource CROSS-41.booking`, kinds, (id, members, kind) =>
    check(id, `concurrent updates of different members of one ${kind} are all kept`, async context => {
      const made = await context.given.one(kind, members)

      await keepsAll(`one ${kind}`, {
        ...{ members: differentMembers, read: () => now(made) },
        update: body => context.owner.put(made.path, body),
      })
    }),
  ),

  ...each(ids`CROSS-41.resource.bulk CROSS-41.booking.bulk`, kinds, (id, members, kind) =>
    check(
      id,
      `concurrent bulk updates of different members of one ${kind} are all kept`,
      { sends: [`PUT ${kind}s`] },
      async context => {
        const made = await context.given.one(kind, members)

        await keepsAll(`one ${kind} in bulk updates`, {
          ...{ members: differentMembers, read: () => now(made) },
          update: body => context.owner.put(made.schedule[`${kind}s`], body, { ids: made.id }),
        })
      },
    ),
  ),

  check(
    'CROSS-41.account',
    'concurrent updates of different members of one account are all kept',
    { needs: ['stranger'], changes: ['stranger'], danger: 'acct' },
    async ({ stranger }) => {
      await keepsAll('one account', {
        members: differentSettings,
        update: body => stranger.put(me, body),
        read: () => stranger.read(me),
      })
    },
  ),

  ...each(ids`CROSS-16.resource.update CROSS-16.booking.update`, kinds, (id, members, kind) =>
    check(id, `false and an empty text are values in an update of a ${kind}`, async context => {
      const made = await context.given.one(kind, { ...members, ...filled })

      await emptyIsAValue(context, made, members => context.owner.put(made.path, members))
    }),
  ),

  ...each(ids`CROSS-16.resource.bulk CROSS-16.booking.bulk`, kinds, (id, members, kind) =>
    check(
      id,
      `false and an empty text are values in a bulk update of a ${kind}`,
      { sends: [`PUT ${kind}s`] },
      async context => {
        const made = await context.given.one(kind, { ...members, ...filled })
        const list = made.schedule[`${kind}s`]

        await emptyIsAValue(context, made, members => context.owner.put(list, members, { ids: made.id }))
      },
    ),
  ),

  check(
    'CROSS-16.booking.bulk-of-resource',
    'false and an empty text are values in a bulk update of the bookings of a resource',
    async context => {
      const resource = await context.given.bookable()
      const made = await context.given.booking(resource, { ...kinds.booking, ...filled })

      await emptyIsAValue(context, made, members =>
        context.owner.put(resource.bookings, members, { ids: made.id }),
      )
    },
  ),

  check(
    'CROSS-16.account',
    'false and an empty text are values in an update of an account',
    { needs: ['stranger'], changes: ['stranger'], danger: 'acct' },
    async ({ stranger, settings }) => {
      const shows = async (members: JsonObject) =>
        has(await stranger.read(me), members, `the account of the ${stranger.name}`)
      await settings(stranger, { allow_collaboration: true, lastname: 'Something' })

      accepted(await stranger.put(me, { allow_collaboration: false }), 'allow_collaboration false')
      await shows({ allow_collaboration: false, lastname: 'Something' })

      const reply = await stranger.put(me, { lastname: '' })
      await shows({ allow_collaboration: false, lastname: reply.ok ? '' : 'Something' })
    },
  ),

  ...each(ids`CROSS-37.proto CROSS-37.constructor`, inherited, (id, member) =>
    check(id, `a member ${member} has no effect on anything else`, async context => {
      const { owner, schedule, given, name, token } = context
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
      const members = pick(bystander.was, ['text_bold', 'description', 'note', 'custom_1'])
      const what = `a resource that was created after one with a member ${member}`
      has(later.was, members, what, created, updated)
    }),
  ),

  ...each(ids`CROSS-37.named-tostring CROSS-37.named-constructor`, lookedUp, (id, [word, another]) =>
    check(id, `a resource may be called ${word}`, async ({ owner, schedule, skip }) => {
      const taken = (await owner.all(schedule.resources)).some(({ name }) => name === word)
      if (taken) skip(`a resource of the schedule is called ${word} already`)

      const reply = await owner.post(schedule.resources, { name: word })

      // If names are unique over the whole service, another schedule may use this one, but hardly the other one too.
      if (!reply.ok && (await owner.post(schedule.resources, { name: another })).ok) {
        skip(`another schedule may have a resource called ${word}`)
      }
      const created = createdId(reply, `a resource called ${word}`)
      const read = await owner.get(`${schedule.resources}/${created}`)
      same(isObject(read.data) ? read.data.name : undefined, word, 'the name', read)
    }),
  ),

  check('CROSS-38', 'names of digits are texts, and a zero in front counts', async context => {
    const { owner, schedule, given, token } = context
    // Not random: another run may have the same seed, and names may be unique over the whole service.
    const digits = `7${hash(token)}`

    for (const name of [digits, `00${digits}`, `${digits}.0`, `${digits}e0`]) {
      const id = createdId(await owner.post(schedule.resources, { name }), `a resource called ${name}`)
      same((await owner.read(`${schedule.resources}/${id}`)).name, name, 'the name of a resource')
    }

    const made = await given.resource()
    await updates(made, { name: `0${digits}`, custom_1: '007' })
  }),

  ...each(ids`CROSS-39.resource CROSS-39.booking`, creates, (id, create, kind) =>
    check(id, `a create of a ${kind} is answered with an integer id`, async context => {
      const { reply } = await perform(context, create)

      const created = answeredId(reply)
      holds(Number.isInteger(created), 'the id of what was created is not an integer', {
        expected: 'an integer',
        actual: created,
        replies: [reply],
      })
    }),
  ),
]

/** Empty texts that the document does not explicitly allow: a target that accepts one must keep it. */
const emptyTexts: readonly JsonObject[] = [
  ...['link', 'link_title', 'note', 'custom_1', 'custom_2'].map(member => ({ [member]: '' })),
  { note: '', custom_1: '' },
]

/** Asserts that each empty text is a value: if it is accepted, it reads back and changes nothing else. */
async function emptyIsAValue(
  { given }: Context,
  made: Made,
  write: (members: JsonObject) => Promise<Reply>,
): Promise<void> {
  const { was: unset } = await given.one(made.kind, made.kind === 'booking' ? kinds.booking : {})
  let changed: JsonObject = made.kind === 'booking' ? { text_bold: false, title: '' } : { text_bold: false }

  accepted(await write(changed), 'false, and an empty title where there is one,')
  await changedOnly(made, changed)

  for (const members of emptyTexts) {
    const reply = await write(members)
    if (reply.ok) changed = { ...changed, ...asCleared(unset, made, await now(made), members) }
    await changedOnly(made, changed)
  }
}

/** A cleared text of a booking may read like one that was never set: only section 2.1 says that it is `""`. */
const asCleared = (unset: JsonObject, { kind }: Made, read: JsonObject, members: JsonObject): JsonObject =>
  kind === 'booking' && Object.keys(members).every(name => read[name] === unset[name])
    ? pick(read, Object.keys(members))
    : members

const noServerError = (reply: Reply, what: string) =>
  holds(reply.status < 500, `${what} makes the server fail`, {
    expected: 'an answer with a status below 500',
    actual: reply.status,
    replies: [reply],
  })

/** The texts of a resource and of a booking that may be "0"; a name must be unique. */
const zeros = { note: '0', link_title: '0', custom_1: '0', custom_2: '0' }
const texts = { resource: { description: '0', ...zeros }, booking: { title: '0', ...zeros } }

/** Asserts that the same members keep an ordinary text; otherwise another rule is broken. */
async function keepsText(writer: Writer, kind: Write['kind']): Promise<void> {
  const members = Object.fromEntries(Object.keys(texts[kind]).map(member => [member, 'text']))
  try {
    await writer.keeps({ members, words: 'an ordinary text in every text' })
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    throw new Blocked(kind === 'resource' ? 'RES-39' : 'BKG-29', error.finding)
  }
}

/** The text "0", which PHP and other languages treat as empty. */
export const zeroChecks: readonly Check[] = [
  ...rows(
    [
      'resource',
      ids`CROSS-16.resource.zero.create CROSS-16.resource.zero.update CROSS-16.resource.zero.bulk`,
    ],
    ['booking', ids`CROSS-16.booking.zero.create CROSS-16.booking.zero.update CROSS-16.booking.zero.bulk`],
  ).flatMap(([kind, own]) =>
    eachWrite(kind, own, 'the text "0" is kept', async writer => {
      await keepsText(writer, kind)

      await writer.keeps({ members: texts[kind], words: 'the text "0" in every text' })
    }),
  ),

  check(
    'CROSS-16.account.zero',
    'the text "0" is kept in an update of an account',
    { needs: ['stranger'], changes: ['stranger'], danger: 'acct' },
    async ({ stranger, settings }) => {
      await settings(stranger, { firstname: 'Something', lastname: 'Something' })

      const reply = await stranger.put(me, { firstname: '0', lastname: '0' })

      accepted(reply, 'the text "0" as firstname and lastname')
      has(await stranger.read(me), { firstname: '0', lastname: '0' }, 'the account', reply)
    },
  ),
]
