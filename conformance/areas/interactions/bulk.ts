import {
  type Actor,
  accepted,
  type Check,
  type Context,
  check,
  described,
  holds,
  isSame,
  type JsonObject,
  pick,
  type Reply,
  refused,
  type Schedule,
  same,
  unchanged,
} from '../../runner/index.js'
import { eachCollection } from '../bulk/each-collection.js'
import { allChanged, unaffected } from '../bulk/outcome.js'
import { each, ids } from '../ids.js'

const many = 25
const kinds = { resources: 'resources', bookings: 'bookings' } as const
const roles = { viewer: 'viewer', editor: 'editor' } as const

/** Creates as many resources, or bookings of one resource, and returns their ids; nothing else is read of them. */
async function createMany(
  { owner, given, name, slot }: Context,
  kind: 'resources' | 'bookings',
  at: Schedule,
) {
  const resource = kind === 'bookings' ? await given.resource({}, { in: at }) : undefined
  const ids: number[] = []
  for (let count = 0; count < many; count++) {
    const body = resource ? { resource_id: resource.id, title: name(), ...slot() } : { name: name() }
    ids.push(Number(await owner.create(at[kind], body)))
  }
  return { ids, resource }
}

/** Every object of a list has the change; those that have not are named. */
async function allShow(owner: Actor, list: string, ids: readonly number[], change: JsonObject, by: Reply) {
  const objects = await owner.all(list, { ids })
  const isChanged = (object: JsonObject) => isSame(pick(object, Object.keys(change)), change)
  const changed = ids.filter(id => objects.some(object => object.id === id && isChanged(object)))
  const rest = ids.filter(id => !changed.includes(id))
  holds(rest.length === 0, `${described(by)} changed ${changed.length} of ${ids.length} objects, not all`, {
    expected: { changed: ids },
    actual: { changed, unchanged: rest },
    replies: [by],
  })
}

/** No object of a list is one of these. */
async function noneLeft(owner: Actor, list: string, ids: readonly number[], by: Reply) {
  const listed = (await owner.all(list)).map(({ id }) => id)
  const left = ids.filter(id => listed.includes(id))
  holds(left.length === 0, `${described(by)} left ${left.length} of ${ids.length} objects in ${list}`, {
    expected: [],
    actual: left,
    replies: [by],
  })
}

const beyondAPage = [
  check(
    'CROSS-01',
    'a bulk update without ids changes all 25 bookings of a resource, not only a page of 20',
    { needs: ['spare schedule', '25 objects'], after: 'BULK-15.update' },
    async context => {
      const { owner, spare, token } = context
      const { ids, resource } = await createMany(context, 'bookings', spare)
      const list = resource?.bookings ?? ''
      const change = { title: `Changed ${token}` }

      const reply = await owner.put(list, change)

      accepted(reply)
      await allShow(owner, list, ids, change, reply)
    },
  ),

  check(
    'CROSS-02',
    'a bulk delete with all=1 deletes all 25 bookings of a resource, not only a page of 20',
    { needs: ['spare schedule', '25 objects'], after: 'BULK-15.delete' },
    async context => {
      const { owner, spare } = context
      const { ids, resource } = await createMany(context, 'bookings', spare)
      const list = resource?.bookings ?? ''

      const reply = await owner.delete(list, { all: 1 })

      accepted(reply)
      await noneLeft(owner, list, ids, reply)
    },
  ),

  ...each(ids`CROSS-03.update.resources CROSS-03.update.bookings`, kinds, (id, kind) =>
    check(
      id,
      `a bulk update of ${kind} with 25 ids changes all 25`,
      { needs: ['25 objects'], after: `BULK-01.${kind}` },
      async context => {
        const { owner, schedule, token } = context
        const { ids } = await createMany(context, kind, schedule)
        const change = { note: `Changed ${token}` }

        const reply = await owner.put(schedule[kind], change, { ids })

        accepted(reply)
        await allShow(owner, schedule[kind], ids, change, reply)
      },
    ),
  ),

  ...each(ids`CROSS-03.delete.resources CROSS-03.delete.bookings`, kinds, (id, kind) =>
    check(
      id,
      `a bulk delete of ${kind} with 25 ids deletes all 25`,
      { needs: ['25 objects'], after: `BULK-04.${kind}` },
      async context => {
        const { owner, schedule } = context
        const { ids } = await createMany(context, kind, schedule)

        const reply = await owner.delete(schedule[kind], { ids })

        accepted(reply)
        await noneLeft(owner, schedule[kind], ids, reply)
      },
    ),
  ),
]

const moves = [
  check(
    'CROSS-17',
    'a bulk move with a new title gives both to each moved booking and nothing to those already there',
    { needs: ['spare schedule'], after: 'BULK-15.update' },
    async ({ owner, given, spare, token }) => {
      const [from, to] = await given.resources(2, undefined, { in: spare })
      const moved = await given.bookings(from, 3)
      const there = await given.bookings(to, 2)
      const change = { resource_id: to.id, title: `Moved ${token}` }

      const reply = await owner.put(from.bookings, change)

      accepted(reply)
      await allChanged(moved, change)
      await unchanged(...there)
      same(await owner.all(from.bookings), [], `the list ${from.bookings} after all were moved away`, reply)
    },
  ),

  check(
    'CROSS-19',
    'a bulk move of bookings to the resource they are on leaves them there',
    { after: 'BULK-01.resource-bookings' },
    async ({ owner, given }) => {
      const [resource, other] = await given.resources(2)
      const bookings = await given.bookings(resource, 2)
      const ids = bookings.map(({ id }) => id)

      const reply = await owner.put(resource.bookings, { resource_id: resource.id }, { ids })

      accepted(reply, `${described(reply)} with resource_id ${resource.id}, which they have,`)
      await allChanged(bookings, { resource_id: resource.id })
      accepted(
        await owner.put(resource.bookings, { resource_id: other.id }, { ids }),
        'a move to another one',
      )
      await allChanged(bookings, { resource_id: other.id })
    },
  ),
]

const untouched = eachCollection(
  ids`CROSS-20.resources CROSS-20.bookings CROSS-20.resource-bookings CROSS-20.collaborators`,
  objects => `a bulk update of ${objects} with ids leaves updated_at of the others`,
  {
    place: 'home',
    after: ids`BULK-01.resources BULK-01.bookings BULK-01.resource-bookings BULK-01.collaborators`,
  },
  async ({ owner, wait }, _, stage) => {
    const { path, listed, rest, ids, change } = await stage({ listed: 2, rest: 2 })
    await wait(1100)

    const reply = await owner.put(path, change, { ids })

    accepted(reply)
    await allChanged(listed, change)
    await unaffected(reply, ...rest)
  },
)

const permissions = each(ids`CROSS-33.viewer CROSS-33.editor`, roles, (id, role) =>
  check(
    id,
    `a bulk delete of all collaborators by a collaborator with the role ${role} is refused`,
    { needs: ['spare schedule', role], after: 'BULK-06.collaborators' },
    async ({ owner, given, spare, [role]: person }) => {
      const own = await given.collaborator({ email: person.email, user_role: role }, { in: spare })
      const others = await given.collaborators(2, undefined, { in: spare })

      const all = await person.delete(spare.collaborators, { all: 1 })
      const listed = await person.delete(spare.collaborators, { ids: others.map(({ id }) => id) })

      refused(all)
      refused(listed)
      await unchanged(own, ...others)
      const ids = [own, ...others].map(({ id }) => id)
      accepted(
        await owner.delete(spare.collaborators, { ids }),
        'a bulk delete of collaborators by the owner',
      )
    },
  ),
)

const reads = check(
  'CROSS-40',
  'reads of any kind leave objects as they are, updated_at included',
  { needs: ['second schedule'] },
  async ({ owner, given, second, wait }) => {
    const resource = await given.resource({}, { in: second })
    const booking = await given.booking(resource)
    const collaborator = await given.collaborator({}, { in: second })
    await wait(1100)

    for (const { path } of [resource, booking, collaborator]) {
      await owner.get(path)
      await owner.get(path, { fields: 'updated_at' })
      const list = path.slice(0, path.lastIndexOf('/'))
      await owner.get(list, { limit: 1 })
      await owner.get(list, { ids: path.slice(list.length + 1), fields: 'id,updated_at' })
    }
    await owner.get(resource.bookings, { time_min: '2023-01-01T00:00:00Z', time_max: '2024-01-01T00:00:00Z' })

    await unchanged(resource, booking, collaborator)
  },
)

export const bulkInteractionChecks: readonly Check[] = [
  ...beyondAPage,
  ...moves,
  ...untouched,
  ...permissions,
  reads,
]
