import { randomUUID } from 'node:crypto'
import express from 'express'
import { userOf } from '../authentication.js'
import { HttpError } from '../http-error.js'
import { sendMail } from '../mail.js'
import { makes } from '../mistake.js'
import { deleteUser, findUser, hashPassword, now, schedules, users as usersById } from '../store.js'
import { userRules, validate } from '../validation.js'

/** New addresses that await activation, by the token in their link. */
const activations = new Map()

function requireFree(email, user) {
  if ((findUser(email) ?? user) !== user) throw new HttpError(409, 'email is in use')
}

export function activate(req, res) {
  const { userId, email } = activations.get(req.params.token) ?? {}
  const user = usersById.get(userId)
  if (!user) throw new HttpError(404, 'This link is not valid')
  requireFree(email, user)
  activations.delete(req.params.token)
  Object.assign(user, { email, login: undefined, updated_at: now() })
  for (const collaborator of [...schedules.values()].flatMap(({ collaborators }) => collaborators)) {
    if (collaborator.email === email) collaborator.userId ??= user.id
  }
  res.json({ success: true })
}

async function requestActivation(req, user, email) {
  const token = randomUUID()
  activations.set(token, { userId: user.id, email })
  const link = `${req.protocol}://${req.get('Host')}/activate/${token}`
  await sendMail(email, 'Activate your new address', `Follow this link to activate it:\n${link}\n`)
}

export const users = express.Router()

users
  .route('/')
  .get((req, res) => {
    const { passwordHash, login, ...user } = userOf(req)
    res.json({ success: true, data: user })
  })
  .put(async (req, res) => {
    const user = userOf(req)
    const { email = user.email, new_password, ...values } = validate(userRules, req.body)
    requireFree(email, user)
    if (new_password !== undefined) {
      values.passwordHash = await hashPassword(new_password)
      values.login = undefined
    }
    Object.assign(user, makes('mass-assignment') ? req.body : {}, values, { updated_at: now() })
    if (email !== user.email) await requestActivation(req, user, email)
    res.json({ success: true })
  })
  .delete((req, res) => {
    if (req.query.me !== '1') throw new HttpError(400, 'me=1 is required')
    deleteUser(userOf(req))
    res.json({ success: true })
  })
