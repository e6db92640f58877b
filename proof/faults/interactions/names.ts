import { UniqueViolation } from '../../../server/core/index.js'
import { resourceNames } from '../../alter/identifiers.js'
import { run } from '../../alter/requests.js'
import {
  callAs,
  created,
  intercept,
  type Members,
  objectTexts,
  reply,
  withBody,
} from '../../alter/responses.js'
import { body, textMatching } from '../../alter/schemas.js'
import { everything } from '../../alter/stored.js'
import { all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

type Which = Parameters<typeof run>[0]

/** Refuses a name that any resource has, including the resource that is changed. */
const ownNameTaken = (which: Which) =>
  run(which, async ({ rows, path, body: { name } }, usual) => {
    const all = await rows.resources.list({ schedule_id: path.scheduleId }, everything)
    if (name !== undefined && all.some(({ json }) => JSON.parse(json).name === name))
      throw new UniqueViolation('resource name')
    return usual()
  })

const isDigits = (text: string) => /^\d+$/.test(text)

/** Refused requests leave the new name taken, or free the former names of their resources. */
const leftBehind = (which: Which, left: 'name taken' | 'names free') =>
  stateful(() => {
    const freed = new Set<number>()
    const taken = new Set<string>()
    return all(
      resourceNames({
        isTaken: (name, others) =>
          taken.has(name) || others.some(other => other.name === name && !freed.has(other.id)),
      }),
      intercept(which, async (incoming, usual) => {
        const answer = await usual()
        const { name } = incoming.body
        if (answer.status < 400 || typeof name !== 'string') return answer
        const ids = (incoming.params.resourceId ?? incoming.query.get('ids') ?? '').split(',')
        if (left === 'name taken') taken.add(name)
        else for (const id of ids) freed.add(Number(id))
        return answer
      }),
    )
  })

/** Names, links and ids in updates, refusals and unusual values (sections 2.1, 2.2, 4 and 7.2). */
export const nameInteractionFaults = [
  fault('empty-link-refused', 'refuses the empty link of a resource, which it shows', {
    breaks: { 'CROSS-13.resource': /empty link that was read must be accepted/ },
    touches: ['RES-19', 'RES-27', 'RES-44'],
    alter: body('changeResource', { link: textMatching(/^https?:\/\/\S+$/i) }),
  }),
  fault('empty-link-refused-of-booking', 'refuses the empty link of a booking, which it shows', {
    breaks: { 'CROSS-13.booking': /empty link that was read must be accepted/ },
    touches: ['BKG-14', 'BKG-31', 'CROSS-11'],
    alter: body('changeBooking', { link: textMatching(/^https?:\/\/\S+$/i) }),
  }),
  fault('own-name-taken', 'refuses the name that a resource has itself', {
    breaks: {
      'CROSS-14.update': /name that the resource has must be accepted/,
      'UNIQ-03': /with the name that it has must be accepted/,
    },
    touches: ['RES-44', 'CROSS-13.resource'],
    alter: ownNameTaken('changeResource'),
  }),
  fault('own-name-taken-in-bulk', 'refuses a resource its own name in a bulk update of it alone', {
    breaks: { 'CROSS-14.bulk': /name that it has must be accepted/ },
    alter: ownNameTaken('changeResources'),
  }),
  fault('refused-create-takes-name', 'reserves the name of a new resource before it validates the rest', {
    breaks: { 'CROSS-21': /name of a create that was refused must be accepted/ },
    touches: ['UNIQ-10', 'PERM-12', 'PERM-19'],
    alter: leftBehind('createResource', 'name taken'),
  }),
  fault('refused-rename-takes-name', 'reserves the new name of a resource before it validates the rest', {
    breaks: { 'CROSS-22': /that a refused rename would have given must be accepted/ },
    alter: leftBehind('changeResource', 'name taken'),
  }),
  fault('refused-rename-frees-name', 'frees the old name of a resource before it validates the rest', {
    breaks: { 'CROSS-22': /of a resource whose rename was refused must be refused/ },
    touches: ['UNIQ-18', 'UNIQ-02', 'UNIQ-12'],
    alter: leftBehind('changeResource', 'names free'),
  }),
  fault('refused-bulk-rename-frees-names', 'frees the old names before it refuses one name for many', {
    breaks: { 'CROSS-23': /whose bulk rename was refused must be refused/ },
    touches: ['UNIQ-12'],
    alter: leftBehind('changeResources', 'names free'),
  }),
  fault('refused-bulk-rename-takes-name', 'reserves the new name before it refuses one name for many', {
    breaks: { 'CROSS-23': /that a refused bulk rename would have given must be accepted/ },
    touches: ['UNIQ-04'],
    alter: leftBehind('changeResources', 'name taken'),
  }),
  fault('constructor-called', 'calls what is sent as constructor', {
    breaks: { 'CROSS-37.constructor': /makes the server fail/ },
    touches: ['ENV-14'],
    alter: reply(['createResource', 'changeResource'], (usual, { body }) =>
      Object.hasOwn(body, 'constructor') ? { status: 500, body: '{"success":false}' } : usual,
    ),
  }),
  fault('proto-into-defaults', 'copies __proto__ into the defaults of the resources that come after', {
    breaks: { 'CROSS-37.proto': /created after one with a member __proto__/ },
    touches: ['RES-*', 'ENV-*', 'CROSS-*'],
    alter: stateful(() => {
      let polluted: Members = {}
      return callAs('createResource', incoming => {
        const proto = Object.getOwnPropertyDescriptor(incoming.body, '__proto__')?.value as
          | Members
          | undefined
        const { prototype: _, ...members } = proto ?? {}
        const call = proto ? incoming.call : withBody(incoming, { ...polluted, ...incoming.body })
        if (proto) polluted = members
        return call
      })
    }),
  }),
  fault('names-in-an-object', 'looks names up in an object, which has some from birth', {
    breaks: {
      'CROSS-37.named-tostring': /a resource called toString must be accepted/,
      'CROSS-37.named-constructor': /a resource called constructor must be accepted/,
    },
    alter: resourceNames({
      isTaken: (name, others) => name in Object.fromEntries(others.map(other => [other.name, other.id])),
    }),
  }),
  fault('names-as-numbers', 'compares names of digits as numbers', {
    breaks: { 'CROSS-38': /a resource called 00\d+ must be accepted/ },
    alter: resourceNames({
      isTaken: (name, others) =>
        others.some(
          other => other.name === name || (isDigits(name) && isDigits(other.name) && +name === +other.name),
        ),
    }),
  }),
  fault('names-lose-zeros', 'shows a name of digits without the zeros in front', {
    breaks: { 'CROSS-38': /name of a resource must be "00/ },
    // A check that lists resources at that moment sees two with the same name.
    touches: ['UNIQ-12'],
    alter: objectTexts('resource', 'name', name => name.replace(/^0+(?=\d+$)/, '')),
  }),
  fault('created-resource-id-text', 'answers the creation of a resource with its id as a string', {
    breaks: { 'CROSS-39.resource': /is not an integer/, 'ENV-09': /has a wrong type/ },
    alter: created('createResource', ({ id }) => ({ id: String(id) })),
  }),
  fault('created-booking-id-text', 'answers the creation of a booking with its id as a string', {
    breaks: { 'CROSS-39.booking': /is not an integer/, 'ENV-09': /has a wrong type/ },
    alter: created('createBooking', ({ id }) => ({ id: String(id) })),
  }),
]
