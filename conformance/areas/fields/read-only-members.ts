import {
  type Actor,
  accepted,
  type Check,
  changedOnly,
  check,
  has,
  holds,
  instantOf,
  type Json,
  type JsonObject,
  type MadeResource,
  nothingCreated,
  now,
  type Reply,
  refused,
  type Schedule,
  same,
  unchanged,
} from '../../runner/index.js'
import { createdId } from '../created.js'
import { dashed } from './ways.js'

/** A value that no read-only member of a resource of the run has (section 2.1). */
const altered = {
  id: 2_147_483_645,
  schedule_id: 'another-schedule',
  created_at: '2001-02-03T04:05:06Z',
  updated_at: '2001-02-03T04:05:06Z',
} as const satisfies JsonObject

const members = Object.keys(altered) as (keyof typeof altered)[]

/** The read-only member had no effect, and what was sent with it only if the answer says so. */
async function isAsBefore(made: MadeResource, reply: Reply, sentWithIt: JsonObject): Promise<void> {
  if (!reply.ok) {
    await unchanged(made)
    return
  }
  await changedOnly(made, sentWithIt)
  const { created_at, updated_at } = await now(made)
  same(created_at, made.was.created_at, 'created_at after an update', reply)
  holds(!isAltered('updated_at', updated_at), 'updated_at is what was sent in an update', {
    expected: 'the time of the last update',
    actual: updated_at,
    replies: [reply],
  })
}

/** A date may be written in another way than it was sent. */
function isAltered(member: keyof typeof altered, value: Json | undefined): boolean {
  const instant = instantOf(value)
  return value === altered[member] || (instant !== undefined && instant === instantOf(altered[member]))
}

const inUpdates = members.map(member =>
  check(
    `RES-34.${dashed(member)}`,
    `the ${member} of a resource stays what it is when an update brings another`,
    async ({ owner, given }) => {
      const made = await given.resource()

      const reply = await owner.put(made.path, { description: 'new', [member]: altered[member] })

      await isAsBefore(made, reply, { description: 'new' })
    },
  ),
)

const inBulkUpdates = members.map(member =>
  check(
    `RES-36.${dashed(member)}`,
    `the ${member} of resources stays what it is when a bulk update brings another`,
    async ({ owner, schedule, given }) => {
      const made = await given.resources(2)

      const reply = await owner.put(
        schedule.resources,
        { description: 'new', [member]: altered[member] },
        { ids: made.map(({ id }) => id) },
      )

      for (const one of made) await isAsBefore(one, reply, { description: 'new' })
    },
  ),
)

const inCreates = members.map(member =>
  check(
    `RES-35.${dashed(member)}`,
    `the ${member} sent in a create of a resource has no effect`,
    async ({ owner, schedule, name }) => {
      const sent: JsonObject = { name: name(), [member]: altered[member] }

      const reply = await owner.post(schedule.resources, sent)

      if (!reply.ok) {
        await nothingCreated(owner, schedule.resources, String(sent.name), reply)
        accepted(await owner.post(schedule.resources, { name: name() }), 'a create without read-only members')
        return
      }
      const id = createdId(reply)
      const read = await owner.read(`${schedule.resources}/${id}`)
      has(read, { id, name: sent.name as Json }, 'the created resource', reply)
      holds(!isAltered(member, read[member]), `the ${member} is what was sent in the create`, {
        actual: read[member],
        replies: [reply],
      })
    },
  ),
)

/** That a resource with this name has not come to another schedule; if it has, it is deleted, for nobody else would. */
async function isNotIn({ resources }: Schedule, owner: Actor, name: string, reply: Reply): Promise<void> {
  const found = (await owner.all(resources)).filter(item => item.name === name)
  for (const { id } of found) await owner.delete(`${resources}/${id}`)
  holds(found.length === 0, 'a resource is in the schedule that was sent as schedule_id', {
    expected: 'the schedule of the path',
    actual: found,
    replies: [reply],
  })
}

/** Schedules that there are: where one that there is not would be refused for that reason alone. */
const otherSchedules = [
  check(
    'RES-34.schedule-id.second',
    'a resource stays in its schedule when an update brings the id of another one',
    { needs: ['second schedule'] },
    async ({ owner, second, given }) => {
      const made = await given.resource()

      const reply = await owner.put(made.path, { description: 'new', schedule_id: second.id })

      await isNotIn(second, owner, made.name, reply)
      await isAsBefore(made, reply, { description: 'new' })
    },
  ),
  check(
    'RES-36.schedule-id.second',
    'resources stay in their schedule when a bulk update brings the id of another one',
    { needs: ['second schedule'] },
    async ({ owner, schedule, second, given }) => {
      const made = await given.resources(2)
      const ids = made.map(({ id }) => id)

      const reply = await owner.put(
        schedule.resources,
        { description: 'new', schedule_id: second.id },
        { ids },
      )

      for (const { name } of made) await isNotIn(second, owner, name, reply)
      for (const one of made) await isAsBefore(one, reply, { description: 'new' })
    },
  ),
  check(
    'RES-35.schedule-id.second',
    'a resource is created in the schedule of the path when a create brings the id of another one',
    { needs: ['second schedule'] },
    async ({ owner, schedule, second, name }) => {
      const wanted = name()

      const reply = await owner.post(schedule.resources, { name: wanted, schedule_id: second.id })

      await isNotIn(second, owner, wanted, reply)
      const listed = (await owner.all(schedule.resources)).filter(item => item.name === wanted)
      same(
        listed.length,
        reply.ok ? 1 : 0,
        'the number of resources with the name that was sent in the schedule of the path',
        reply,
      )
    },
  ),
]

/** A wrong value beside a right one, before it and behind it. */
const halfWrong: readonly { readonly order: string; readonly body: JsonObject }[] = [
  { order: 'first', body: { color_fg: 'red', description: 'new' } },
  { order: 'last', body: { description: 'new', color_fg: 'red' } },
]

const nothingByHalves = halfWrong.flatMap(({ order, body }) => [
  check(
    `RES-37.update.${order}`,
    `a refused update changes nothing, the wrong value being the ${order} one`,
    async ({ owner, given }) => {
      const made = await given.resource()

      const reply = await owner.put(made.path, body)

      refused(reply, 'an update with the color_fg "red"')
      await unchanged(made)
      accepted(await owner.put(made.path, { ...body, color_fg: '#FF0000' }))
      await changedOnly(made, { description: 'new', color_fg: '#FF0000' })
    },
  ),
  check(
    `RES-37.bulk.${order}`,
    `a refused bulk update changes nothing, the wrong value being the ${order} one`,
    async ({ owner, schedule, given }) => {
      const made = await given.resources(2)
      const ids = made.map(({ id }) => id)

      const reply = await owner.put(schedule.resources, body, { ids })

      refused(reply, 'a bulk update with the color_fg "red"')
      await unchanged(...made)
      accepted(await owner.put(schedule.resources, { ...body, color_fg: '#FF0000' }, { ids }))
      for (const one of made) await changedOnly(one, { description: 'new', color_fg: '#FF0000' })
    },
  ),
])

export const readOnlyMemberChecks: readonly Check[] = [
  ...inUpdates,
  ...inBulkUpdates,
  ...inCreates,
  ...otherSchedules,
  ...nothingByHalves,
]
