import { booking, seedBooking, seedResource } from '../core/index.js'
import {
  type Counts,
  type DataReader,
  type DataRows,
  type ListKind,
  type ReportProgress,
  sumOf,
} from './data-rows.js'

/** The result of an export: what it contains and what it omits. */
export interface Export {
  counts: { users: number; schedules: number; resources: number; bookings: number; collaborators: number }
  /** What a seed cannot contain, each as a phrase. */
  left: string[]
  /** What is damaged, each as a phrase. */
  missing: string[]
}

interface Target {
  write(text: string): Promise<void>
  report?: ReportProgress | undefined
  /** Receives what is omitted because it is damaged. */
  missing: string[]
}

/** A seed requires a password, even though only the hash counts. */
const password = 'see password_hash'

const ofBooking = Object.keys(booking.shape)
/** The fields that a booking in a seed shares with a stored one. */
const kept = Object.keys(seedBooking.shape).filter(member => ofBooking.includes(member))

/** Writes rows as a seed, in pieces: passwords as hashes, times in UTC. */
export async function exportRows(
  reader: DataReader,
  { write, report = () => {}, missing }: Target,
): Promise<Export> {
  const counts = { users: 0, schedules: 0, resources: 0, bookings: 0, collaborators: 0 }
  const all = await reader.counts()
  const total = sumOf(all)
  let done = 0
  let readdressed = 0
  let doubled = 0
  let unlinked = 0
  /** The addresses of all accounts. */
  const registered = new Set<string>()

  /** Writes a list of rows converted by `turn`. */
  async function list<Name extends 'users' | ListKind>(
    kind: Name,
    parts: AsyncIterable<DataRows[Name][]>,
    turn: (row: DataRows[Name]) => object,
    where = '',
  ): Promise<void> {
    await write(`"${kind}": [`)
    let separator = '\n'
    const damaged: string[] = []
    for await (const rows of parts) {
      for (const row of rows) {
        const text = textOf(row, turn)
        if (text === undefined) {
          damaged.push('id' in row ? String(row.id) : '?')
          continue
        }
        await write(`${separator}${text}`)
        separator = ',\n'
        counts[kind]++
      }
      done += rows.length
      report(done, total)
    }
    await write('\n]')
    if (damaged.length > 0) missing.push(`${damaged.length} ${kind}${where}: ${shortened(damaged)}`)
  }

  function collaboratorOf({ json, account }: DataRows['collaborators']): object {
    const { email, user_role } = JSON.parse(json)
    // A seed identifies people by address, so it contains the current address of an account.
    const current = account === null ? email : JSON.parse(account).email
    if (current.toLowerCase() !== email.toLowerCase()) readdressed++
    return { email: current, user_role }
  }

  /**
   * Leaves out invitations to an address that the owner or another collaborator now has, because a seed has each address once,
   * and to those of accounts that have no access, which a seed would give them.
   */
  async function* invitedOnce(schedule: string, owner: string): AsyncGenerator<DataRows['collaborators'][]> {
    const taken = new Set([JSON.parse(owner).toLowerCase()])
    for await (const rows of reader.rowsOf('collaborators', schedule))
      for (const { account } of rows) if (account !== null) taken.add(addressIn(account))
    for await (const rows of reader.rowsOf('collaborators', schedule)) {
      const invited = (row: DataRows['collaborators']) => row.account === null
      const single = rows.filter(row => !invited(row) || !taken.has(addressIn(row.json)))
      const kept = single.filter(row => !invited(row) || !registered.has(addressIn(row.json)))
      doubled += rows.length - single.length
      unlinked += single.length - kept.length
      done += rows.length - kept.length
      yield kept
    }
  }

  async function schedule({ id }: DataRows['schedules'], owner: string): Promise<void> {
    const where = ` of schedule ${id}`
    await write(`{"id": ${JSON.stringify(id)}, "owner": ${owner},\n`)
    const names = new Map<number, string>()
    await list('resources', reader.rowsOf('resources', id), row => resourceOf(row, names), where)
    await write(',\n')
    await list('bookings', reader.rowsOf('bookings', id), row => bookingOf(row, names), where)
    await write(',\n')
    await list('collaborators', invitedOnce(id, owner), collaboratorOf, where)
    await write('}')
    counts.schedules++
  }

  await write('{\n')
  await list('users', reader.rows('users'), row => {
    registered.add(addressIn(row.json))
    return userOf(row)
  })
  await write(',\n"schedules": [')
  let separator = '\n'
  for await (const schedules of reader.rows('schedules')) {
    for (const each of schedules) {
      const owner = textOf(each, ({ owner }) => JSON.parse(owner).email)
      if (owner === undefined) {
        missing.push(`schedule ${each.id}, because the account of its owner is damaged`)
        continue
      }
      await write(separator)
      await schedule(each, owner)
      separator = ',\n'
    }
  }
  await write('\n]\n}\n')
  return { counts, left: [...leftOut(all, { readdressed, doubled, unlinked })], missing }
}

/** Converts a row with `turn`, to text; undefined if the row is damaged. */
function textOf<Row>(row: Row, turn: (row: Row) => object): string | undefined {
  try {
    return JSON.stringify(turn(row))
  } catch {
    return undefined
  }
}

/** The first few of the ids. */
const shortened = (ids: string[]) => [...ids.slice(0, 10), ...(ids.length > 10 ? ['...'] : [])].join(', ')

function userOf({ json, password_hash }: DataRows['users']): object {
  const { created_at: _created, updated_at: _updated, ...user } = JSON.parse(json)
  return { ...user, password, password_hash }
}

function resourceOf({ json }: DataRows['resources'], names: Map<number, string>): object {
  const resource = JSON.parse(json)
  names.set(resource.id, resource.name)
  return Object.fromEntries(Object.keys(seedResource.shape).map(member => [member, resource[member]]))
}

/** @throws {Error} if its text is damaged, or its resource is missing */
function bookingOf(row: DataRows['bookings'], names: ReadonlyMap<number, string>): object {
  const stored = JSON.parse(row.json)
  const { resource_id, start_utc: start, end_utc: end } = stored
  const resource = names.get(resource_id)
  if (resource === undefined) throw new Error(`There is no resource ${resource_id}`)
  if (Date.parse(start) !== row.start * 1000 || Date.parse(end) !== row.end * 1000 || !isBooking(stored))
    throw new Error(`The text of booking ${row.id} is not what was stored`)
  return { resource, ...Object.fromEntries(kept.map(member => [member, stored[member]])), start, end }
}

const isBooking = (stored: object) =>
  ofBooking.every(member => member in stored) && Object.keys(stored).length === ofBooking.length

/** The address of an account or a collaborator in lower case; empty if its text is damaged. */
function addressIn(json: string): string {
  try {
    return JSON.parse(json).email.toLowerCase()
  } catch {
    return ''
  }
}

function* leftOut(
  { email_changes, mails }: Counts,
  { readdressed, doubled, unlinked }: { readdressed: number; doubled: number; unlinked: number },
): Generator<string> {
  if (email_changes > 0) yield `pending changes of e-mail address (${email_changes})`
  if (mails > 0) yield `mails (${mails})`
  if (readdressed > 0)
    yield `the addresses under which ${readdressed} collaborators were added: their accounts use different ones now`
  if (doubled > 0)
    yield `invitations (${doubled}) to addresses that the owner or another collaborator of the schedule has now`
  if (unlinked > 0)
    yield `invitations (${unlinked}) to addresses of accounts that have no access, because they did not allow collaboration or had reached their limit`
  yield 'ids of resources, bookings and collaborators, and when they were created and last updated'
}
