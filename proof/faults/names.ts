import { type Repositories, UniqueViolation } from '../../server/core/index.js'
import { type Named, resourceNames } from '../alter/identifiers.js'
import { writesOf } from '../alter/operation-groups.js'
import { type OperationRequest, operation, refuseIf, run, scopeOf } from '../alter/requests.js'
import { intercept } from '../alter/responses.js'
import { collection, everything, removing, storedObject } from '../alter/stored.js'
import { all, stateful } from '../server/parts.js'
import { fault } from './fault.js'

const nameOf = ({ json }: { json: string }): string => JSON.parse(json).name

const isAmong = (name: string, others: readonly Named[]) => others.some(other => other.name === name)

/** Decides whether a name is taken with knowledge of the bulk update in progress, if any: writes run one at a time. */
const namesInBulk = (
  isTaken: (name: string, others: readonly Named[], bulk: OperationRequest | undefined) => boolean,
) =>
  stateful(() => {
    let bulk: OperationRequest | undefined
    return all(
      resourceNames({ isTaken: (name, others) => isTaken(name, others, bulk) }),
      run('changeResources', async (asked, usual) => {
        bulk = asked
        try {
          return await usual()
        } finally {
          bulk = undefined
        }
      }),
    )
  })

/** Checks and writes names in two steps, with other requests in between. */
const racing = (which: 'createResource' | 'changeResource') =>
  all(
    resourceNames({ isTaken: isAmong, careless: true }),
    operation(which, () => ({ mode: 'read' })),
  )

/** Accepts a name from several concurrent creates, after the same was attempted with two other names. */
const racingLater = stateful(() => {
  const inProgress = new Map<unknown, number>()
  const contested = new Set<unknown>()
  return all(
    resourceNames({
      isTaken: (name, others) => isAmong(name, others) && !([...contested].indexOf(name) > 1),
    }),
    intercept('createResource', async ({ body: { name } }, usual) => {
      inProgress.set(name, (inProgress.get(name) ?? 0) + 1)
      if ((inProgress.get(name) ?? 0) > 1) contested.add(name)
      try {
        return await usual()
      } finally {
        inProgress.set(name, (inProgress.get(name) ?? 0) - 1)
      }
    }),
  )
})

type Resources = Repositories['resources']

/** Refuses new resources with the `former` names that `make` adds. */
const keepingNames = (make: (usual: Resources, former: Set<string>) => Partial<Resources>) =>
  collection('resources', usual => {
    const former = new Set<string>()
    return {
      async insert(row, now) {
        if (former.has(row.name)) throw new UniqueViolation('resource name')
        return usual.insert(row, now)
      },
      ...make(usual, former),
    }
  })

/** Compares names only with those of resources that `isCompared` selects by their creator and the caller. */
const namesByMaker = (isCompared: (maker: Maker, caller: Maker) => boolean) =>
  stateful(() => {
    const makers = new Map<number, Maker>()
    let caller: Maker = { id: '', isOwner: true }
    return all(
      resourceNames({
        isTaken: (name, others) =>
          isAmong(
            name,
            others.filter(({ id }) => isCompared(makers.get(id) ?? caller, caller)),
          ),
      }),
      run(writesOf.resource, async ({ user, membership, path }, usual) => {
        const asking = { id: user.id, isOwner: membership?.role === 'owner' }
        caller = asking
        const reply = await usual()
        const { data } = JSON.parse(reply.body)
        if (path.resourceId === undefined && Array.isArray(data)) makers.set(data[0].id, asking)
        return reply
      }),
    )
  })

interface Maker {
  readonly id: string
  readonly isOwner: boolean
}

export const nameFaults = [
  fault('names-among-ones-own', 'compares names with those of resources that the caller made', {
    breaks: { 'UNIQ-18': /a create by an editor with a name of the owner must be refused/ },
    touches: ['UNIQ-12'],
    alter: namesByMaker((maker, caller) => maker.id === caller.id),
  }),
  fault('names-of-editors-not-compared', 'compares names with those of resources that the owner made', {
    breaks: { 'UNIQ-18': /a create by the owner with a name of an editor must be refused/ },
    touches: ['UNIQ-12'],
    alter: namesByMaker(maker => maker.isOwner),
  }),
  fault('names-not-unique-on-create', 'checks names for being unique on update only', {
    breaks: { 'UNIQ-01': /must be refused, but was accepted/, 'UNIQ-12': /have the name/ },
    touches: ['UNIQ-18', 'UNIQ-13', 'ENV-05', 'CROSS-22', 'CROSS-23', 'UNIQ-02'],
    alter: resourceNames({ isTaken: (name, others, own) => own !== undefined && isAmong(name, others) }),
  }),
  fault('names-unique-on-one-page', 'looks for a name among the 20 newest resources only, on create', {
    breaks: { 'UNIQ-01.many': /a create with the name .* must be refused, but was accepted/ },
    touches: ['UNIQ-12'],
    alter: resourceNames({
      isTaken: (name, others, own) => isAmong(name, own === undefined ? others.slice(-20) : others),
    }),
  }),
  fault('names-not-unique-on-update', 'checks names for being unique on create only', {
    breaks: {
      'UNIQ-02': /must be refused, but was accepted/,
      'UNIQ-04': /one name for 2 resources/,
      'UNIQ-07': /must be refused, but was accepted/,
      'UNIQ-14': /5 of 5 renames/,
    },
    touches: ['UNIQ-18', 'UNIQ-12', 'ENV-05'],
    alter: resourceNames({ isTaken: (name, others, own) => own === undefined && isAmong(name, others) }),
  }),
  fault('names-raced', 'looks for a name and writes it in two steps', {
    breaks: { 'UNIQ-13': /10 of 10 creates/ },
    touches: ['UNIQ-12'],
    alter: racing('createResource'),
  }),
  fault('names-race-sometimes', 'accepts concurrent creates with one name, though not in each burst', {
    breaks: { 'UNIQ-13': /of 10 creates with the name/ },
    touches: ['UNIQ-12'],
    alter: racingLater,
  }),
  fault('names-by-99-characters', 'compares the first 99 characters of names', {
    breaks: { 'UNIQ-15': /when there is/ },
    alter: resourceNames({
      isTaken: (name, others) => others.some(other => other.name.slice(0, 99) === name.slice(0, 99)),
    }),
  }),
  fault('names-by-their-beginning', 'takes a name for taken where a longer one begins with it', {
    breaks: {
      'UNIQ-17.create': /the name .*a in a create, where there is/,
      'UNIQ-17.update': /the name .*a in an update, where there is/,
      'UNIQ-17.bulk': /the name .*a in a bulk update, where there is/,
    },
    alter: resourceNames({ isTaken: (name, others) => others.some(other => other.name.startsWith(name)) }),
  }),
  fault('names-own-taken-beside-others', 'finds the own name taken where other members are sent too', {
    breaks: { 'UNIQ-03.round-trip': /as they were read must be accepted/ },
    touches: ['RES-44', 'CROSS-13.resource', 'CROSS-14.update'],
    alter: run('changeResource', async ({ body, rows, path }, usual) => {
      const kept = await storedObject(rows.resources, path.scheduleId, path.resourceId)
      if (kept?.name === body.name && Object.keys(body).length > 1) throw new UniqueViolation('resource name')
      return usual()
    }),
  }),
  fault('names-of-deleted-kept', 'keeps the names of deleted resources, which it only marks', {
    breaks: { 'UNIQ-10': /with the name of a deleted resource must be accepted/ },
    alter: keepingNames((usual, former) => ({
      remove: removing(usual, ({ name }) => former.add(name)),
    })),
  }),
  fault('names-of-bulk-deleted-kept', 'keeps the names of resources that are deleted several at a time', {
    breaks: {
      'UNIQ-10.ids': /with the name of a resource deleted in bulk must be accepted/,
      'UNIQ-10.all': /with the name of a resource deleted in bulk must be accepted/,
    },
    alter: keepingNames((usual, former) => ({
      remove: selection =>
        selection.ids?.length === 1
          ? usual.remove(selection)
          : removing(usual, ({ name }) => former.add(name))(selection),
    })),
  }),
  fault('names-of-old-kept', 'keeps the former names of resources, so that their addresses still work', {
    breaks: { 'UNIQ-11': /with the name that a resource had before must be accepted/ },
    alter: keepingNames((usual, former) => ({
      async change(selection, change, now) {
        const before = change.name === undefined ? [] : await usual.list(selection, everything)
        await usual.change(selection, change, now)
        for (const kept of before) if (nameOf(kept) !== change.name) former.add(nameOf(kept))
      },
    })),
  }),
  fault('names-of-old-kept-in-bulk', 'keeps the former name of a resource that a bulk update renames', {
    breaks: { 'UNIQ-11.bulk': /with the name that a resource had before a bulk update must be accepted/ },
    alter: stateful(() => {
      const former = new Set<string>()
      return all(
        resourceNames({ isTaken: (name, others) => former.has(name) || isAmong(name, others) }),
        run('changeResources', async (asked, usual) => {
          const { rows, query, body } = asked
          const before = await rows.resources.list(scopeOf(asked, query.ids), everything)
          const reply = await usual()
          if (body.name !== undefined) for (const kept of before) former.add(nameOf(kept))
          return reply
        }),
      )
    }),
  }),
  fault('names-freed-by-a-refused-rename', 'frees the name of a resource before it looks for the new one', {
    breaks: { 'UNIQ-02': /with the name that the resource has kept must be refused/ },
    touches: ['UNIQ-18', 'UNIQ-12'],
    alter: stateful(() => {
      const freed = new Set<unknown>()
      return all(
        resourceNames({
          isTaken: (name, others) =>
            isAmong(
              name,
              others.filter(other => !freed.has(other.name)),
            ),
        }),
        run('changeResource', async ({ rows, path, body }, usual) => {
          const before = await storedObject(rows.resources, path.scheduleId, path.resourceId)
          if (before && body.name !== undefined) freed.add(before.name)
          return usual()
        }),
      )
    }),
  }),
  fault('names-renamed-in-a-race', 'looks for a new name and writes it in two steps when it renames', {
    breaks: { 'UNIQ-14': /5 of 5 renames/ },
    touches: ['UNIQ-12'],
    alter: racing('changeResource'),
  }),
  fault('names-unchecked-in-the-whole-schedule', 'gives all resources one name in an update without ids', {
    breaks: { 'UNIQ-08': /one name for 2 resources by a bulk update must be refused/ },
    touches: ['UNIQ-12'],
    alter: namesInBulk((name, others, bulk) => {
      const isWhole = bulk !== undefined && bulk.query.ids === undefined
      return !isWhole && isAmong(name, others)
    }),
  }),
  fault('names-compared-with-others-of-the-store-only', 'compares with names outside the update only', {
    breaks: { 'UNIQ-04': /one name for 2 resources by a bulk update must be refused/ },
    touches: ['UNIQ-08', 'UNIQ-12'],
    alter: namesInBulk((name, others, bulk) => {
      const isListed = ({ id, schedule_id }: Named) =>
        bulk?.query.ids?.includes(id) ?? schedule_id === bulk?.path.scheduleId
      const unlisted = others.filter(other => !isListed(other))
      return isAmong(name, unlisted)
    }),
  }),
  fault('names-for-the-first-one', 'renames only the first resource of a bulk update, with success', {
    breaks: { 'UNIQ-04': /one name for 2 resources by a bulk update must be refused/ },
    touches: ['UNIQ-08'],
    alter: run('changeResources', async ({ body, query, path, rows }, usual) => {
      if (body.name === undefined) return usual()
      const schedule_id = path.scheduleId
      const ids = query.ids ?? (await rows.resources.ids({ schedule_id }))
      return usual({ query: { ids: ids.slice(0, 1) } })
    }),
  }),
  fault('names-never-in-bulk', 'refuses every name in a bulk update', {
    breaks: {
      'UNIQ-05': /a free name for the one resource that is listed must be accepted/,
      'UNIQ-06': /listed twice must be accepted/,
      'UNIQ-09': /a free name for the one resource of a schedule must be accepted/,
    },
    touches: [
      'UNIQ-17.bulk',
      'UNIQ-04',
      'UNIQ-07',
      'RES-05.bulk',
      'CROSS-14.bulk',
      'CROSS-23',
      'ENV-16',
      'RES-32',
    ],
    alter: refuseIf('changeResources', ({ body }) => body.name !== undefined),
  }),
  fault('names-by-the-number-of-ids', 'refuses a name for more than one entry in ids, even a repeat', {
    breaks: { 'UNIQ-06': /a free name for one resource that is listed twice must be accepted/ },
    alter: refuseIf(
      'changeResources',
      ({ body, sentQuery }) => {
        const [, ids = ''] = sentQuery.find(([name]) => name === 'ids') ?? []
        return body.name !== undefined && ids.includes(',')
      },
      'name_taken',
    ),
  }),
  fault('names-only-with-ids', 'refuses a name in a bulk update without ids, even for one resource', {
    breaks: { 'UNIQ-09': /a free name for the one resource of a schedule must be accepted/ },
    alter: refuseIf(
      'changeResources',
      ({ body, query }) => body.name !== undefined && query.ids === undefined,
    ),
  }),
  fault('names-unchecked-in-bulk-of-one', 'ignores other names where a bulk update lists one resource', {
    breaks: { 'UNIQ-07': /must be refused, but was accepted/ },
    touches: ['UNIQ-12'],
    alter: namesInBulk((name, others, bulk) => bulk?.query.ids?.length !== 1 && isAmong(name, others)),
  }),
]
