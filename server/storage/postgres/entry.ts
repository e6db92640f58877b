import type { Entry, EntryQuestion, Membership, ObjectKind, Role, Stored } from '../../core/index.js'
import { bookingsTable } from './bookings.js'
import { collaboratorsTable } from './collaborators.js'
import { type Condition, countOf, listOf, type Table } from './collection.js'
import { userOf } from './people.js'
import { resourcesTable } from './resources.js'
import { emailKey, storable } from './texts.js'
import type { Row, Transaction } from './transaction.js'

/*
 * What a request needs first, in one statement: its account, the account's role, the object in its path, and a page of a
 * list. One statement sees one state, so such a request needs no transaction.
 */

const tables: Record<ObjectKind, Table<Stored>> = {
  resources: resourcesTable,
  bookings: bookingsTable,
  collaborators: collaboratorsTable,
}

/** The number of columns for the account, its role, and the total of a list; the columns of an object follow. */
const own = 6

/** $1 is the address of the account, $2 the schedule, $3 the id of the object. */
function selectEntry(table: Table<Stored> | undefined, total: string, padding: string): string {
  const named = table && `${table.select} WHERE ${table.name}.schedule_id = $2 AND ${table.name}.id = $3`
  return `SELECT account.password_hash, account.object, owned.id, part.user_role, part.id, ${total}
      ${named ? ', named.*' : ''}${padding}
    FROM users AS account
    LEFT JOIN schedules AS owned ON owned.id = $2 AND owned.owner_id = account.id
    LEFT JOIN collaborators AS part ON part.schedule_id = $2 AND part.user_id = account.id
    ${named ? `LEFT JOIN (${named}) AS named ON true` : ''}
    WHERE account.email_key = $1`
}

const nulls = (count: number) => ', NULL'.repeat(count)

/** Selects a row with the entry, unless there is no account, and the rows of the page. */
function statementOf({ email, schedule_id, object, page }: EntryQuestion): Condition {
  const values = [emailKey(email), schedule_id === undefined ? null : storable(schedule_id)]
  const first = [...values, ...(object ? [object.id] : [])]
  const table = object && tables[object.kind]
  if (!page) return { sql: selectEntry(table, 'NULL', ''), values: first }
  const listed = tables[page.kind]
  const total = countOf(listed, page.selection, first)
  const list = listOf(listed, page.selection, page.slice, total.values)
  const padding = nulls(listed.columns - (table?.columns ?? 0))
  return {
    sql: `${selectEntry(table, `(${total.sql})`, padding)}
    UNION ALL SELECT NULL${nulls(own - 1)}, paged.* FROM (${list.sql}) AS paged`,
    values: list.values,
  }
}

function membershipOf([, , owned, role, id]: Row): Membership | undefined {
  if (owned !== null) return { role: 'owner' }
  return role === null ? undefined : { role: role as Role, collaborator_id: Number(id) }
}

/** Returns the object after the columns of the entry; null if there is none. */
const objectOf = (row: Row, { keep }: Table<Stored>): Stored | null =>
  row[own] === null ? null : keep(row.slice(own))

export function createEntry({ all }: Pick<Transaction, 'all'>) {
  return async (question: EntryQuestion): Promise<Entry> => {
    const { object, page } = question
    const { sql, values } = statementOf(question)
    const rows = await all(sql, values)
    const row = rows.find(([hash]) => hash !== null)
    if (!row) return { user: undefined, membership: undefined }
    const entry: Entry = { user: userOf(row), membership: membershipOf(row) }
    if (object) entry.object = objectOf(row, tables[object.kind])
    if (page) {
      const objects = rows.flatMap(other => (other === row ? [] : [tables[page.kind].keep(other.slice(own))]))
      entry.page = { total: Number(row[own - 1]), objects: objects.sort((one, other) => one.id - other.id) }
    }
    return entry
  }
}
