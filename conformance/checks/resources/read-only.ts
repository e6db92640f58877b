import {
  accepted,
  allChanged,
  changedOnly,
  createdId,
  has,
  holds,
  notElsewhere,
  nothingCreated,
  now,
  refused,
  same,
  unchanged,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { MadeResource } from '../../check/created.js'
import { each, ids, rows } from '../../check/ids.js'
import { instantOf } from '../../check/instants.js'
import type { Reply } from '../../http/exchange.js'
import type { Json, JsonObject } from '../../http/json.js'

/** The members that no request can write (section 2.1), each with a value that no resource of the run has. */
const readOnly = [
  ['id', 2_147_483_645, 'RES-34.id', 'RES-35.id', 'RES-36.id'],
  ['schedule_id', 'another-schedule', 'RES-34.schedule-id', 'RES-35.schedule-id', 'RES-36.schedule-id'],
  ['created_at', '2001-02-03T04:05:06Z', 'RES-34.created-at', 'RES-35.created-at', 'RES-36.created-at'],
  ['updated_at', '2001-02-03T04:05:06Z', 'RES-34.updated-at', 'RES-35.updated-at', 'RES-36.updated-at'],
] as const

/** The two ways to update resources, each with how it creates and updates them. */
const updates = {
  update: {
    words: 'an update',
    objects: 'a resource',
    sends: [],
    begin: (context: Context) => begin(context, 1),
  },
  bulk: {
    words: 'a bulk update',
    objects: 'resources',
    sends: ['PUT resources'],
    begin: (context: Context) => begin(context, 2),
  },
} as const

async function begin({ owner, schedule, given }: Context, count: 1 | 2) {
  const made = await given.resources<number>(count)
  const ids = made.map(({ id }) => id)
  const put = (body: JsonObject) =>
    count === 1
      ? owner.put(`${schedule.resources}/${ids}`, body)
      : owner.put(schedule.resources, body, { ids })
  return { made, put }
}

/** Asserts that the read-only member had no effect, and that the description changed only if the response says so. */
async function onlyDescriptionChanged(resources: readonly MadeResource[], reply: Reply): Promise<void> {
  if (!reply.ok) return unchanged(...resources)
  for (const made of resources) {
    await changedOnly(made, { description: 'new' })
    const { created_at, updated_at } = await now(made)
    same(created_at, made.was.created_at, 'created_at after an update', reply)
    holds(!isSent(updated_at, '2001-02-03T04:05:06Z'), 'updated_at is what was sent in an update', {
      expected: 'the time of the last update',
      actual: updated_at,
      replies: [reply],
    })
  }
}

/** Whether a value was taken from the request; a date may read in another form than it was sent. */
function isSent(value: Json | undefined, sent: Json): boolean {
  const instant = instantOf(value)
  return value === sent || (instant !== undefined && instant === instantOf(sent))
}

/** A wrong value with a valid one, before it and after it. */
const halfWrong = [
  ['first', { color_fg: 'red', description: 'new' }, ids`RES-37.update.first RES-37.bulk.first`],
  ['last', { description: 'new', color_fg: 'red' }, ids`RES-37.update.last RES-37.bulk.last`],
] as const

/** What a request with several members must not write. */
export const resourceReadOnlyChecks: readonly Check[] = [
  ...readOnly.flatMap(([member, value, update, create, bulk]) => [
    ...rows([update, updates.update], [bulk, updates.bulk]).map(([id, { words, objects, sends, begin }]) =>
      check(id, `${words} leaves ${member} of ${objects} alone`, { sends }, async context => {
        const { made, put } = await begin(context)

        const reply = await put({ description: 'new', [member]: value })

        await onlyDescriptionChanged(made, reply)
      }),
    ),

    check(create, `${member} in a create of a resource has no effect`, async ({ owner, schedule, name }) => {
      const sent: JsonObject = { name: name(), [member]: value }

      const reply = await owner.post(schedule.resources, sent)

      if (!reply.ok) {
        await nothingCreated(owner, schedule.resources, String(sent.name), reply)
        accepted(await owner.post(schedule.resources, { name: name() }), 'a create without read-only members')
        return
      }
      const id = createdId(reply)
      const read = await owner.read(`${schedule.resources}/${id}`)
      has(read, { id, name: sent.name as Json }, 'the created resource', reply)
      holds(!isSent(read[member], value), `the ${member} is what was sent in the create`, {
        actual: read[member],
        replies: [reply],
      })
    }),
  ]),

  // Existing schedules: an unknown one might be refused for that reason alone.
  ...rows(
    ['RES-34.schedule-id.second', 'a resource stays in its schedule', updates.update],
    ['RES-36.schedule-id.second', 'resources stay in their schedule', updates.bulk],
  ).map(([id, effect, { words, sends, begin }]) => {
    const title = `${effect} when ${words} brings the id of another one`
    return check(id, title, { needs: ['second schedule'], sends }, async context => {
      const { owner, second } = context
      const { made, put } = await begin(context)

      const reply = await put({ description: 'new', schedule_id: second.id })

      const values = made.map(({ name }) => name)
      await notElsewhere(owner, second.resources, { member: 'name', values }, reply)
      await onlyDescriptionChanged(made, reply)
    })
  }),
  check(
    'RES-35.schedule-id.second',
    'a resource is created in the schedule of the path when a create brings the id of another one',
    { needs: ['second schedule'] },
    async ({ owner, schedule, second, name }) => {
      const wanted = name()

      const reply = await owner.post(schedule.resources, { name: wanted, schedule_id: second.id })

      await notElsewhere(owner, second.resources, { member: 'name', values: [wanted] }, reply)
      const listed = (await owner.all(schedule.resources)).filter(item => item.name === wanted)
      const what = 'the number of resources with the name that was sent in the schedule of the path'
      same(listed.length, reply.ok ? 1 : 0, what, reply)
    },
  ),

  ...halfWrong.flatMap(([order, body, ids]) =>
    each(ids, updates, (id, { words, sends, begin }) =>
      check(id, `${words} with a wrong ${order} value is refused`, { sends }, async context => {
        const { made, put } = await begin(context)

        const reply = await put(body)

        refused(reply, `${words} with the color_fg "red"`)
        await unchanged(...made)
        accepted(await put({ ...body, color_fg: '#FF0000' }))
        await allChanged(made, { description: 'new', color_fg: '#FF0000' })
      }),
    ),
  ),
]
