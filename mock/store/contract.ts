import {
  booking,
  collaborator,
  explain,
  notATime,
  resource,
  scheduleId,
  suggest,
  user,
} from '../../server/core/index.js'
import type { Entities } from './models.js'

/*
 * What the entities of each kind must look like: the objects of section 2, and besides what only the service knows.
 */

type Fits = (value: unknown) => boolean

const isText: Fits = value => typeof value === 'string'

/** The members that no documented object has, and what they can be. */
const others: { [Name in keyof Entities]: Record<string, Fits> } = {
  user: { password_hash: isText },
  schedule: { id: value => scheduleId.safeParse(value).success, owner_id: isText },
  resource: {},
  booking: {},
  collaborator: { user_id: value => value === null || isText(value) },
  emailChange: { user_id: isText, email: isText, secret: isText, expires_at: Number.isFinite },
}

const objects = { user, resource, booking, collaborator }

/** Instants that the service reckons by; the contract leaves open what they look like. */
const instants = ['start_utc', 'end_utc', 'created_at', 'updated_at']

/** Says what is wrong with an entity, each time as `<member> <what>`; nothing where all is well. */
export function problemsOf(name: keyof Entities, entity: Readonly<Record<string, unknown>>): string[] {
  const own = Object.entries(others[name])
  const problems = own.flatMap(([member, fits]) =>
    fits(entity[member]) ? [] : [`${member} can't be ${JSON.stringify(entity[member])}`],
  )
  const documented = Object.entries(entity).filter(([member]) => !(member in others[name]))
  const schema = objects[name as keyof typeof objects]
  if (!schema) {
    const known = own.map(([member]) => member)
    return problems.concat(documented.map(([member]) => `${member} is unknown; ${suggest(member, known)}`))
  }
  for (const [member, value] of documented) {
    if (instants.includes(member) && !isInstant(value)) problems.push(`${member} ${notATime(String(value))}`)
  }
  const result = schema.safeParse(Object.fromEntries(documented))
  const details = result.success ? [] : explain(result.error, schema)
  return problems.concat(details.map(({ path, message }) => `${path} ${message}`))
}

const isInstant: Fits = value =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
  Number.isFinite(Date.parse(value))
