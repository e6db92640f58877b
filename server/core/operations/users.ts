import type { z } from 'zod'
import { deleteMeQuery, readQuery } from '../contract/listing.js'
import { type User, user, userChange } from '../contract/user.js'
import { activationMail, changeRequestedMail } from '../mails/texts.js'
import type { Settings } from '../ports.js'
import { type StoredUser, UniqueViolation } from '../store.js'
import { Refusal } from '../wire/errors.js'
import { done, one } from '../wire/responses.js'
import { linkInvitations, userObject } from './accounts.js'
import { activationPath } from './activation.js'
import { metaOf, project } from './collection.js'
import { type Operation, type OperationRequest, operation } from './operation.js'

type Change = z.infer<typeof userChange.schema>

const account = metaOf('4.4', 'account')
const day = 24 * 60 * 60 * 1000

/**
 * Stores a new address until its link is opened, and sends the link in the language of the changed user. Also notifies the
 * old address, because the request may not come from its owner.
 */
async function requestEmail(request: OperationRequest, email: string, changed: User): Promise<void> {
  const { rows, user, now, ports, origin, mail } = request
  const other = await rows.users.findByEmail(email)
  if (other && other.id !== user.id) throw new UniqueViolation('user email')
  const secret = ports.ids.secret()
  await rows.emailChanges.put({ user_id: user.id, email, secret, expires_at: now + day })
  mail(activationMail(changed, email, origin + activationPath(secret)))
  mail(changeRequestedMail(userObject(user), email))
}

async function change(request: OperationRequest<unknown, Change>) {
  const { rows, user, body, now, prepared, ports, afterwards } = request
  const { email, new_password, ...members } = body
  // The change may have been requested by someone who knew the old password, so the owner must be able to cancel it. An
  // account that is sent back as it was read also contains the old address, but cancels nothing.
  const isCancelled = email === user.email && Object.keys(members).length === 0
  if (new_password !== undefined || isCancelled) await rows.emailChanges.remove(user.id)
  if (email !== undefined && email !== user.email) {
    await requestEmail(request, email, { ...userObject(user), ...members } as User)
  }
  await rows.users.change(user.id, { ...members, password_hash: prepared }, now)
  const before = userObject(user)
  // Invitations that arrived while the account did not allow any.
  if (members.allow_collaboration && !before.allow_collaboration)
    await linkInvitations(rows, { ...before, allow_collaboration: true })
  if (new_password !== undefined && prepared !== undefined) {
    afterwards(() => {
      ports.passwords.forget(user.password_hash)
      ports.passwords.remember(new_password, prepared)
    })
  }
  return done
}

/** The user object as JSON text, with `profile_completed` as 1 or 0 if so configured (section 2.4). */
function shownUser(user: StoredUser, { variety }: Settings): string {
  if (variety?.profile_completed !== 'integer') return user.json
  const object = userObject(user)
  return JSON.stringify({ ...object, profile_completed: Number(object.profile_completed) })
}

/** The operations of section 4.4. The two PUT rows of its table are one operation: `new_password` may come with other fields. */
export const userOperations: readonly Operation[] = [
  operation({
    ...account('readMe', 'Read the settings of the account'),
    query: readQuery(user),
    entryOnly: true,
    run: ({ user, query, settings }) => one(project(shownUser(user, settings), query.fields)),
  }),
  operation({
    ...account('changeMe', 'Change settings or the password of the account'),
    body: userChange,
    prepare: async ({ body, ports, user }) =>
      body.new_password === undefined ? undefined : ports.passwords.hash(body.new_password, user.id),
    run: change,
  }),
  operation({
    ...account('deleteMe', 'Delete the account with its schedules and collaborations'),
    query: deleteMeQuery,
    async run({ rows, user, query, ports, afterwards }) {
      if (query.me !== '1') {
        const message =
          'Deleting the account requires me=1 in the query: DELETE /v1/users/me?me=1; nothing was deleted'
        throw new Refusal('guard_missing', message)
      }
      await rows.users.remove(user.id)
      afterwards(() => ports.passwords.forget(user.password_hash))
      return done
    },
  }),
]
