import express from 'express'
import { requireEditor } from '../access.js'
import { HttpError } from '../http-error.js'
import { find, project, select, selectForDelete, sendList } from '../lists.js'
import { makes } from '../mistake.js'
import { create, now, removeAll, schedules } from '../store.js'
import { resourceRules, validate } from '../validation.js'
import { bookings } from './bookings.js'

const defaults = {
  name: '',
  description: '',
  color_fg: '#000000',
  color_bk: '#FFFFFF',
  color_schedule: '#FFFFFF',
  text_bold: false,
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
}

const isTaken = (name, resource) =>
  [...schedules.values()].some(schedule =>
    schedule.resources.some(other => other.name === name && other !== resource),
  )

function update(resources, values) {
  const [resource] = resources
  if (values.name !== undefined && (resources.length > 1 || isTaken(values.name, resource))) {
    throw new HttpError(409, 'name must be unique')
  }
  for (const resource of resources) Object.assign(resource, values, { updated_at: now() })
}

function remove(schedule, resources) {
  const ids = resources.map(({ id }) => id)
  const orphans = schedule.bookings.filter(booking => ids.includes(booking.resource_id))
  removeAll(schedule, 'bookings', orphans)
  removeAll(schedule, 'resources', resources)
}

export const resources = express.Router()

resources.param('resourceId', (req, _res, next, id) => {
  req.resource = find(req.schedule.resources, id)
  next()
})

resources.use('/:resourceId/bookings', bookings)
resources.use(requireEditor)

resources
  .route('/')
  .get((req, res) => sendList(req, res, req.schedule.resources))
  .post((req, res) => {
    const values = validate(resourceRules, req.body, ['name'])
    if (isTaken(values.name)) {
      if (!makes('no-return-after-answer')) throw new HttpError(409, 'name must be unique')
      res.status(409).json({ success: false, message: 'name must be unique' })
    }
    const { schedule } = req
    const { id } = create(schedule.resources, { schedule_id: schedule.id, ...defaults, ...values })
    res.status(201).json({ success: true, data: [{ id }] })
  })
  .put((req, res) => {
    update(select(req.schedule.resources, req.query), validate(resourceRules, req.body))
    res.json({ success: true })
  })
  .delete((req, res) => {
    remove(req.schedule, selectForDelete(req.schedule.resources, req.query))
    res.json({ success: true })
  })

resources
  .route('/:resourceId')
  .get((req, res) => res.json({ success: true, data: project(req.resource, req.query) }))
  .put((req, res) => {
    const values = validate(resourceRules, req.body)
    if (makes('undefined-members')) {
      for (const name of Object.keys(resourceRules)) values[name] = req.body[name]
    }
    update([req.resource], values)
    res.json({ success: true })
  })
  .delete((req, res) => {
    remove(req.schedule, [req.resource])
    res.json({ success: true })
  })
