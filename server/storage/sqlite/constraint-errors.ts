import { type Unique, UniqueViolation } from '../../core/index.js'

const uniques: Record<string, Unique> = {
  'resources.name': 'resource name',
  'resources.schedule_id, resources.name': 'resource name',
  'collaborators.schedule_id, collaborators.email_key': 'collaborator email',
  'collaborators.schedule_id, collaborators.user_id': 'collaborator account',
  'users.email_key': 'user email',
  'users.id': 'user id',
  'schedules.id': 'schedule id',
}

/** Translates SQLite's unique constraint errors into those of the port; returns other errors unchanged. */
export function translateConstraintError(error: unknown): unknown {
  const columns = error instanceof Error && /^UNIQUE constraint failed: (.+)$/.exec(error.message)?.[1]
  const what = columns ? uniques[columns] : undefined
  return what ? new UniqueViolation(what) : error
}
