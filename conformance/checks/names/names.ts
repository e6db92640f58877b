import { writableResourceMembers } from '../../catalogue/members.js'
import {
  accepted,
  answeredId,
  holds,
  now,
  refused,
  same,
  unchanged,
  updates,
} from '../../check/assertions.js'
import { type Check, check, type Invariant, invariant } from '../../check/check.js'
import type { MadeResource } from '../../check/created.js'
import { each, ids, rows } from '../../check/ids.js'
import { replyOf } from '../../http/exchange.js'
import { isObject, isSame, type Json, pick } from '../../http/json.js'
import type { Schedule } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'
import { atOnce } from '../at-once.js'
import { acceptedFirst, refusedFirst } from '../bulk/outcome.js'
import { resources } from '../collections.js'
import { twentyFive } from '../lists/listed.js'

/** The ids of the resources in a list that have a name. */
const namesakes = async (owner: Actor, list: string, name: string): Promise<Json[]> =>
  (await owner.all(list)).filter(resource => resource.name === name).map(({ id }) => id ?? null)

/** Asserts that the names of deleted resources can be used again. */
async function areFree(owner: Actor, { resources }: Schedule, deleted: readonly MadeResource[]) {
  for (const { name } of deleted)
    accepted(await owner.post(resources, { name }), 'a create with the name of a resource deleted in bulk')
}

/**
 * The number of bursts of concurrent requests. One burst misses a real race about one time in five, so five of them miss it
 * in less than one of a thousand runs. The first burst also opens the connections.
 */
const bursts = 5

/** Names that several concurrent requests want. */
const concurrentNameChecks: readonly Check[] = [
  check('UNIQ-13', 'at most one of ten concurrent creates with one name is accepted', async context => {
    const { owner, schedule, name, warn } = context
    for (let burst = 1; burst <= bursts; burst++) {
      const wanted = name()
      const bodies = Array.from({ length: 10 }, (_, index) => ({
        name: wanted,
        description: `Number ${index}`,
      }))

      const replies = await atOnce(bodies.map(body => () => owner.post(schedule.resources, body)))

      const taken = replies.filter(({ ok }) => ok)
      // Read first: the list also shows what UNIQ-12 is about.
      const found = await namesakes(owner, schedule.resources, wanted)
      holds(taken.length <= 1, `${taken.length} of 10 creates with the name ${wanted} were accepted`, {
        expected: 'one at most',
        actual: taken.map(({ data }) => data),
        replies: taken,
      })
      const what = `the number of resources named ${wanted} after ${taken.length} creates`
      same(found.length, taken.length, what)
      if (taken.length === 0) {
        warn(`none of 10 creates with the free name ${wanted} was accepted, as all came at once`, ...replies)
        accepted(await owner.post(schedule.resources, { name: wanted }), 'one more, alone')
        return
      }
    }
  }),

  check('UNIQ-14', 'at most one of five concurrent renames to one name is accepted', async context => {
    const { owner, given, name, warn } = context
    const resources = await given.resources(5)
    const names = new Map(resources.map(made => [made.id, made.name]))
    for (let burst = 1; burst <= bursts; burst++) {
      const wanted = name()

      const replies = await atOnce(resources.map(made => () => owner.put(made.path, { name: wanted })))

      const renamed = resources.filter((_, index) => replies[index]?.ok)
      const taken = replies.filter(({ ok }) => ok)
      holds(taken.length <= 1, `${taken.length} of 5 renames to ${wanted} were accepted`, {
        expected: 'one at most',
        actual: renamed.map(({ id }) => id),
        replies: taken,
      })
      for (const { id } of renamed) names.set(id, wanted)
      const read: Record<string, Json> = {}
      for (const made of resources) read[made.id] = (await now(made)).name ?? null
      same(read, Object.fromEntries(names), `the names of the five, of which ${taken.length} was renamed,`)
      if (taken.length === 0) {
        warn(`none of 5 renames to the free name ${wanted} was accepted, as all came at once`, ...replies)
        return
      }
    }
  }),
]

export const nameChecks: readonly Check[] = [
  check('UNIQ-01', 'a create with a name in use is refused', async ({ owner, given, schedule, name }) => {
    const red = await given.resource()

    const reply = await owner.post(schedule.resources, { name: red.name })
    const described = await owner.post(schedule.resources, { name: red.name, description: 'The other one' })

    refused(reply)
    refused(described)
    const found = await namesakes(owner, schedule.resources, red.name)
    same(found, [red.id], `the ids of those named ${red.name}`, reply)
    await unchanged(red)
    accepted(await owner.post(schedule.resources, { name: name() }), 'a create with a name that is free')
  }),

  check(
    'UNIQ-01.many',
    'a create with the name of any of 25 resources is refused',
    { needs: ['25 objects'] },
    async context => {
      const { owner, schedule } = context
      const { objects } = await twentyFive(context, resources)

      await owner.each(objects, async ({ was: { name = '' } }) => {
        refused(await owner.post(schedule.resources, { name }), `a create with the name ${name}`)
      })
    },
  ),

  check(
    'UNIQ-10',
    'the name of a deleted resource is free again',
    { danger: 'own' },
    async ({ owner, given, schedule }) => {
      const red = await given.resource()
      refusedFirst(await owner.post(schedule.resources, { name: red.name }), 'UNIQ-01')
      acceptedFirst(await owner.delete(red.path), 'RES-42')

      const reply = await owner.post(schedule.resources, { name: red.name })

      accepted(reply, 'a create with the name of a deleted resource')
    },
  ),

  check(
    'UNIQ-10.ids',
    'the names of resources that were deleted by ids are free again',
    { danger: 'own', sends: ['DELETE resources'] },
    async ({ owner, given, schedule }) => {
      const deleted = await given.resources(2)
      const ids = deleted.map(({ id }) => id)
      acceptedFirst(await owner.delete(schedule.resources, { ids }), 'BULK-04')

      await areFree(owner, schedule, deleted)
    },
  ),

  check(
    'UNIQ-10.all',
    'the names of resources that were deleted with all=1 are free again',
    { needs: ['spare schedule'], danger: 'wipe', after: 'BULK-05.resources' },
    async ({ owner, given, spare }) => {
      const deleted = await given.resources(2, () => ({}), { in: spare })
      acceptedFirst(await owner.delete(spare.resources, { all: 1 }), 'BULK-05')

      await areFree(owner, spare, deleted)
    },
  ),

  check('UNIQ-11', 'the old name of a renamed resource is free', async ({ owner, given, schedule, name }) => {
    const red = await given.resource()
    const next = name()
    acceptedFirst(await owner.put(red.path, { name: next }), 'RES-06')

    const reply = await owner.post(schedule.resources, { name: red.name })

    accepted(reply, 'a create with the name that a resource had before')
    refusedFirst(await owner.post(schedule.resources, { name: next }), 'UNIQ-01')
  }),

  check('UNIQ-02', 'a rename to a name in use is refused', async context => {
    const { owner, given, schedule, name } = context
    const [red, blue] = await given.resources(2)

    const reply = await owner.put(red.path, { name: blue.name })

    refused(reply)
    await unchanged(red, blue)
    const again = await owner.post(schedule.resources, { name: red.name })
    refused(again, 'a create with the name that the resource has kept')
    await updates(red, { name: name() }, { what: 'a rename to a name that is free' })
  }),

  check('UNIQ-03.alone', 'a resource can be given the name that it has', async ({ given }) => {
    const red = await given.resource()

    await updates(red, { name: red.name }, { what: `an update of ${red.path} with the name that it has` })
  }),

  check('UNIQ-03.round-trip', 'a resource can be written back as it was read', async ({ given }) => {
    const members = { description: 'Round', link: 'https://example.com/', text_bold: true }
    const red = await given.resource(members)

    const what = `an update of ${red.path} with all writable members as they were read`
    await updates(red, pick(red.was, writableResourceMembers), { to: { name: red.name }, what })
  }),

  ...concurrentNameChecks,

  check('UNIQ-15', 'names differing in the 100th character are different', async ({ owner, given, name }) => {
    const stem = name(99)

    const first = await given.resource({ name: `${stem}1` })
    const reply = await owner.post(first.schedule.resources, { name: `${stem}2` })

    accepted(reply, `a create with the 100 characters ${stem}2, when there is ${stem}1`)
    const other = (await owner.all(first.schedule.resources)).find(resource => resource.name === `${stem}2`)
    holds(other !== undefined, `no resource is listed with the name ${stem}2 after it was created`, {
      replies: [reply],
    })
    await unchanged(first)
  }),

  ...each(
    ids`UNIQ-17.create UNIQ-17.update UNIQ-17.bulk`,
    { create: 'a create', update: 'an update', bulk: 'a bulk update' },
    (id, words, way) =>
      check(
        id,
        `a name in ${words} may be the beginning of another name, or a pattern that matches it`,
        { sends: way === 'bulk' ? ['PUT resources'] : [] },
        async context => {
          const { owner, schedule, given, name, observe } = context
          const stem = name()
          await given.resource({ name: `${stem}abc` })
          const other = way === 'create' ? undefined : await given.resource()

          for (const ending of ['a', 'a_c', 'a.c', 'a?c', 'a%', 'a*']) {
            const members = { name: `${stem}${ending}` }
            const reply =
              other === undefined
                ? await owner.post(schedule.resources, members)
                : way === 'update'
                  ? await owner.put(other.path, members)
                  : await owner.put(schedule.resources, members, { ids: other.id })
            // The document does not say which characters a name may have: alone, it may be refused as well.
            const alone = reply.ok
              ? reply
              : await owner.post(schedule.resources, { name: `${name()}${ending}` })
            if (alone.ok) accepted(reply, `the name ${members.name} in ${words}, where there is ${stem}abc,`)
            else observe(`a name that ends with ${ending} is refused`, alone)
          }
        },
      ),
  ),

  check(
    'UNIQ-18',
    'an editor cannot take the name of a resource that the owner created, nor the owner that of a resource that an editor created',
    { needs: ['editor'] },
    async ({ owner, editor, given, schedule, name, observe }) => {
      const red = await given.resource()
      const free = name()
      const reply = await editor.post(schedule.resources, { name: free })
      if (!reply.ok) return observe('an editor can create no resources', reply)
      const blue = await given.adopt(answeredId(reply), { name: free })

      refused(
        await editor.post(schedule.resources, { name: red.name }),
        'a create by an editor with a name of the owner',
      )
      refused(await editor.put(blue.path, { name: red.name }), 'a rename by an editor to a name of the owner')
      refused(
        await owner.post(schedule.resources, { name: blue.name }),
        'a create by the owner with a name of an editor',
      )
      refused(await owner.put(red.path, { name: blue.name }), 'a rename by the owner to a name of an editor')

      await unchanged(red, blue)
    },
  ),

  check(
    'UNIQ-16.schedules',
    'whether two schedules may share a resource name',
    { needs: ['second schedule'] },
    async ({ owner, given, second, observe }) => {
      const red = await given.resource()

      const reply = await owner.post(second.resources, { name: red.name })

      observe(`A name in use in one schedule is ${reply.ok ? 'accepted' : 'refused'} in another one.`, reply)
    },
  ),

  ...rows(
    ['UNIQ-16.letter-case', 'letter case', ' red', ' RED'],
    ['UNIQ-16.accents', 'an accent', ' cafe', ' caf\u00e9'],
    ['UNIQ-16.normal-forms', 'the normal form of an accent', ' caf\u00e9', ' cafe\u0301'],
    ['UNIQ-16.blanks', 'a blank at the end', '', ' '],
    ['UNIQ-16.emoji', 'an emoji', ' \u{1f600}', ' \u{1f363}'],
  ).map(([id, difference, ending, otherEnding]) =>
    check(id, `whether ${difference} makes a name different`, async context => {
      const { owner, schedule, name, observe } = context
      const stem = name()
      const other = `${stem}${otherEnding}`
      const first = await owner.post(schedule.resources, { name: `${stem}${ending}` })
      // The document does not say which characters a name may have.
      if (!first.ok)
        return observe(`The first of two names that differ by ${difference} alone is refused.`, first)

      const reply = await owner.post(schedule.resources, { name: other })

      const isKept = (await owner.all(schedule.resources)).some(resource => resource.name === other)
      const outcome = reply.ok ? `is accepted and ${isKept ? '' : 'not '}kept as it was sent` : 'is refused'
      observe(`A name that differs from one in use by ${difference} alone ${outcome}.`, reply)
    }),
  ),
]

const listPath = /^\/v1\/schedules\/[^/]+\/resources$/

export const nameInvariants: readonly Invariant[] = [
  invariant('UNIQ-12', 'no list of resources has two of them with the same name', exchange => {
    const { request } = exchange
    if (request.method !== 'GET' || !listPath.test(request.path)) return undefined
    const { ok, data } = replyOf(exchange)
    if (!ok || !Array.isArray(data)) return undefined
    const owners = new Map<string, Json>()
    for (const item of data) {
      if (!isObject(item) || typeof item.name !== 'string' || item.id === undefined) continue
      const { id, name } = item
      const first = owners.get(name)
      if (first !== undefined && !isSame(first, id)) {
        return {
          message: `two resources in ${request.path} have the name ${JSON.stringify(name)}`,
          expected: 'a name that no other resource has',
          actual: [first, id].map(id => ({ id, name })),
        }
      }
      owners.set(name, id)
    }
    return owners.size > 1 ? true : undefined
  }),
]
