import {
  accepted,
  answeredId,
  createdId,
  describeRequest,
  documentedMembers,
  has,
  holds,
  quote,
  same,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Made } from '../../check/created.js'
import { each, ids, rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { isObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { creates, perform } from '../operations.js'

/** The objects of a response, without members that the document does not mention. */
const documentedData = ({ data }: Reply, made: Made) =>
  [data].flat().map(object => (isObject(object) ? documentedMembers(made, object) : object))

/** The lists that contain an object. */
const listsWith = ({ kind, schedule, sent }: Made) => [
  schedule[`${kind}s`],
  ...(kind === 'booking' ? [`${schedule.resources}/${sent.resource_id}/bookings`] : []),
]

function isOneObject(reply: Reply, what: string, expected: string): void {
  accepted(reply)
  holds(isObject(reply.data), `data of ${what} must be an object`, {
    expected,
    actual: reply.data,
    replies: [reply],
  })
}

function isList(reply: Reply, what: string): void {
  accepted(reply)
  holds(Array.isArray(reply.data), `data of ${what} must be an array`, {
    expected: [],
    actual: reply.data,
    replies: [reply],
  })
  holds(isObject(reply.pagination), `${what} must have pagination, an object`, {
    expected: {},
    actual: reply.pagination,
    replies: [reply],
  })
}

const own = { danger: 'own' } as const

/** Long texts with characters that careless implementations escape, below the limits, which other rules check. */
const longText = (length: number) => `"A" <b>&amp;</b> a < b & c Ä`.padEnd(length, ' and on')
const commonTexts = {
  link: 'https://example.com/?a=b&c='.padEnd(240, 'd'),
  link_title: longText(90),
  note: `${longText(400)}\n\n${longText(80)}`,
  custom_1: longText(190),
  custom_2: longText(190),
}
const longTexts = {
  resource: { description: longText(190), ...commonTexts },
  booking: { title: longText(90), ...commonTexts },
}

/** Asserts that an object is the same in each list that contains it as in its single read. */
async function isSameInLists({ owner }: Context, made: Made): Promise<void> {
  const single = documentedMembers(made, await owner.read(made.path))
  for (const list of listsWith(made)) {
    const { items, reply } = await owner.list(list, { ids: [made.id] })
    const found = items.map(item => documentedMembers(made, item))
    same(found, [single], `the ${made.kind} in ${list}, against its single read,`, reply)
  }
}

/** The shapes of responses that section 1 defines. */
export const envelopeShapeChecks: readonly Check[] = [
  check('ENV-01', 'the collections and the user are found at /v1 under the base URL', async context => {
    const { owner, schedule } = context

    for (const path of [schedule.resources, schedule.bookings, schedule.collaborators, me]) {
      accepted(await owner.get(path))
    }
  }),

  ...each(ids`ENV-06.resource ENV-06.booking ENV-06.collaborator`, creates, (id, _, kind) =>
    check(id, `data of a single read of a ${kind} is the object itself`, own, async context => {
      const made = await context.given.one(kind)

      const reply = await context.owner.get(made.path)

      isOneObject(reply, `a single read of a ${kind}`, `the ${kind}`)
    }),
  ),

  check(
    'ENV-06.nothing',
    'data of a read with fields that the object does not have is an object, too',
    own,
    async ({ owner, given, schedule, observe }) => {
      const { path, id, was } = await given.collaborator()
      if (was.user !== undefined) return observe('a collaborator without an account is shown with user')

      const single = await owner.get(path, { fields: 'user' })
      const list = await owner.get(schedule.collaborators, { ids: [id], fields: 'user' })

      for (const reply of [single, list]) {
        accepted(reply)
        const data = reply === list && Array.isArray(reply.data) ? reply.data[0] : reply.data
        holds(isObject(data), 'a collaborator with fields=user, which it does not have, must be an object', {
          expected: {},
          actual: data,
          replies: [reply],
        })
      }
    },
  ),

  check('ENV-06.me', 'data of a read of the user is the object itself', async ({ owner }) => {
    const reply = await owner.get(me)

    isOneObject(reply, 'a read of the user', 'the user')
  }),

  ...each(ids`ENV-07.resource ENV-07.booking ENV-07.collaborator`, creates, (id, _, kind) =>
    check(
      id,
      `a list with one ${kind} or none is an array of objects with pagination`,
      own,
      async context => {
        const made = await context.given.one(kind)
        const one = []
        for (const list of listsWith(made)) one.push(await context.owner.get(list, { ids: [made.id] }))
        const none = []
        const deletion = await context.owner.delete(made.path)
        for (const list of deletion.ok ? listsWith(made) : []) {
          none.push(await context.owner.get(list, { ids: [made.id] }))
        }

        for (const reply of one) isList(reply, `a list with one ${kind}`)
        // A list with an id that does not exist may also be refused.
        for (const reply of none.filter(({ ok }) => ok)) isList(reply, `a list with no ${kind}`)
      },
    ),
  ),

  check(
    'ENV-07.empty',
    'the list of the bookings of a resource that has none is an empty array with pagination',
    own,
    async ({ owner, given }) => {
      const resource = await given.resource()

      const reply = await owner.get(resource.bookings)

      isList(reply, 'a list with no booking')
      same(reply.data, [], 'data of a list with no booking', reply)
    },
  ),

  ...each(ids`ENV-08.resource ENV-08.booking ENV-08.collaborator`, creates, (id, create, kind) =>
    check(
      id,
      `the answer to creating a ${kind} has data with one object that holds only id`,
      async context => {
        const { reply } = await perform(context, create)

        const { data } = reply
        holds(Array.isArray(data) && data.length === 1, 'data of a create must be an array with one object', {
          expected: [{ id: 'the id' }],
          actual: data,
          replies: [reply],
        })
        const names = isObject(data[0]) ? Object.keys(data[0]) : data[0]
        same(names, ['id'], 'what the one object in data of a create holds', reply)
      },
    ),
  ),

  ...each(ids`ENV-09.resource ENV-09.booking ENV-09.collaborator`, creates, (id, create, kind) =>
    check(
      id,
      kind === 'collaborator'
        ? 'creating a collaborator returns an integer or digits, the id that later reads show'
        : `creating a ${kind} returns an integer, the id that later reads show`,
      async context => {
        const { attempt, reply } = await perform(context, create)

        const id = answeredId(reply)
        const digits = kind === 'collaborator' && typeof id === 'string' && /^\d+$/.test(id)
        holds(Number.isInteger(id) || digits, `the id returned by creating a ${kind} has a wrong type`, {
          expected: kind === 'collaborator' ? 'an integer, or a string of digits' : 'an integer',
          actual: quote(id),
          replies: [reply],
        })
        const read = await context.owner.read(`${attempt.path}/${id}`)
        same(read.id, Number(id), `the id that a read of the ${kind} shows`, reply)
      },
    ),
  ),

  ...each(ids`ENV-12.resource ENV-12.booking ENV-12.collaborator`, creates, (id, _, kind) =>
    check(id, `the id of a ${kind} is an integer in lists and reads`, own, async context => {
      const made = await context.given.one(kind)

      const single = await context.owner.read(made.path)

      holds(Number.isInteger(single.id), `the id of a ${kind} must be an integer in a single read`, {
        expected: 'an integer',
        actual: single.id,
      })
      for (const list of listsWith(made)) {
        const { items, reply } = await context.owner.list(list, { ids: [made.id] })
        const actual = items.map(({ id }) => id)
        same(actual, [made.id], `the ids in ${list}`, reply)
      }
    }),
  ),

  check('ENV-12.me', 'the id of the user is a string', async ({ owner }) => {
    const { id } = await owner.read(me)

    holds(typeof id === 'string', 'the id of the user must be a string', {
      expected: 'a string',
      actual: id,
    })
  }),

  ...each(ids`ENV-13.resource ENV-13.booking ENV-13.collaborator`, creates, (id, _, kind) =>
    check(id, `a ${kind} is the same in a list and in a single read`, own, async context => {
      await isSameInLists(context, await context.given.one(kind))
    }),
  ),

  ...rows(
    ['ENV-13.resource.long', 'resource', 'with long texts', longTexts.resource],
    ['ENV-13.booking.long', 'booking', 'with long texts', longTexts.booking],
    ['ENV-13.booking.untitled', 'booking', 'without a title', { title: '' }],
  ).map(([id, kind, words, members]) =>
    check(id, `a ${kind} ${words} is the same in a list and in a single read`, own, async context => {
      const name = kind === 'resource' && { name: `a < b & c ${context.name(80)}` }
      await isSameInLists(context, await context.given.one(kind, { ...members, ...name }))
    }),
  ),

  check(
    'ENV-13.registered',
    'a collaborator with an account is the same in a list and in a single read',
    { danger: 'own', needs: ['second schedule', 'stranger'], alone: ['stranger in second'] },
    async ({ owner, stranger, given, second }) => {
      const someone = await given.collaborator({ email: stranger.email }, { in: second })

      const single = documentedMembers(someone, await owner.read(someone.path))

      const { items, reply } = await owner.list(second.collaborators, { ids: [someone.id] })
      const found = items.map(item => documentedMembers(someone, item))
      same(found, [single], 'the collaborator in the list, against the single read,', reply)
    },
  ),

  check(
    'ENV-18',
    'a request without an Accept header, or with */*, is answered as one that accepts application/json',
    async ({ owner, accepting, given, schedule, name }) => {
      const made = await given.resource()
      const was = documentedMembers(made, made.was)
      const nameless = await owner.post(schedule.resources, {})

      for (const client of [accepting(owner, null), accepting(owner, '*/*')]) {
        const read = await client.get(made.path)
        accepted(read)
        same(documentedData(read, made), [was], 'the resource', read)
        const list = await client.get(schedule.resources, { ids: [made.id] })
        accepted(list)
        same(documentedData(list, made), [was], 'the list of the resource', list)
        const path = `${schedule.resources}/${createdId(await client.post(schedule.resources, { name: name() }))}`
        accepted(await client.put(path, { description: 'changed' }))
        has(await owner.read(path), { description: 'changed' }, 'the resource after its update')
        accepted(await client.delete(path))
        const refusal = await client.post(schedule.resources, {})
        if (isObject(nameless.body)) {
          holds(
            isObject(refusal.body),
            `the refusal of ${describeRequest(refusal)} must be a JSON object, too`,
            {
              expected: nameless.body,
              actual: refusal.text,
              replies: [refusal, nameless],
            },
          )
        }
      }
    },
  ),
]
