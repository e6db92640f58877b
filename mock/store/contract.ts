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
import type { ModelName } from './models.js'

type Test = (value: unknown) => boolean

const isText: Test = value => typeof value === 'string'

/** The members that the documented objects (section 2) do not have. */
const internalMembers: Record<ModelName, Record<string, Test>> = {
  user: { password_hash: isText },
  schedule: { id: value => scheduleId.safeParse(value).success, owner_id: isText },
  resource: {},
  booking: {},
  collaborator: { user_id: value => value === null || isText(value) },
  emailChange: { user_id: isText, email: isText, secret: isText, expires_at: Number.isFinite },
}

const documented = { user, resource, booking, collaborator }

/** The instants that the service calculates with; the contract does not define their format. */
const instants = ['start_utc', 'end_utc', 'created_at', 'updated_at']

/** Lists what is wrong with an entity, each as `<member> <problem>`. */
export function findProblems(name: ModelName, entity: Readonly<Record<string, unknown>>): string[] {
  const internal = internalMembers[name]
  const problems = Object.entries(internal).flatMap(([member, isValid]) =>
    isValid(entity[member]) ? [] : [`${member} can't be ${JSON.stringify(entity[member])}`],
  )
  const others = Object.entries(entity).filter(([member]) => !(member in internal))
  const schema = documented[name as keyof typeof documented]
  if (!schema) {
    const known = Object.keys(internal)
    return problems.concat(others.map(([member]) => `${member} is unknown; ${suggest(member, known)}`))
  }
  for (const [member, value] of others) {
    if (instants.includes(member) && !isInstant(value)) problems.push(`${member} ${notATime(String(value))}`)
  }
  const result = schema.safeParse(Object.fromEntries(others))
  const details = result.success ? [] : explain(result.error, schema)
  return problems.concat(details.map(({ path, message }) => `${path} ${message}`))
}

const isInstant: Test = value =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
  Number.isFinite(Date.parse(value))
