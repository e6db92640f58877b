import { IANAZone } from 'luxon'
import { HttpError } from './http-error.js'
import { makes } from './mistake.js'

// A rule returns what is wrong with a value, or undefined.
const rule = (isValid, message) => value => (isValid(value) ? undefined : message)

const characters = text => (makes('utf16-length') ? text.length : [...text].length)

const isText = max => value => typeof value === 'string' && characters(value) <= max

const text = max => rule(isText(max), `must be a string of at most ${max} characters`)

const required = max =>
  rule(value => isText(max)(value) && value.trim() !== '', `must be a string of 1 to ${max} characters`)

const colorPattern = makes('global-regex') ? /^#[0-9a-f]{6}$/gi : /^#[0-9a-f]{6}$/i

const color = rule(value => typeof value === 'string' && colorPattern.test(value), 'must be #RRGGBB')

const link = rule(
  value => isText(250)(value) && (value === '' || /^https?:\/\/\S+$/i.test(value)),
  'must be an HTTP or HTTPS link of at most 250 characters',
)

const boolean = rule(value => typeof value === 'boolean', 'must be true or false')

const integer = rule(value => makes('double-equals') || Number.isInteger(value), 'must be an integer')

function oneOf(...values) {
  const known = Object.fromEntries(values.map(value => [value, true]))
  return rule(
    value => (makes('in-operator') ? typeof value === 'string' && value in known : values.includes(value)),
    `must be one of ${values.join(', ')}`,
  )
}

const email = rule(
  value => isText(200)(value) && /^[^\s@:]+@[^\s@]+$/.test(value),
  'must be an email address of at most 200 characters',
)

const timezone = rule(
  value => typeof value === 'string' && /^[A-Z]/.test(value) && IANAZone.isValidZone(value),
  'must be an identifier of the Olson database',
)

const password = rule(
  value => typeof value === 'string' && [...value].length >= 6,
  'must be a string of at least 6 characters',
)

const labels = {
  color_fg: color,
  color_bk: color,
  text_bold: boolean,
  link,
  link_title: text(100),
  note: text(500),
  custom_1: text(200),
  custom_2: text(200),
}

export const resourceRules = { name: required(100), description: text(200), color_schedule: color, ...labels }

const time = rule(value => typeof value === 'string', 'must be a date and time in ISO 8601')

export const bookingRules = {
  resource_id: integer,
  title: text(100),
  start: time,
  end: time,
  all_day_display: boolean,
  ...labels,
}

export const roleRules = { user_role: oneOf('editor', 'viewer') }

export const collaboratorRules = { email, invite: boolean, ...roleRules }

const separators = ['/', '-', '.']

export const userRules = {
  email,
  firstname: text(50),
  lastname: text(100),
  language_tag: oneOf('en', 'de'),
  date_format: oneOf(
    ...['m d Y', 'd m Y', 'Y m d'].flatMap(order => separators.map(mark => order.replaceAll(' ', mark))),
  ),
  time_format: oneOf('H:i', 'h:i A', 'h:i a'),
  timezone,
  first_day_of_week: oneOf('monday', 'saturday', 'sunday'),
  allow_collaboration: boolean,
  profile_completed: boolean,
  new_password: password,
}

/**
 * Validates a body. Returns its members that have rules.
 *
 * @throws {HttpError} for a value that breaks its rule, or a missing required member
 */
export function validate(rules, body, requiredNames = []) {
  const values = {}
  for (const [name, check] of Object.entries(rules)) {
    if (Object.hasOwn(body, name)) {
      const problem = check(body[name])
      if (problem) throw new HttpError(422, `${name} ${problem}`)
      values[name] = body[name]
    } else if (requiredNames.includes(name)) throw new HttpError(422, `${name} is required`)
  }
  return values
}
