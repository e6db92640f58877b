import {
  accepted,
  type Check,
  check,
  gone,
  holds,
  isObject,
  type JsonObject,
  type MadeResource,
  type Reply,
  refused,
  same,
  unchanged,
} from '../../runner/index.js'

const deletes = [
  check('RES-42', 'deleting a resource leaves the others', async ({ owner, schedule, given }) => {
    const [first, middle, last] = await given.resources(3)

    accepted(await owner.delete(middle.path))

    await gone(middle, schedule.resources)
    await unchanged(first, last)
  }),
  check('RES-43.single', 'a deleted resource can no longer be read', async ({ owner, given }) => {
    const made = await given.resource()

    accepted(await owner.delete(made.path))

    refused(await owner.get(made.path), 'reading a deleted resource')
  }),
  check('RES-43.list', 'a deleted resource is no longer listed', async ({ owner, schedule, given }) => {
    const [made, kept] = await given.resources(2)

    accepted(await owner.delete(made.path))

    const ids = (await owner.all(schedule.resources)).map(({ id }) => id)
    holds(!ids.includes(made.id), 'a deleted resource is still listed')
    holds(ids.includes(kept.id), 'a resource that was not deleted is no longer listed')
  }),
  check('RES-43.ids', 'a deleted resource is not listed by its id', async ({ owner, schedule, given }) => {
    const made = await given.resource()

    accepted(await owner.delete(made.path))

    const reply = await owner.get(schedule.resources, { ids: made.id })
    holds(!reply.ok || isEmptyList(reply), 'a list by the id of a deleted resource holds something', {
      expected: [],
      actual: reply.data,
      replies: [reply],
    })
  }),
]

const isEmptyList = ({ data }: Reply) => Array.isArray(data) && data.length === 0

/** An id that nothing has: of something deleted, and one that was never given. */
async function unknownPaths(
  owner: MadeResource['maker'],
  { path, schedule }: MadeResource,
): Promise<string[]> {
  accepted(await owner.delete(path))
  return [path, `${schedule.resources}/2147483646`]
}

const unknownIds = (['GET', 'PUT', 'DELETE'] as const).map(method =>
  check(
    `RES-45.${method.toLowerCase()}`,
    `${method} of a resource that does not exist is refused`,
    async ({ owner, given }) => {
      const [kept, deleted] = await given.resources(2)

      for (const path of await unknownPaths(owner, deleted)) {
        const text = method === 'PUT' ? { text: JSON.stringify({ description: 'new' }) } : {}
        refused(await owner.send(method, path, text))
      }

      await unchanged(kept)
    },
  ),
)

/** Whether an answer speaks of this resource: another schedule may give the same number to one of its own. */
const isThis = (object: unknown, made: MadeResource) => isObject(object) && object.name === made.name

const elsewhere = [
  check(
    'RES-46.read',
    'a resource can not be read through the path of another schedule',
    { needs: ['second schedule'] },
    async ({ owner, second, given }) => {
      const made = await given.resource()

      const reply = await owner.get(`${second.resources}/${made.id}`)

      holds(!reply.ok || !isThis(reply.data, made), 'a resource is read through another schedule', {
        expected: 'a refusal',
        actual: reply.data,
        replies: [reply],
      })
    },
  ),
  check(
    'RES-46.list',
    'a resource is not listed by its id under another schedule',
    { needs: ['second schedule'] },
    async ({ owner, second, given }) => {
      const made = await given.resource()

      const reply = await owner.get(second.resources, { ids: made.id })

      const listed = reply.ok && Array.isArray(reply.data) ? reply.data : []
      same(
        listed.filter(item => isThis(item, made)),
        [],
        'what a list of another schedule holds of the resource',
        reply,
      )
    },
  ),
  ...(['PUT', 'DELETE'] as const).map(method =>
    check(
      `RES-46.${method.toLowerCase()}`,
      `${method} through the path of another schedule does not reach a resource`,
      { needs: ['second schedule'], alone: ['second'] },
      async ({ owner, second, given, skip }) => {
        const made = await given.resource()
        const path = `${second.resources}/${made.id}`
        if (isAnotherOne(await owner.get(path), made))
          skip('the other schedule has a resource of the same number')

        const text = method === 'PUT' ? { text: JSON.stringify({ description: 'new' }) } : {}
        const reply = await owner.send(method, path, text)

        refused(reply)
        await unchanged(made)
      },
    ),
  ),
]

const isAnotherOne = ({ ok, data }: Reply, made: MadeResource) => ok && !isThis(data, made)

const unknownSchedule = check(
  'RES-47',
  'the resources of a schedule that does not exist are not listed',
  { danger: 'read' },
  async ({ owner, token }) => {
    const reply = await owner.get(`/v1/schedules/${token}/resources`)

    refused(reply, 'a list of the resources of a schedule that does not exist')
  },
)

const withBookings = check(
  'RES-48',
  'what becomes of the bookings when their resource is deleted',
  async ({ owner, given, observe, warn }) => {
    const resource = await given.resource()
    const booking = await given.booking(resource)

    const reply = await owner.delete(resource.path)

    const after = await owner.get(booking.path)
    const left: JsonObject | undefined = after.ok && isObject(after.data) ? after.data : undefined
    if (!reply.ok) {
      observe('a resource that has bookings can not be deleted', reply)
      return
    }
    if (!left) {
      observe('deleting a resource deletes its bookings too', reply, after)
      return
    }
    observe('deleting a resource leaves its bookings', reply, after)
    if (left.resource_id === resource.id) {
      warn('a booking is left of a resource that was deleted, and still names it', reply, after)
    }
  },
)

export const resourceLifeChecks: readonly Check[] = [
  ...deletes,
  ...unknownIds,
  ...elsewhere,
  unknownSchedule,
  withBookings,
]
