import { accepted, changedOnly, holds, now, refused, unchanged } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Made } from '../../check/created.js'
import { rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { acceptedFirst, deleteResources, unaffected } from '../bulk/outcome.js'

function atMostOne(named: readonly { readonly id?: unknown }[], name: string, reply: Reply): void {
  holds(named.length < 2, `${named.length} resources have the name ${name} after a bulk update`, {
    expected: 'one at most',
    actual: named.map(({ id }) => id),
    replies: [reply],
  })
}

/** Asserts that a bulk rename of several was refused, and that at most one got the name, which is a warning. */
async function renamedNone(
  reply: Reply,
  name: string,
  resources: readonly Made[],
  warn: (message: string, reply: Reply) => void,
): Promise<void> {
  refused(reply, `one name for ${resources.length} resources by a bulk update`)
  const renamed: Made[] = []
  for (const made of resources) if ((await now(made)).name === name) renamed.push(made)
  atMostOne(renamed, name, reply)
  if (renamed.length === 1) {
    warn(`a bulk rename was refused, and yet resource ${renamed[0]?.id} has the new name`, reply)
  }
  await unchanged(...resources.filter(made => !renamed.includes(made)))
}

export const bulkNameChecks: readonly Check[] = [
  check(
    'UNIQ-04',
    'a bulk update of the name of two listed resources is refused',
    { after: 'BULK-01.resources', sends: ['PUT resources'] },
    async ({ owner, given, schedule, name, warn }) => {
      const [red, blue, rest] = await given.resources(3)
      const next = name()

      const reply = await owner.put(schedule.resources, { name: next }, { ids: [red.id, blue.id] })

      await renamedNone(reply, next, [red, blue], warn)
      await unaffected(reply, rest)
      const alone = await owner.put(schedule.resources, { name: next }, { ids: [red.id] })
      accepted(alone, 'the same for one of them')
    },
  ),

  ...rows(
    ['UNIQ-05', 'exactly one listed resource', 'the one resource that is listed', 1],
    ['UNIQ-06', 'one resource that is listed twice', 'one resource that is listed twice', 2],
  ).map(([id, objects, words, times]) =>
    check(
      id,
      `a bulk update of the name of ${objects} is accepted`,
      { after: 'BULK-01.resources', sends: ['PUT resources'] },
      async ({ owner, given, schedule, name }) => {
        const [red, rest] = await given.resources(2)
        const next = name()
        const ids = Array.from({ length: times }, () => red.id)

        const reply = await owner.put(schedule.resources, { name: next }, { ids })

        accepted(reply, `a free name for ${words}`)
        await changedOnly(red, { name: next })
        await unaffected(reply, rest)
      },
    ),
  ),

  check(
    'UNIQ-11.bulk',
    'the old name of a resource that a bulk update has renamed is free',
    { after: 'UNIQ-05', sends: ['PUT resources'] },
    async ({ owner, given, schedule, name }) => {
      const red = await given.resource()
      acceptedFirst(await owner.put(schedule.resources, { name: name() }, { ids: [red.id] }), 'UNIQ-05')

      const reply = await owner.post(schedule.resources, { name: red.name })

      accepted(reply, 'a create with the name that a resource had before a bulk update')
    },
  ),

  check(
    'UNIQ-07',
    'a bulk update of one resource to a name in use is refused',
    { after: 'BULK-01.resources', sends: ['PUT resources'] },
    async ({ owner, given, schedule, name }) => {
      const [red, blue] = await given.resources(2)

      const reply = await owner.put(schedule.resources, { name: blue.name }, { ids: [red.id] })

      refused(reply)
      await unchanged(red, blue)
      const free = name()
      const alone = await owner.put(schedule.resources, { name: free }, { ids: [red.id] })
      accepted(alone, 'the same with a free name')
      await changedOnly(red, { name: free })
    },
  ),

  check(
    'UNIQ-08',
    'a bulk update of the name without ids over two resources is refused',
    { needs: ['spare schedule'], after: 'UNIQ-04' },
    async ({ owner, given, spare, name, warn }) => {
      const [red, blue] = await given.resources(2, undefined, { in: spare })
      const next = name()

      const reply = await owner.put(spare.resources, { name: next })

      await renamedNone(reply, next, [red, blue], warn)
      const named = (await owner.all(spare.resources)).filter(resource => resource.name === next)
      atMostOne(named, next, reply)
    },
  ),

  check(
    'UNIQ-09',
    'a bulk update of the name without ids over one resource is accepted',
    { needs: ['spare schedule'], after: 'BULK-05.resources' },
    async context => {
      const { owner, given, spare, name } = context
      await deleteResources(context)
      const red = await given.resource({}, { in: spare })
      const next = name()

      const reply = await owner.put(spare.resources, { name: next })

      accepted(reply, 'a free name for the one resource of a schedule')
      await changedOnly(red, { name: next })
    },
  ),
]
