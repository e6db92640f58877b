import {
  accepted,
  describeRequest,
  gone,
  holds,
  refused,
  unchanged,
  unreadable,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Made } from '../../check/created.js'
import { rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { isObject } from '../../http/json.js'
import { resources } from '../collections.js'
import { malformedIdCheck } from '../malformed-ids.js'

/** Whether a response shows this resource; another schedule may use the same id for one of its resources. */
const shows = ({ ok, data }: Reply, made: Made) =>
  ok && [data].flat().some(object => isObject(object) && object.name === made.sent.name)

const change = { text: JSON.stringify({ description: 'new' }) }

/** Deleted and unknown resources, and paths that lead to no resource of the schedule. */
export const resourcePathChecks: readonly Check[] = [
  check('RES-42', 'deleting a resource leaves the others', async ({ owner, schedule, given }) => {
    const [first, middle, last] = await given.resources(3)

    accepted(await owner.delete(middle.path))

    await gone(middle, schedule.resources)
    await unchanged(first, last)
  }),
  check('RES-43.single', 'a deleted resource can no longer be read', async ({ owner, given }) => {
    const made = await given.resource()

    accepted(await owner.delete(made.path))

    unreadable(await owner.get(made.path), 'reading a deleted resource')
    unreadable(await owner.get(made.path, { fields: 'name' }), 'reading a deleted resource with fields')
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
    const isEmpty = !reply.ok || (Array.isArray(reply.data) && reply.data.length === 0)
    holds(isEmpty, 'a list by the id of a deleted resource holds something', {
      expected: [],
      actual: reply.data,
      replies: [reply],
    })
  }),

  ...rows(['RES-45.get', 'GET'], ['RES-45.put', 'PUT'], ['RES-45.delete', 'DELETE']).map(([id, method]) =>
    check(id, `${method} of an unknown resource is refused`, async ({ owner, schedule, given }) => {
      const [kept, deleted] = await given.resources(2)
      accepted(await owner.delete(deleted.path))

      for (const path of [deleted.path, `${schedule.resources}/2147483646`]) {
        refused(await owner.send(method, path, method === 'PUT' ? change : {}))
      }

      await unchanged(kept)
    }),
  ),

  malformedIdCheck('RES-45.malformed', resources, { description: 'new' }),

  check(
    'RES-46.read',
    'a resource cannot be read through the path of another schedule',
    { needs: ['second schedule'] },
    async ({ owner, second, given }) => {
      const made = await given.resource()

      const reply = await owner.get(`${second.resources}/${made.id}`)

      holds(!shows(reply, made), 'a resource is read through another schedule', {
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

      holds(!shows(reply, made), 'what a list of another schedule holds of the resource must be nothing', {
        expected: 'no such resource',
        actual: reply.data,
        replies: [reply],
      })
    },
  ),
  ...rows(['RES-46.put', 'PUT'], ['RES-46.delete', 'DELETE']).map(([id, method]) =>
    check(
      id,
      `${method} through the path of another schedule does not reach a resource`,
      { needs: ['second schedule'], alone: ['second'] },
      async ({ owner, second, given, skip, warn }) => {
        const made = await given.resource()
        const path = `${second.resources}/${made.id}`
        const before = await owner.get(path)
        if (before.ok && !shows(before, made)) skip('the other schedule has a resource of the same number')

        const reply = await owner.send(method, path, method === 'PUT' ? change : {})

        await unchanged(made)
        // The document does not say that a request without any effect must fail.
        if (reply.ok)
          warn(`${describeRequest(reply)} should be refused: that schedule has no such resource`, reply)
      },
    ),
  ),

  check('RES-47', 'an unknown schedule lists no resources', { danger: 'read' }, async ({ owner, token }) => {
    const reply = await owner.get(`/v1/schedules/${token}/resources`)

    refused(reply, 'a list of the resources of a schedule that does not exist')
  }),

  check(
    'RES-47.malformed',
    'the id of a schedule with something behind it, or with a wildcard in it, lists no resources',
    { danger: 'read' },
    async ({ owner, schedule }) => {
      for (const id of [`${schedule.id}%25`, `${schedule.id}%0A`, `_${schedule.id.slice(1)}`]) {
        refused(
          await owner.get(`/v1/schedules/${id}/resources`),
          `a list of the resources of the schedule ${id}`,
        )
      }
      accepted(await owner.get(schedule.resources, { limit: 1 }), 'a list of the resources of the schedule')
    },
  ),

  check('RES-48', 'the bookings of a deleted resource', async ({ owner, given, observe, warn }) => {
    const resource = await given.resource()
    const booking = await given.booking(resource)

    const reply = await owner.delete(resource.path)

    const after = await owner.get(booking.path)
    const left = after.ok && isObject(after.data) ? after.data : undefined
    if (!reply.ok) return observe('a resource that has bookings cannot be deleted', reply)
    if (!left) return observe('deleting a resource deletes its bookings too', reply, after)
    observe('deleting a resource leaves its bookings', reply, after)
    if (left.resource_id === resource.id) {
      warn('a booking of a deleted resource still exists and refers to it', reply, after)
    }
  }),
]
