import {
  type CollaboratorChange,
  type Collaborators,
  collaborator,
  type EmailChanges,
  type NewCollaborator,
  type NewResource,
  type Repositories,
  type ResourceChange,
  resource,
  type Schedules,
  type Stored,
  type Users,
} from '../../core/index.js'
import { type BookingTotals, createBookingTotals } from './booking-totals.js'
import { createBookings } from './bookings.js'
import { conditionOf, createCollection, prepareTable } from './collection.js'
import type { GivenIds } from './given-ids.js'
import { createEmailChanges, createSchedules, createUsers } from './people.js'
import type { Session, Value } from './session.js'
import { emailKey, restored, storable } from './texts.js'

const resources = prepareTable<Stored>({
  name: 'resources',
  members: Object.keys(resource.shape),
  columns: { name: 'text' },
  fixed: [],
  columnsOf: ({ name }) => ({ name: storable(name as string) }),
  select: 'SELECT id, json FROM resources',
  keep: ([id, json]) => ({ id: Number(id), json: String(json) }),
  isGuessed: true,
  hasUniques: true,
})

/** A collaborator shows the current names of its account (section 2.3), so they are added on read. */
const collaborators = prepareTable<Stored>({
  name: 'collaborators',
  members: Object.keys(collaborator.shape),
  columns: { email_key: 'text', user_id: 'text', user_role: 'text' },
  fixed: ['email_key', 'user_id'],
  columnsOf: ({ email, user_id, user_role }) => ({
    email_key: emailKey(email as string),
    user_id: user_id === null ? null : storable(user_id as string),
    user_role: user_role as Value,
  }),
  select: `SELECT collaborators.id, collaborators.json, users.json
    FROM collaborators LEFT JOIN users ON users.id = collaborators.user_id`,
  keep: ([id, json, account]) => ({ id: Number(id), json: withUser(String(json), account) }),
  hasUniques: true,
})

function withUser(json: string, account: Value | undefined): string {
  if (typeof account !== 'string') return json
  const { email, firstname, lastname } = JSON.parse(account)
  return `${json.slice(0, -1)},"user":${JSON.stringify({ email, firstname, lastname })}}`
}

/** Resources, whose bookings go with them. */
function createResources(session: Session, ids: GivenIds, totals: BookingTotals): Repositories['resources'] {
  const rows = createCollection<Stored, NewResource, ResourceChange>(session, ids, resources)
  return {
    ...rows,
    remove(selection) {
      const { sql, values } = conditionOf('resources', selection)
      totals.removeResources(sql, values)
      return rows.remove(selection)
    },
  }
}

const invitations = `SELECT id, schedule_id FROM collaborators WHERE email_key = $1 AND user_id IS NULL ORDER BY id`

function createCollaborators(session: Session, ids: GivenIds): Collaborators {
  return {
    ...createCollection<Stored, NewCollaborator, CollaboratorChange>(session, ids, collaborators),

    async invitations(email) {
      const found = await session.all(invitations, [emailKey(email)])
      return found.map(([id, schedule_id]) => ({
        id: Number(id),
        schedule_id: restored(String(schedule_id)),
      }))
    },

    async link(id, user_id) {
      session.run('UPDATE collaborators SET user_id = $2 WHERE id = $1', [id, storable(user_id)])
    },

    async countOf(user_id) {
      const sql = 'SELECT count(*) FROM collaborators WHERE user_id = $1'
      return Number((await session.first(sql, [storable(user_id)]))?.[0])
    },
  }
}

/** What gives ids. */
export const sequences = ['resources_ids', 'bookings_ids', 'collaborators_ids']

/**
 * All repositories, in the transaction of a session. Most transactions use few of them: each is created when it is needed. This is
 * a class because V8 keeps what getters of an object literal refer to until its next full collection.
 */
export class DatabaseRepositories implements Repositories {
  readonly session: Session
  readonly #ids: GivenIds
  readonly #cleared: () => void
  readonly #totals: BookingTotals
  #users: Users | undefined
  #schedules: Schedules | undefined
  #emailChanges: EmailChanges | undefined
  #resources: Repositories['resources'] | undefined
  #bookings: Repositories['bookings'] | undefined
  #collaborators: Collaborators | undefined

  /** `cleared` is called when all is removed. */
  constructor(session: Session, ids: GivenIds, cleared: () => void) {
    this.session = session
    this.#ids = ids
    this.#cleared = cleared
    this.#totals = createBookingTotals(session)
  }

  get users() {
    this.#users ??= createUsers(this.session, this.#totals)
    return this.#users
  }

  get schedules() {
    this.#schedules ??= createSchedules(this.session)
    return this.#schedules
  }

  get emailChanges() {
    this.#emailChanges ??= createEmailChanges(this.session)
    return this.#emailChanges
  }

  get resources() {
    this.#resources ??= createResources(this.session, this.#ids, this.#totals)
    return this.#resources
  }

  get bookings() {
    this.#bookings ??= createBookings(this.session, this.#ids, this.#totals)
    return this.#bookings
  }

  get collaborators() {
    this.#collaborators ??= createCollaborators(this.session, this.#ids)
    return this.#collaborators
  }

  /** Sends what was put off. To be called when the work in a transaction has ended. */
  finish(): void {
    this.#totals.store()
  }

  async clear() {
    this.#cleared()
    this.#totals.store()
    const { run } = this.session
    // Deleting users also deletes the schedules they own.
    run('DELETE FROM users', [])
    for (const sequence of sequences) run(`ALTER SEQUENCE ${sequence} RESTART`, [])
    run('UPDATE schedkit SET is_seeded = true', [])
  }
}
