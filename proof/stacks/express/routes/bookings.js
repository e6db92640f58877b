import express from 'express'
import { requireEditor } from '../access.js'
import { userOf } from '../authentication.js'
import { HttpError } from '../http-error.js'
import { find, project, select, selectForDelete, sendList } from '../lists.js'
import { makes } from '../mistake.js'
import { create, now, removeAll } from '../store.js'
import { formatTime, formatUtc, parseTime } from '../times.js'
import { bookingRules, validate } from '../validation.js'

const defaults = {
  title: '',
  all_day_display: false,
  color_fg: '#000000',
  color_bk: '#FFFFFF',
  text_bold: false,
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
}

const show =
  ({ timezone }) =>
  ({ id, schedule_id, resource_id, title, startsAt, endsAt, ...others }) => ({
    ...{ id, schedule_id, resource_id, title },
    start: formatTime(startsAt, timezone),
    end: formatTime(endsAt, timezone),
    ...others,
    start_utc: formatUtc(startsAt),
    end_utc: formatUtc(endsAt),
  })

/** Converts the values of a body to those to store. */
function parse({ start, end, ...values }, { schedule, user }) {
  if (values.resource_id !== undefined) {
    const { resource_id } = values
    const resource = schedule.resources.find(({ id }) =>
      // biome-ignore lint/suspicious/noDoubleEquals: this is the mistake
      makes('double-equals') ? id == resource_id : id === resource_id,
    )
    if (!resource) throw new HttpError(422, 'resource_id must be the id of a resource of the schedule')
  }
  if (start !== undefined) values.startsAt = parseTime(start, user.timezone, 'start')
  if (end !== undefined) values.endsAt = parseTime(end, user.timezone, 'end')
  return values
}

function requireOrder({ startsAt, endsAt }) {
  if (endsAt < startsAt) throw new HttpError(422, 'end must not be before start')
}

function update(bookings, values) {
  for (const booking of bookings) requireOrder({ ...booking, ...values })
  for (const booking of bookings) Object.assign(booking, values, { updated_at: now() })
}

/** The bookings of the schedule, or of the resource in the path. */
const inScope = ({ schedule, params: { resourceId } }) =>
  resourceId === undefined
    ? schedule.bookings
    : schedule.bookings.filter(({ resource_id }) => resource_id === Number(resourceId))

function within(bookings, { time_min, time_max }, { timezone }) {
  const from = time_min === undefined ? Number.NEGATIVE_INFINITY : parseTime(time_min, timezone, 'time_min')
  const to = time_max === undefined ? Number.POSITIVE_INFINITY : parseTime(time_max, timezone, 'time_max')
  if (makes('times-as-text')) {
    return bookings.filter(
      ({ startsAt, endsAt }) =>
        (time_min === undefined || formatUtc(startsAt) >= time_min) &&
        (time_max === undefined || formatUtc(endsAt) < time_max),
    )
  }
  return bookings.filter(({ startsAt, endsAt }) => startsAt >= from && endsAt < to)
}

export const bookings = express.Router({ mergeParams: !makes('no-merge-params') })

bookings.use(requireEditor)

bookings
  .route('/')
  .get((req, res) => {
    const user = userOf(req)
    const found = within(inScope(req), req.query, user)
    const sorted = found.toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id)
    sendList(req, res, sorted, show(user))
  })
  .post((req, res) => {
    const { schedule } = req
    const body = validate(bookingRules, req.body, ['resource_id', 'start', 'end'])
    const values = parse(body, { schedule, user: userOf(req) })
    requireOrder(values)
    const { id } = create(schedule.bookings, { schedule_id: schedule.id, ...defaults, ...values })
    res.status(201).json({ success: true, data: [{ id }] })
  })
  .put((req, res) => {
    const values = parse(validate(bookingRules, req.body), { schedule: req.schedule, user: userOf(req) })
    update(select(inScope(req), req.query), values)
    res.json({ success: true })
  })
  .delete((req, res) => {
    removeAll(req.schedule, 'bookings', selectForDelete(inScope(req), req.query))
    res.json({ success: true })
  })

bookings
  .route('/:bookingId')
  .get((req, res) => {
    const booking = show(userOf(req))(find(inScope(req), req.params.bookingId))
    res.json({ success: true, data: project(booking, req.query) })
  })
  .put((req, res) => {
    const booking = find(inScope(req), req.params.bookingId)
    update([booking], parse(validate(bookingRules, req.body), { schedule: req.schedule, user: userOf(req) }))
    res.json({ success: true })
  })
  .delete((req, res) => {
    if (makes('splice-minus-one')) {
      const all = req.schedule.bookings
      all.splice(
        all.findIndex(({ id }) => id === Number(req.params.bookingId)),
        1,
      )
    } else removeAll(req.schedule, 'bookings', [find(inScope(req), req.params.bookingId)])
    res.json({ success: true })
  })
