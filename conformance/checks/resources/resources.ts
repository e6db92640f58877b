import { writableResourceMembers } from '../../catalogue/members.js'
import {
  accepted,
  changedOnly,
  createdId,
  has,
  hasMembers,
  holds,
  none,
  nothingCreated,
  refused,
  same,
  updates,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { ids, rows } from '../../check/ids.js'
import { isObject, type JsonObject, pick } from '../../http/json.js'
import { movesByEachMember } from '../date-checks.js'
import { eachWrite } from '../written-members.js'

/** A non-default value for each of the 11 writable members (section 2.1). */
const everyMember = ({ name }: Context): JsonObject => ({
  name: name(),
  description: 'North wing, second floor',
  color_fg: '#123456',
  color_bk: '#ABCDEF',
  color_schedule: '#0F1E2D',
  text_bold: true,
  link: 'https://example.com/rooms/12',
  link_title: 'Plan of the floor',
  note: 'Key at the desk\nRing twice',
  custom_1: 'projector',
  custom_2: '24 seats',
})

/** A change of each member; the name is a new, unique one. */
const changes = [
  ['RES-40.name', 'name', undefined],
  ['RES-40.description', 'description', 'South wing'],
  ['RES-40.color-fg', 'color_fg', '#654321'],
  ['RES-40.color-bk', 'color_bk', '#FEDCBA'],
  ['RES-40.color-schedule', 'color_schedule', '#D2E1F0'],
  ['RES-40.text-bold', 'text_bold', false],
  ['RES-40.link', 'link', 'http://example.com/rooms/13'],
  ['RES-40.link-title', 'link_title', 'Another plan'],
  ['RES-40.note', 'note', 'No key\nneeded'],
  ['RES-40.custom-1', 'custom_1', 'blackboard'],
  ['RES-40.custom-2', 'custom_2', '12 seats'],
] as const

/** The resource object, and the effects of creates and updates of one resource. */
export const resourceObjectChecks: readonly Check[] = [
  check('RES-01.single', 'a single read of a resource has the 15 members with their types', async context => {
    const { owner, schedule, name } = context
    const id = createdId(await owner.post(schedule.resources, { name: name() }))

    const reply = await owner.get(`${schedule.resources}/${id}`)

    accepted(reply)
    hasMembers(isObject(reply.data) ? reply.data : {}, 'resource', 'a resource', { replies: [reply] })
  }),
  check('RES-01.list', 'a list of resources has the 15 members with their types', async context => {
    const { owner, schedule, name } = context
    const id = createdId(await owner.post(schedule.resources, { name: name() }))

    const { items, reply } = await owner.list(schedule.resources, { ids: id })

    const item = items.find(one => one.id === id)
    holds(item !== undefined, 'a list by the id of a resource does not hold it', {
      actual: items,
      replies: [reply],
    })
    hasMembers(item, 'resource', 'a resource', { replies: [reply] })
  }),
  check('RES-02', '25 resources have 25 ids', { needs: ['25 objects'] }, async ({ given }) => {
    const made = await given.resources<number>(25)

    const ids = made.map(({ was }) => was.id)

    holds(new Set(ids).size === 25, 'two resources have the same id', { expected: '25 ids', actual: ids })
  }),
  check('RES-03.single', 'the schedule_id of a resource is the one of its path', async context => {
    const { owner, schedule, given } = context
    const made = await given.resource()

    const reply = await owner.get(made.path)

    has(isObject(reply.data) ? reply.data : {}, { schedule_id: schedule.id }, 'a resource', reply)
  }),
  check('RES-03.list', 'the schedule_id of a listed resource is the one of its path', async context => {
    const { owner, schedule, given } = context
    const made = await given.resources(2)

    const { items, reply } = await owner.list(schedule.resources, { ids: made.map(({ id }) => id) })

    const listed = items.map(item => item.schedule_id)
    same(listed, [schedule.id, schedule.id], 'schedule_id in a list of two resources', reply)
  }),
  check(
    'RES-03.second',
    'the schedule_id of a resource of another schedule is that one',
    { needs: ['second schedule'] },
    async ({ owner, second, given }) => {
      const made = await given.resource({}, { in: second })

      const reply = await owner.get(made.path)
      const { items, reply: list } = await owner.list(second.resources, { ids: made.id })

      has(isObject(reply.data) ? reply.data : {}, { schedule_id: second.id }, 'a resource', reply)
      const listed = items.map(item => item.schedule_id)
      same(listed, [second.id], 'schedule_id in a list of another schedule', list)
    },
  ),

  check('RES-04.description', 'a create with a description and no name is refused', async context => {
    const { owner, schedule, name } = context
    const description = name()

    const reply = await owner.post(schedule.resources, { description })

    refused(reply, 'a create of a resource without name')
    await nothingCreated(owner, schedule.resources, description, reply)
    accepted(await owner.post(schedule.resources, { description, name: name() }))
  }),
  check('RES-04.nothing', 'a create with the body {} is refused', { alone: ['schedule'] }, async context => {
    const { owner, schedule, name } = context
    const ids = async () => (await owner.all(schedule.resources)).map(({ id }) => id)
    const before = new Set(await ids())

    const reply = await owner.post(schedule.resources, {})

    refused(reply, 'a create of a resource without any member')
    const more = (await ids()).filter(id => !before.has(id))
    none(more, 'the create was refused, and yet there is one more resource', reply)
    const minimal = await owner.post(schedule.resources, { name: name() })
    accepted(minimal, 'a create of a resource with a name alone')
  }),
  check('RES-38.single', 'a created resource can be read by its id', async context => {
    const { owner, schedule, name } = context
    const sent = { name: name() }

    const id = createdId(await owner.post(schedule.resources, sent))

    const reply = await owner.get(`${schedule.resources}/${id}`)
    accepted(reply, 'reading a resource right after its create')
    has(isObject(reply.data) ? reply.data : {}, { id, ...sent }, 'the created resource', reply)
  }),
  check('RES-38.list', 'a created resource is in the list of the schedule', async context => {
    const { owner, schedule, name } = context
    const sent = { name: name() }

    const id = createdId(await owner.post(schedule.resources, sent))

    const listed = (await owner.all(schedule.resources)).filter(item => item.id === id)
    const names = listed.map(item => item.name)
    same(names, [sent.name], 'the names of the resources with the id of the create in the list')
  }),
  check('RES-39', 'all 11 writable members can be given in a create', async context => {
    const { owner, schedule, given } = context
    const sent = everyMember(context)

    const reply = await owner.post(schedule.resources, sent)

    const made = await given.adopt(createdId(reply, 'a create with all writable members'), sent)
    await changedOnly(made, sent)
  }),

  ...changes.map(([id, member, value]) =>
    check(id, `an update of ${member} of a resource changes no other member`, async context => {
      const made = await context.given.resource(everyMember(context))

      await updates(made, { [member]: value ?? context.name() }, { what: `an update of ${member} alone` })
    }),
  ),

  check('RES-40.together', 'an update of all members of a resource changes them all', async context => {
    const [first, second] = [everyMember(context), { ...everyMember(context), text_bold: false }]
    const made = await context.given.resource()

    for (const members of [first, second]) {
      await updates(made, members, { what: 'an update of all writable members' })
    }
  }),

  ...eachWrite(
    'resource',
    ids`RES-40.all.bulk`,
    'all members but the name can be changed at once',
    async (writer, context) => {
      const { name: _, ...members } = everyMember(context)
      await writer.keeps({ members, words: 'all members but the name' })
    },
  ),

  ...rows(['RES-32.each', '', false], ['RES-32.each-in-bulk', ' in bulk', true]).map(([id, words, inBulk]) =>
    check(
      id,
      `updated_at of a resource changes with an update of each member${words}`,
      { waits: true, sends: inBulk ? ['PUT resources'] : [] },
      async context => {
        const { schedule, given, name } = context
        const bodies = changes.map(([, member, value]) => ({ [member]: value ?? name() }))
        const made = await given.resources<number>(bodies.length, () => ({ text_bold: true }))

        const list = inBulk ? schedule.resources : undefined
        await movesByEachMember(context, made, bodies, { isoRule: 'RES-30', list })
      },
    ),
  ),

  check('RES-06', 'the name of a resource can be changed', async ({ given, name }) => {
    const made = await given.resource()

    await updates(made, { name: name() })
  }),
  check('RES-41', 'an update need not repeat the name', async ({ given }) => {
    const made = await given.resource()

    await updates(made, { description: 'new' }, { what: 'an update without name' })
  }),
  ...rows(['RES-44.minimal', 'minimal', () => ({})], ['RES-44.full', 'full', everyMember]).map(
    ([id, extent, membersOf]) =>
      check(id, `sending a ${extent} resource back as it was read changes nothing`, async context => {
        const { owner, given } = context
        const made = await given.resource(membersOf(context))
        const read = pick(await owner.read(made.path), writableResourceMembers)

        await updates(made, read, { what: 'an update with all writable members as they were read' })
      }),
  ),
]
