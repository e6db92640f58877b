import express from 'express'
import { authenticate, limitRate, userOf } from './authentication.js'
import { HttpError } from './http-error.js'
import { makes } from './mistake.js'
import { bookings } from './routes/bookings.js'
import { collaborators } from './routes/collaborators.js'
import { resources } from './routes/resources.js'
import { activate, users } from './routes/users.js'
import { schedules } from './store.js'

function findSchedule(req, _res, next) {
  const user = userOf(req)
  const schedule = schedules.get(req.params.scheduleId)
  if (!schedule) throw new HttpError(404, 'There is no such schedule')
  const collaborator = schedule.collaborators.find(({ userId }) => userId === user.id)
  req.schedule = schedule
  req.role = schedule.ownerId === user.id ? 'owner' : collaborator?.user_role
  if (!req.role) throw new HttpError(403, 'You have no access to this schedule')
  next()
}

function requireObject(req, _res, next) {
  const hasBody = req.method === 'POST' || req.method === 'PUT'
  if (hasBody && (req.body === undefined || Array.isArray(req.body))) {
    throw new HttpError(400, 'The body must be a JSON object')
  }
  next()
}

function answerError(error, _req, res, next) {
  if (res.headersSent || (makes('html-errors') && !(error instanceof HttpError))) return next(error)
  const status = error.status ?? 500
  if (status === 500) process.stderr.write(`${error.stack}\n`)
  if (status === 401) res.set('WWW-Authenticate', 'Basic realm="schedules", charset="UTF-8"')
  const message = status === 500 ? 'Internal server error' : error.message
  res.status(status).json({ success: false, message })
}

const schedule = express.Router()
schedule.use('/resources', resources)
schedule.use('/bookings', bookings)
schedule.use('/collaborators', collaborators)

const v1 = express.Router()
v1.use(authenticate, limitRate)
// The document does not specify the Content-Type of a body.
v1.use(express.json({ type: () => true }), requireObject)
v1.use('/schedules/:scheduleId', findSchedule, schedule)
v1.use('/users/me', users)

export const app = express()
app.use('/v1', v1)
app.get('/activate/:token', activate)
app.use(() => {
  throw new HttpError(404, 'There is no such path')
})
app.use(answerError)
