import fc from 'fast-check'
import { describeRequest } from '../check/assertions.js'
import type { Reply } from '../http/exchange.js'
import { isObject, type JsonObject } from '../http/json.js'
import { deleteCollaborators } from './bulk-steps.js'
import { recordCreated, recordWritten } from './changes.js'
import { principalSlot, principalSlots, rarely, someOf } from './choices.js'
import { assertOutcome, compare, objectIn } from './comparison.js'
import { listCollaborators } from './list-steps.js'
import { mayAdminister, objectStep, sceneStep } from './scene.js'
import { type Action, skipped } from './step.js'
import { aimAt, emptySlot, scopeOf } from './targeting.js'
import { type Expectation, markDeleted, type Principal, type World } from './world.js'

const user_role = fc.constantFrom('editor', 'viewer')
const isWrong = rarely(fc.constant(true), 16)

/** With a `collaboration_limit` from this number on, an account has room for the schedules of a walk. */
const manyCollaborations = 100

/** Whether an address may be added. One without an account may need an invitation, and limits may be reached. */
function mayBeAdded({ person }: Principal): Expectation {
  if (!person) return {}
  if (person.settings.allow_collaboration !== true) return { acceptBreaks: 'PERM-20' }
  // The account may be a collaborator elsewhere, too.
  return (person.limit ?? 0) < manyCollaborations ? {} : { refuseBreaks: 'COL-21' }
}

const add = sceneStep({
  name: 'add collaborator',
  weight: 5,
  data: { slot: principalSlot, role: fc.constantFrom('editor', 'viewer', undefined), isWrong },
  async take({ world, schedule: { collaborators }, actor, role }, choices): Action {
    const free = emptySlot(collaborators, choices.slot, world.principals.length)
    const principal = free === undefined ? undefined : world.principals[free]
    if (free === undefined || !principal) return skipped
    const userRole = choices.isWrong ? 'admin' : choices.role
    const sent = { email: principal.email, ...(userRole && { user_role: userRole }) }
    const valid = choices.isWrong ? { acceptBreaks: 'COL-10' } : mayBeAdded(principal)
    const reply = await actor.post(collaborators.list, sent)
    if (assertOutcome(world, reply, mayAdminister(role, valid, 'PERM-03')))
      recordCreated(world, collaborators, free, reply, { sent })
  },
})

const update = objectStep({
  name: 'update collaborator',
  weight: 4,
  of: 'collaborators',
  data: { role: user_role, isWrong },
  async take({ world, actor, role, object, path }, choices) {
    const body = { user_role: choices.isWrong ? 'owner' : choices.role }
    const reply = await actor.put(path, body)
    const written = choices.isWrong ? { acceptBreaks: 'COL-10' } : { refuseBreaks: 'COL-22' }
    const valid = mayAdminister(role, object ? written : {}, 'PERM-04')
    if (assertOutcome(world, reply, valid) && object) recordWritten({ object, members: body }, 'COL-22')
  },
})

const updateSeveral = sceneStep({
  name: 'update collaborators',
  weight: 2,
  data: { slots: someOf(principalSlots), role: user_role, isAll: rarely(fc.constant(true), 4) },
  async take({ world, schedule, actor, role }, { role: user_role, ...choices }): Action {
    const scope = scopeOf(schedule, schedule.collaborators, { ...choices, isWrite: true })
    if (!scope) return skipped
    const members = { user_role }
    const reply = await actor.put(scope.path, members, scope.query)
    const valid = scope.isEmpty ? {} : { refuseBreaks: 'BULK-01' }
    if (!assertOutcome(world, reply, mayAdminister(role, valid, 'PERM-05'))) return
    for (const object of scope.objects) recordWritten({ object, members }, 'BULK-03')
  },
})

const remove = sceneStep({
  name: 'delete collaborator',
  weight: 4,
  data: { slot: principalSlot, isOwn: fc.boolean() },
  async take({ world, schedule: { collaborators }, person, actor, role }, { slot, isOwn }): Action {
    const own = world.principals.findIndex(principal => principal.person === person)
    const aim = aimAt(collaborators, isOwn && collaborators.objects.has(own) ? own : slot)
    if (!aim) return skipped
    const { object, id } = aim
    const reply = await actor.delete(`${collaborators.list}/${id}`)
    const isTheirs = object?.slot === own
    const valid: Expectation = object ? { refuseBreaks: isTheirs ? 'PERM-08' : 'COL-23' } : {}
    const right = isTheirs ? valid : mayAdminister(role, valid, 'PERM-07')
    if (assertOutcome(world, reply, right) && object) markDeleted(collaborators, object)
  },
})

const read = objectStep({
  name: 'read collaborator',
  weight: 2,
  of: 'collaborators',
  data: {},
  async take({ world, person, actor, role, object, path }) {
    const reply = await actor.get(path)
    const valid = object ? { refuseBreaks: 'COL-21' } : { acceptBreaks: 'COL-23' }
    if (!assertOutcome(world, reply, mayAdminister(role, valid, 'PERM-02')) || !object) return
    const read = objectIn(world, reply)
    if (!read) return
    compare(world, object, read, { reader: person, reply })
    compareUser(world, read, world.principals[object.slot], reply)
  },
})

/** Compares `user` of a collaborator: present only for accounts, with their current names. */
export function compareUser(
  world: World,
  { user }: JsonObject,
  principal: Principal | undefined,
  reply: Reply,
): void {
  const problem = (rule: string, message: string, expected: unknown) =>
    world.differ(rule, {
      message: `${message}: ${describeRequest(reply)}`,
      expected,
      actual: user ?? 'missing',
      replies: [reply],
    })
  const settings = principal?.person?.settings
  if (!settings) {
    if (user !== undefined)
      problem('COL-15', 'user must be absent where an address has no account', 'no user')
    return
  }
  const { firstname, lastname } = settings
  if (!isObject(user)) problem('COL-16', 'user must be there for an account', { firstname, lastname })
  else if (user.firstname !== firstname || user.lastname !== lastname) {
    problem('COL-18', 'user must have the names that the account has', { firstname, lastname })
  }
}

export const collaboratorSteps = [
  add,
  update,
  updateSeveral,
  remove,
  deleteCollaborators,
  read,
  listCollaborators,
]
