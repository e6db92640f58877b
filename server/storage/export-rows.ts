import {
  type Counts,
  type DataReader,
  type DataRows,
  type ListKind,
  type ReportProgress,
  sumOf,
} from './data-rows.js'

/** The result of an export: how much it contains, and what a seed cannot contain. */
export interface Export {
  counts: { users: number; schedules: number; resources: number; bookings: number; collaborators: number }
  /** What is not included, each as a phrase. */
  left: string[]
}

/** A seed requires a password, even if only the hash counts. */
const password = 'see password_hash'

const look = ['color_fg', 'color_bk', 'text_bold', 'link', 'link_title', 'note', 'custom_1', 'custom_2']
const ofResource = ['name', 'description', 'color_schedule', ...look]
/** The members of a stored booking that a seed does not have. */
const left = ['id', 'schedule_id', 'resource_id', 'start_utc', 'end_utc', 'updated_at', 'created_at']

/** Writes rows as a seed, in pieces: passwords as hashes, times in UTC. */
export async function exportRows(
  reader: DataReader,
  write: (text: string) => Promise<void>,
  report: ReportProgress = () => {},
): Promise<Export> {
  const counts = { users: 0, schedules: 0, resources: 0, bookings: 0, collaborators: 0 }
  const all = await reader.counts()
  const total = sumOf(all)
  let done = 0
  let readdressed = 0

  /** A list of what `turn` makes of rows. */
  async function list<Name extends 'users' | ListKind>(
    kind: Name,
    parts: AsyncIterable<DataRows[Name][]>,
    turn: (row: DataRows[Name]) => object,
  ): Promise<void> {
    await write(`"${kind}": [`)
    let separator = '\n'
    for await (const rows of parts) {
      for (const row of rows) {
        await write(`${separator}${JSON.stringify(turn(row))}`)
        separator = ',\n'
      }
      counts[kind] += rows.length
      done += rows.length
      report(done, total)
    }
    await write('\n]')
  }

  function collaboratorOf({ json, account }: DataRows['collaborators']): object {
    const { email, user_role } = JSON.parse(json)
    // A seed identifies people by address, so use the current address of an account.
    const current = account === null ? email : JSON.parse(account).email
    if (current.toLowerCase() !== email.toLowerCase()) readdressed++
    return { email: current, user_role }
  }

  await write('{\n')
  await list('users', reader.rows('users'), userOf)
  await write(',\n"schedules": [')
  let separator = '\n'
  for await (const schedules of reader.rows('schedules')) {
    for (const { id, owner } of schedules) {
      const { email } = JSON.parse(owner)
      await write(`${separator}{"id": ${JSON.stringify(id)}, "owner": ${JSON.stringify(email)},\n`)
      const names = new Map<number, string>()
      await list('resources', reader.rowsOf('resources', id), ({ json }) => {
        const resource = JSON.parse(json)
        names.set(resource.id, resource.name)
        return Object.fromEntries(ofResource.map(member => [member, resource[member]]))
      })
      await write(',\n')
      await list('bookings', reader.rowsOf('bookings', id), row => bookingOf(row, names))
      await write(',\n')
      await list('collaborators', reader.rowsOf('collaborators', id), collaboratorOf)
      await write('}')
      separator = ',\n'
      counts.schedules++
    }
  }
  await write('\n]\n}\n')
  return { counts, left: [...leftOut(all, readdressed)] }
}

function userOf({ json, password_hash }: DataRows['users']): object {
  const { created_at: _created, updated_at: _updated, ...user } = JSON.parse(json)
  return { ...user, password, password_hash }
}

function bookingOf({ json }: DataRows['bookings'], names: ReadonlyMap<number, string>): object {
  const booking = JSON.parse(json)
  const { start_utc: start, end_utc: end } = booking
  const kept = Object.entries(booking).filter(([name]) => !left.includes(name))
  return { resource: names.get(booking.resource_id), ...Object.fromEntries(kept), start, end }
}

function* leftOut({ email_changes, mails }: Counts, readdressed: number): Generator<string> {
  if (email_changes > 0) yield `pending changes of e-mail address (${email_changes})`
  if (mails > 0) yield `mails (${mails})`
  if (readdressed > 0)
    yield `the addresses under which ${readdressed} collaborators were added: their accounts use different ones now`
  yield 'ids of resources, bookings and collaborators, and when they were created and last updated'
}
