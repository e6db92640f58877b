import express from 'express'
import { requireOwner } from '../access.js'
import { userOf } from '../authentication.js'
import { HttpError } from '../http-error.js'
import { find, project, select, selectForDelete, sendList } from '../lists.js'
import { sendMail } from '../mail.js'
import { collaborationsOf, create, findUser, now, removeAll, users } from '../store.js'
import { collaboratorRules, roleRules, validate } from '../validation.js'

function show({ userId, ...collaborator }) {
  const user = users.get(userId)
  if (!user) return collaborator
  const { email, firstname, lastname } = user
  return { ...collaborator, user: { email, firstname, lastname } }
}

function requireConsent(schedule, user) {
  if (user.id === schedule.ownerId) throw new HttpError(409, 'The owner needs no collaboration')
  if (!user.allow_collaboration) throw new HttpError(403, 'This user does not allow to be added')
  if (collaborationsOf(user).length >= user.collaboration_limit) {
    throw new HttpError(403, 'This user has reached the limit of collaborations')
  }
}

function requireNew({ collaborators }, email, user) {
  const isSame = other =>
    other.email.toLowerCase() === email.toLowerCase() || (user && other.userId === user.id)
  if (collaborators.some(isSame)) throw new HttpError(409, 'This user is a collaborator already')
}

export const collaborators = express.Router()

collaborators.delete('/:collaboratorId', (req, res) => {
  const collaborator = find(req.schedule.collaborators, req.params.collaboratorId)
  if (req.role !== 'owner' && collaborator.userId !== userOf(req).id) {
    throw new HttpError(403, 'Only the owner of the schedule may end the collaboration of others')
  }
  removeAll(req.schedule, 'collaborators', [collaborator])
  res.json({ success: true })
})

collaborators.use(requireOwner)

collaborators
  .route('/')
  .get((req, res) => sendList(req, res, req.schedule.collaborators, show))
  .post(async (req, res) => {
    const { schedule } = req
    const { email, invite, user_role = 'viewer' } = validate(collaboratorRules, req.body, ['email'])
    const user = findUser(email)
    if (user) requireConsent(schedule, user)
    requireNew(schedule, email, user)
    const values = { schedule_id: schedule.id, email, user_role, userId: user?.id }
    const { id } = create(schedule.collaborators, values)
    if (invite) {
      const owner = userOf(req).email
      await sendMail(email, 'Invitation to a schedule', `${owner} invites you to schedule ${schedule.id}.`)
    }
    res.status(201).json({ success: true, data: [{ id }] })
  })
  .put((req, res) => {
    const values = validate(roleRules, req.body)
    for (const collaborator of select(req.schedule.collaborators, req.query)) {
      Object.assign(collaborator, values, { updated_at: now() })
    }
    res.json({ success: true })
  })
  .delete((req, res) => {
    const { schedule } = req
    removeAll(schedule, 'collaborators', selectForDelete(schedule.collaborators, req.query))
    res.json({ success: true })
  })

collaborators
  .route('/:collaboratorId')
  .get((req, res) => {
    const collaborator = find(req.schedule.collaborators, req.params.collaboratorId)
    res.json({ success: true, data: project(show(collaborator), req.query) })
  })
  .put((req, res) => {
    const collaborator = find(req.schedule.collaborators, req.params.collaboratorId)
    Object.assign(collaborator, validate(roleRules, req.body), { updated_at: now() })
    res.json({ success: true })
  })
