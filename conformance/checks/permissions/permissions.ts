import {
  accepted,
  describeRequest,
  holds,
  mustBeRefused,
  refused,
  refusedOrEmpty,
  unchanged,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { MadeCollaborator } from '../../check/created.js'
import { each, ids } from '../../check/ids.js'
import { answerOf, type Reply } from '../../http/exchange.js'
import { me, type Query } from '../../http/paths.js'
import { Violation } from '../../session/outcomes.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { type BulkRequest, bulkDelete, bulkUpdate } from '../bulk/requests.js'
import { notOwners, roles } from '../collaborators/membership.js'
import { collections } from '../collections.js'
import { hasCount, hasExactly, pageOf, twentyFive } from '../lists/listed.js'
import { type Operation, operations, perform, send } from '../operations.js'

const words = { ...notOwners, nobody: 'somebody without credentials' } as const

/** Asserts that the text is not in a refusal, whatever else is. */
function withheld(reply: Reply, secret: string | undefined): void {
  if (secret === undefined) return
  const isShown = reply.text.toLowerCase().includes(secret.toLowerCase())
  holds(!isShown, 'a refused read shows what it must withhold', {
    expected: `an answer without ${secret}`,
    ...answerOf(reply),
  })
}

/** A request is refused to somebody and has no effect; then the same request by the owner is accepted. */
function refusal(id: string, role: keyof typeof words, { action, sends, prepare }: Operation): Check {
  return check(
    id,
    `${words[role]} cannot ${action}`,
    { danger: 'own', sends, ...(role !== 'nobody' && { needs: [role] }) },
    async (context: Context) => {
      const attempt = await prepare(context)

      const reply = await send(context[role], attempt)

      refused(reply)
      withheld(reply, attempt.secret)
      await attempt.untouched(reply)
      const twin = await send(context.owner, attempt)
      accepted(twin)
      await attempt.done(twin)
    },
  )
}

/**
 * A stranger's request has no effect and shows nothing: the document does not say whether it is refused, or accepted
 * without an effect. The same request by the owner is accepted.
 */
function nothingFor(id: string, { action, sends, prepare }: Operation): Check {
  return check(
    id,
    `a stranger cannot ${action}`,
    { danger: 'own', sends, needs: ['stranger'] },
    async (context: Context) => {
      const { owner, stranger, warn } = context
      const attempt = await prepare(context)

      const reply = await send(stranger, attempt)

      if (attempt.method === 'GET') refusedOrEmpty(reply)
      await attempt.untouched(reply).catch((error: unknown) => {
        if (!reply.ok || !(error instanceof Violation)) throw error
        throw new Violation({ ...mustBeRefused(reply), replies: [reply, ...error.finding.replies] })
      })
      withheld(reply, attempt.secret)
      const outcome = attempt.method === 'GET' ? 'showed an empty list' : 'changed nothing'
      if (reply.ok)
        warn(`${describeRequest(reply)} should be refused, but was accepted and ${outcome}`, reply)
      const twin = await send(owner, attempt)
      accepted(twin)
      await attempt.done(twin)
    },
  )
}

function permission(id: string, role: 'editor' | 'viewer', operation: Operation): Check {
  const title = `${words[role]} can ${operation.action}`
  return check(id, title, { danger: 'own', needs: [role] }, async context => {
    const { attempt, reply } = await perform(context, operation, context[role])

    await attempt.done(reply)
  })
}

/** A write that a role may or may not allow: it is carried out completely, or not at all. */
function openWrite(id: string, role: 'editor' | 'viewer', { action, sends, prepare }: Operation): Check {
  return check(
    id,
    `it is open whether ${words[role]} can ${action}`,
    { needs: [role], sends },
    async context => {
      const attempt = await prepare(context)

      const reply = await send(context[role], attempt)

      if (reply.ok) await attempt.done(reply)
      else await attempt.untouched(reply)
      context.observe(`${words[role]} ${reply.ok ? 'can' : 'cannot'} ${action}`, reply)
    },
  )
}

const openWrites = (role: 'editor' | 'viewer') => (template: TemplateStringsArray) =>
  each(ids(template), operations, (id, operation) => openWrite(id, role, operation))

const refusals = (role: keyof typeof words) => (template: TemplateStringsArray) =>
  each(ids(template), operations, (id, operation) => refusal(id, role, operation))

const nothingForStrangers = (template: TemplateStringsArray) =>
  each(ids(template), operations, (id, operation) => nothingFor(id, operation))

const permissions = (role: 'editor' | 'viewer') => (template: TemplateStringsArray) =>
  each(ids(template), operations, (id, operation) => permission(id, role, operation))

/** An operation on collaborators, which only the owner may perform. */
const ownerOnly = (ids: readonly string[], operation: Operation) =>
  each(ids, notOwners, (id, _, role) => refusal(id, role, operation))

/** Two collaborators of the spare schedule; the caller is a third one, unless it is a stranger. */
async function collaboratorsOfSpare(
  context: Context,
  who: keyof typeof notOwners,
): Promise<[MadeCollaborator, ...MadeCollaborator[]]> {
  const { given, spare } = context
  const made = await given.collaborators(2, undefined, { in: spare })
  if (who === 'stranger') return made
  const own = { email: context[who].email, user_role: who }
  return [...made, await given.collaborator(own, { in: spare })]
}

/** A bulk request for all collaborators of the spare schedule, then one by the owner for the first of them. */
const inBulk = (ids: readonly string[], verb: string, request: BulkRequest, query: Query) =>
  each(ids, notOwners, (id, words, who) =>
    check(
      id,
      `${words} cannot ${verb} all collaborators of a schedule`,
      { needs: ['spare schedule', who], after: id.replace('.all', '') },
      async context => {
        const { owner, spare } = context
        const all = await collaboratorsOfSpare(context, who)
        const [first] = all
        const change = { user_role: who === 'editor' ? 'viewer' : 'editor' }
        const target = { path: spare.collaborators, change }

        const reply = await request.send(context[who], target, query)

        refused(reply)
        await unchanged(...all)
        accepted(await request.send(owner, target, { ids: [first.id] }))
        await request.affectedAll(owner, target, [first])
      },
    ),
  )

/** Each row of section 4, by everybody who may not perform it, then by the owner; and by everybody who may. */
export const permissionChecks: readonly Check[] = [
  ...ownerOnly(ids`PERM-01.editor PERM-01.viewer PERM-01.stranger`, operations['get-collaborators']),
  ...each(ids`PERM-01.editor.fields PERM-01.viewer.fields`, roles, (id, words, role) =>
    check(
      id,
      `${words} cannot list the collaborators, whatever parameters they send`,
      { needs: [role] },
      async ({ owner, given, schedule, [role]: caller }) => {
        const someone = await given.collaborator()
        for (const query of [{}, { fields: 'email' }, { limit: 0 }]) {
          const reply = await caller.get(schedule.collaborators, query)
          refused(reply)
          withheld(reply, someone.email)
        }
        accepted(await owner.get(schedule.collaborators, { fields: 'email' }))
      },
    ),
  ),

  ...ownerOnly(ids`PERM-02.editor PERM-02.viewer PERM-02.stranger`, operations['get-collaborator']),
  ...ownerOnly(ids`PERM-03.editor PERM-03.viewer PERM-03.stranger`, operations['post-collaborators']),
  ...ownerOnly(ids`PERM-04.editor PERM-04.viewer PERM-04.stranger`, operations['put-collaborator']),
  ...ownerOnly(ids`PERM-05.editor PERM-05.viewer PERM-05.stranger`, operations['put-collaborators']),
  ...ownerOnly(ids`PERM-06.editor PERM-06.viewer PERM-06.stranger`, operations['delete-collaborators']),
  ...ownerOnly(ids`PERM-07.editor PERM-07.viewer PERM-07.stranger`, operations['delete-collaborator']),

  ...inBulk(ids`PERM-05.editor.all PERM-05.viewer.all PERM-05.stranger.all`, 'change', bulkUpdate, {}),
  ...inBulk(ids`PERM-06.editor.all PERM-06.viewer.all PERM-06.stranger.all`, 'delete', bulkDelete, {
    all: 1,
  }),

  ...refusals('nobody')`
    PERM-12.get-booking PERM-12.get-bookings PERM-12.get-collaborator PERM-12.get-collaborators
    PERM-12.get-resource-bookings PERM-12.get-resource PERM-12.get-resources PERM-12.post-bookings
    PERM-12.post-collaborators PERM-12.post-resources PERM-12.put-booking PERM-12.put-bookings
    PERM-12.put-collaborator PERM-12.put-collaborators PERM-12.put-resource-bookings PERM-12.put-resource
    PERM-12.put-resources PERM-12.delete-booking PERM-12.delete-bookings PERM-12.delete-collaborator
    PERM-12.delete-collaborators PERM-12.delete-resource-bookings PERM-12.delete-resource
    PERM-12.delete-resources`,

  check('PERM-12.get-me', 'somebody without credentials cannot read a user', async ({ owner, nobody }) => {
    const reply = await nobody.get(me)

    refused(reply)
    withheld(reply, owner.email)
    accepted(await owner.get(me))
  }),

  // A target without accounts may treat nobody as its only user: each response is judged before the next, more harmful
  // request is sent.
  check(
    'PERM-12.me',
    'somebody without credentials cannot change or delete a user',
    { danger: 'lock', after: 'PERM-12.get-me' },
    async ({ owner, nobody, token }) => {
      refused(await nobody.get(me))
      refused(await nobody.put(me, { firstname: token }))
      refused(await nobody.put(me, { new_password: `nobody ${token}` }))
      refused(await nobody.delete(me, { me: 1 }))

      accepted(await owner.get(me))
    },
  ),

  ...permissions('editor')`
    PERM-14.get-booking.editor PERM-14.get-bookings.editor PERM-14.get-resource-bookings.editor
    PERM-14.get-resource.editor PERM-14.get-resources.editor`,
  ...permissions('viewer')`
    PERM-14.get-booking.viewer PERM-14.get-bookings.viewer PERM-14.get-resource-bookings.viewer
    PERM-14.get-resource.viewer PERM-14.get-resources.viewer`,

  check(
    'PERM-14.all',
    'lists with limit=0 return all objects to a collaborator, too',
    { needs: ['25 objects', 'viewer'], danger: 'own' },
    async context => {
      const { resources, bookings, 'resource-bookings': resourceBookings } = collections
      for (const collection of [resources, bookings, resourceBookings]) {
        const sample = await twentyFive(context, collection)
        const reply = await context.viewer.get(sample.path, { ...sample.only, limit: 0 })
        acceptedFirst(reply, 'PERM-14')

        const page = pageOf(reply, `the list of 25 ${collection.words} with limit=0, read by a viewer,`)
        hasCount(page, 25, ': limit=0 returns all')
        hasExactly(page, sample.ids)
        const last = await context.viewer.get(sample.path, { ...sample.only, limit: 7, offset: 21 })
        hasCount(pageOf(last, `the list of 25 ${collection.words} from offset 21, read by a viewer,`), 4)
      }
    },
  ),

  ...nothingForStrangers`
    PERM-15.get-booking PERM-15.get-bookings PERM-15.get-resource-bookings PERM-15.get-resource
    PERM-15.get-resources`,

  ...openWrites('viewer')`
    PERM-16.post-bookings PERM-16.post-resources PERM-16.put-booking PERM-16.put-bookings
    PERM-16.put-resource-bookings PERM-16.put-resource PERM-16.put-resources PERM-16.delete-booking
    PERM-16.delete-bookings PERM-16.delete-resource-bookings PERM-16.delete-resource
    PERM-16.delete-resources`,

  ...openWrites('editor')`
    PERM-17.post-bookings PERM-17.post-resources PERM-17.put-booking PERM-17.put-bookings
    PERM-17.put-resource-bookings PERM-17.put-resource PERM-17.put-resources PERM-17.delete-booking
    PERM-17.delete-bookings PERM-17.delete-resource-bookings PERM-17.delete-resource
    PERM-17.delete-resources`,

  ...nothingForStrangers`
    PERM-19.post-bookings PERM-19.post-resources PERM-19.put-booking PERM-19.put-bookings
    PERM-19.put-resource-bookings PERM-19.put-resource PERM-19.put-resources PERM-19.delete-booking
    PERM-19.delete-bookings PERM-19.delete-resource-bookings PERM-19.delete-resource
    PERM-19.delete-resources`,
]
