import type { z } from 'zod'
import { collaborator, collaboratorChange, collaboratorCreate } from '../contract/collaborator.js'
import { invitationMail } from '../mails/texts.js'
import { type CollaboratorChange, type Repositories, type StoredUser, UniqueViolation } from '../store.js'
import { Refusal, refuseDetails } from '../wire/errors.js'
import { created } from '../wire/responses.js'
import { userObject } from './accounts.js'
import { type CollectionDef, changing, deleting, listing, metaOf, reading } from './collection.js'
import { type Operation, type OperationRequest, operation } from './operation.js'

export const collaborators: CollectionDef<CollaboratorChange> = {
  noun: 'collaborator',
  kind: 'collaborators',
  idParam: 'collaboratorId',
  object: collaborator,
  changeBody: collaboratorChange,
  collection: rows => rows.collaborators,
  text: kept => kept.json,
  change: ({ rows, body, now }, selection) => rows.collaborators.change(selection, body, now),
}

type Invitee = z.infer<typeof collaboratorCreate.schema>

/** Returns the account with an address, if the owner may add it to the schedule; undefined if there is none. */
async function admissibleAccount(
  { rows, user: owner, path }: OperationRequest,
  email: string,
): Promise<StoredUser | undefined> {
  const account = await rows.users.findByEmail(email)
  if (!account) return undefined
  if (account.id === owner.id) {
    throw refuseDetails('invalid', [
      { path: 'email', message: 'is your own: the owner cannot be a collaborator' },
    ])
  }
  if (await isInvited(rows, path.scheduleId, account)) throw new UniqueViolation('collaborator account')
  const { allow_collaboration, collaboration_limit } = userObject(account)
  if (!allow_collaboration) {
    throw new Refusal('forbidden', `${email} does not allow being added as a collaborator`)
  }
  if ((await rows.collaborators.countOf(account.id)) >= collaboration_limit) {
    throw new Refusal(
      'forbidden',
      `${email} cannot join more schedules: its collaboration_limit is ${collaboration_limit}`,
    )
  }
  return account
}

/** Whether the account is already a collaborator, or its address is invited (a limit can prevent the link). */
async function isInvited(
  rows: Repositories,
  schedule_id: string,
  { id, email }: StoredUser,
): Promise<boolean> {
  if (await rows.schedules.membershipOf(schedule_id, id)) return true
  const invitations = await rows.collaborators.invitations(email)
  return invitations.some(invitation => invitation.schedule_id === schedule_id)
}

async function create(request: OperationRequest<unknown, Invitee>) {
  const { rows, user, path, body, now, url, mail, settings } = request
  const { email, user_role, invite } = body
  const { scheduleId: schedule_id } = path
  const account = await admissibleAccount(request, email)
  const row = { schedule_id, email, user_role, user_id: account?.id ?? null }
  const id = await rows.collaborators.insert(row, now)
  const location = `${url}/${id}`
  if (invite) {
    const owner = userObject(user)
    const { language_tag: language } = account ? userObject(account) : owner
    mail(
      invitationMail({
        email,
        role: user_role,
        scheduleId: schedule_id,
        collaboratorId: id,
        location,
        owner,
        registered: account !== undefined,
        language,
      }),
    )
  }
  return created(settings.variety?.collaborator_id === 'string' ? String(id) : id, location)
}

const owner = metaOf('4.3', 'owner')

/** The operations of section 4.3. */
export const collaboratorOperations: readonly Operation[] = [
  listing(collaborators, owner('listCollaborators', 'List the collaborators of a schedule')),
  reading(collaborators, owner('readCollaborator', 'Read a collaborator')),
  operation({
    ...owner('createCollaborator', 'Add a collaborator to a schedule'),
    body: collaboratorCreate,
    run: create,
  }),
  changing(collaborators, owner('changeCollaborators', 'Change the role of several or all collaborators')),
  changing(collaborators, owner('changeCollaborator', 'Change the role of a collaborator')),
  deleting(collaborators, owner('deleteCollaborators', 'Remove several or all collaborators')),
  deleting(collaborators, {
    ...owner('deleteCollaborator', "Remove a collaborator, or end one's own collaboration"),
    access: 'owner or self',
  }),
]
