import { accepted, type Check, described, type Query, type Reply, refused } from '../../runner/index.js'
import { allGone, unaffected } from './outcome.js'
import { confined, escalated, onEachScope, stage } from './scopes.js'

interface Guard {
  readonly rule: string
  title(objects: string): string
  /** What is sent, each of which lacks what a bulk delete requires. */
  readonly queries: readonly Query[]
  /** What is wrong with them, in the words of a finding. */
  readonly flaw: string
}

/** A bulk delete that lacks both `all=1` and `ids` must fail (sections 4 and 7.2); with ids it does not. */
const unguarded = ({ rule, title, queries, flaw }: Guard) =>
  onEachScope(
    rule,
    { title, place: confined, after: escalated(rule, 'BULK-15.delete') },
    async (context, scope, schedule) => {
      const { owner } = context
      const { path, ids, all, listed } = await stage(context, scope, schedule, { listed: 2 })

      for (const query of queries) {
        const reply = await owner.delete(path, query)
        refused(reply, `${described(reply)}, ${flaw},`)
        await unaffected(reply, ...all)
      }

      accepted(await owner.delete(path, { ids }), 'the same with ids')
      await allGone(owner, path, listed)
    },
  )

const neither = unguarded({
  rule: 'BULK-06',
  title: objects => `a bulk delete of ${objects} with neither all nor ids is refused`,
  queries: [{}],
  flaw: 'which has neither all=1 nor ids',
})

const zero = unguarded({
  rule: 'BULK-07',
  title: objects => `a bulk delete of ${objects} with all=0 and without ids is refused`,
  queries: [{ all: 0 }],
  flaw: 'where all is 0, its default, and ids are missing',
})

const otherValues = unguarded({
  rule: 'BULK-11',
  title: objects => `a bulk delete of ${objects} with another value of all than 1 is refused`,
  queries: ['no', 'false', '', '2', '10', 'true'].map(all => ({ all })),
  flaw: 'where all is not 1 and ids are missing',
})

/** Whatever the answer says has to be so afterwards. */
async function agreed(reply: Reply, { path, listed }: Awaited<ReturnType<typeof stage>>): Promise<void> {
  const maker = listed[0]?.maker
  if (reply.ok && maker) await allGone(maker, path, listed)
  else await unaffected(reply, ...listed)
}

const both = onEachScope(
  'BULK-09',
  {
    title: objects => `a bulk delete of ${objects} with all=1 and ids leaves those that are not listed`,
    place: confined,
    after: escalated('BULK-09', 'BULK-15.delete'),
  },
  async (context, scope, schedule) => {
    const { owner } = context
    const scene = await stage(context, scope, schedule, { listed: 1, rest: 2 })

    const reply = await owner.delete(scene.path, { all: 1, ids: scene.ids })

    await unaffected(reply, ...scene.rest)
    await agreed(reply, scene)
    context.observe(
      reply.ok
        ? `A bulk delete of ${scope.objects} with all=1 and ids is accepted and deletes those listed.`
        : `A bulk delete of ${scope.objects} with all=1 and ids is refused.`,
      reply,
    )
  },
)

const emptyIds = onEachScope(
  'BULK-10',
  {
    title: objects => `a bulk delete of ${objects} with an empty ids deletes nothing`,
    place: confined,
    after: escalated('BULK-10', 'BULK-15.delete'),
  },
  async (context, scope, schedule) => {
    const { owner } = context
    const { path, ids, all, listed } = await stage(context, scope, schedule, { listed: 2 })

    const reply = await owner.delete(path, { ids: '' })

    await unaffected(reply, ...all)
    accepted(await owner.delete(path, { ids }), 'the same with ids')
    await allGone(owner, path, listed)
    context.observe(
      `A bulk delete of ${scope.objects} with an empty ids is ${reply.ok ? 'accepted and deletes nothing' : 'refused'}.`,
      reply,
    )
  },
)

export const bulkGuardChecks: readonly Check[] = [...neither, ...zero, ...both, ...emptyIds, ...otherValues]
