import type { RateWindow } from '../../server/core/access/rate.js'
import {
  type Awaitable,
  type Mail,
  type Ports,
  type Repositories,
  type Selection,
  type Settings,
  type Slice,
  type Store,
  type Stored,
  type StoredBooking,
  scanOf,
} from '../../server/core/index.js'
import { type Alter, all, stateful } from '../server/parts.js'
import { afterCreate } from './requests.js'
import { callAs, withBody } from './responses.js'

/** Replaces parts of a port: `store`, `clock`, `passwords`, `mailer`, `ids`. */
export const port =
  <Name extends keyof Ports>(name: Name, change: (usual: Ports[Name]) => Partial<Ports[Name]>): Alter =>
  parts => ({
    ...parts,
    ports: { ...parts.ports, [name]: { ...parts.ports[name], ...change(parts.ports[name]) } },
  })

/** Suppresses e-mails of a kind. */
export const withoutMails = (kind: Mail['kind']): Alter =>
  port('mailer', usual => ({
    keep: (mail, rows) => (mail.kind === kind ? () => {} : usual.keep(mail, rows)),
  }))

/** Changes the e-mails that are sent. */
export const mailAs = (change: (mail: Mail) => Mail): Alter =>
  port('mailer', usual => ({ keep: (mail, rows) => usual.keep(change(mail), rows) }))

/** Changes settings that the document leaves to the operator. */
export const settings =
  (change: Partial<Settings>): Alter =>
  parts => ({ ...parts, settings: { ...parts.settings, ...change } })

/** Changes the rate limit. */
export const rate =
  (change: (usual: RateWindow) => Partial<RateWindow>): Alter =>
  parts => ({ ...parts, rate: { ...parts.rate, ...change(parts.rate) } })

/*
 * Alterations of the store, of its repositories within a transaction, and of one repository.
 */

/** Replaces parts of the store. */
export const store = (change: (usual: Store) => Partial<Store>): Alter => port('store', change)

/** Replaces repositories within every transaction. State in `change` lasts as long as the server. */
export const rows = (change: (usual: Repositories) => Partial<Repositories>): Alter =>
  store(usual => {
    const known = new WeakMap<Repositories, Repositories>()
    const changed = (kept: Repositories): Repositories => {
      const rows = known.get(kept) ?? scanned({ ...kept, ...change(kept) }, kept)
      known.set(kept, rows)
      return rows
    }
    return {
      read: work => usual.read(kept => work(changed(kept))),
      write: work => usual.write(kept => work(changed(kept))),
    }
  })

/** The repositories of objects that are listed. */
export const listed = ['resources', 'bookings', 'collaborators'] as const
export type Listed = (typeof listed)[number]

/** Applies changes of `list` to `scan` too, which reads long lists. */
function scanned(rows: Repositories, usual: Repositories): Repositories {
  const changed = listed.filter(kind => rows[kind].list !== usual[kind].list)
  const scans = changed.map(kind => {
    const { list } = rows[kind]
    const scan = async (selection: Selection, slice: Slice) => scanOf<Stored>(await list(selection, slice))
    return [kind, { ...rows[kind], scan }]
  })
  return { ...rows, ...Object.fromEntries(scans) }
}

type Kind = 'users' | 'schedules' | 'resources' | 'bookings' | 'collaborators' | 'emailChanges'

/** Replaces methods of one repository; `rows` are all unaltered repositories. */
export const collection = <Name extends Kind>(
  kind: Name,
  change: (usual: Repositories[Name], rows: Repositories) => Partial<Repositories[Name]>,
): Alter =>
  rows(
    usual =>
      ({ [kind]: { ...usual[kind], ...change(usual[kind], usual) } }) as unknown as Partial<Repositories>,
  )

/** Changes which objects lists, totals and bulk operations select. */
export const selecting = (kind: Listed, change: (selection: Selection) => Selection): Alter =>
  collection(kind, usual => ({
    list: (selection: Selection, slice: Slice) => usual.list(change(selection), slice) as never,
    count: selection => usual.count(change(selection)),
    ids: selection => usual.ids(change(selection)),
    change: (selection: Selection, values: never, now: number) =>
      usual.change(change(selection), values, now),
    remove: selection => usual.remove(change(selection)),
  }))

/** Changes how bookings are filtered by time, in lists and in totals; a time that is not given is infinite. */
export const bookingFilter = (
  keeps: (booking: StoredBooking, time_min: number, time_max: number) => boolean,
): Alter =>
  collection('bookings', usual => {
    const found = async ({ time_min = -Infinity, time_max = Infinity, ...selection }: Selection) =>
      (await usual.list(selection, everything)).filter(booking => keeps(booking, time_min, time_max))
    return {
      list: async (selection, slice) => pageOf(await found(selection), slice),
      count: async selection => (await found(selection)).length,
    }
  })

/** Finds objects by their ids alone, whatever schedule the path names. */
export const findAnywhere = (kind: 'resources' | 'bookings'): Alter =>
  collection(kind, (usual, { schedules }) => ({
    async find(_: string, id: number) {
      for (const schedule of await schedules.list()) {
        const kept = await usual.find(schedule.id, id)
        if (kept) return kept as never
      }
      return undefined
    },
  }))

/** Passes `make` the values that each object of a kind was created with, by id. */
export const withCreated = <Name extends Listed>(
  kind: Name,
  make: (created: ReadonlyMap<number, Parameters<Repositories[Name]['insert']>[0]>) => Alter,
): Alter =>
  stateful(() => {
    const created = new Map<number, never>()
    const noting = collection(kind, usual => {
      const insert = async (row: never, now: number) => {
        const id = await usual.insert(row, now)
        created.set(id, row)
        return id
      }
      return { insert } as unknown as Partial<Repositories[Name]>
    })
    return all(noting, make(created))
  })

/** A booking made by somebody other than the owner of its schedule. */
interface Booked {
  readonly id: number
  readonly schedule_id: string
  readonly user: string
}

/** Passes `make` the bookings that collaborators have made. */
export const withBooked = (make: (booked: readonly Booked[]) => Alter): Alter =>
  stateful(() => {
    const booked: Booked[] = []
    const noting = afterCreate('createBooking', (id, { path, user, membership }) => {
      if (membership?.role !== 'owner') booked.push({ id, schedule_id: path.scheduleId, user: user.id })
    })
    return all(noting, make(booked))
  })

/** The whole list. */
export const everything: Slice = { offset: 0, limit: 0 }

/** Returns a slice of a list. */
export const pageOf = <Each>(list: readonly Each[], { offset, limit }: Slice): Each[] =>
  list.slice(offset, limit === 0 ? undefined : offset + limit)

/** The members of a stored object; undefined if it does not exist. */
export async function storedObject(
  { find }: { find(schedule_id: string, id: number): Awaitable<Stored | undefined> },
  schedule_id: string,
  id = 0,
) {
  const kept = await find(schedule_id, id)
  return kept && JSON.parse(kept.json)
}

/** Returns a stored object with some members replaced. */
export const shownAs = <Kept extends Stored>(kept: Kept, members: object): Kept => ({
  ...kept,
  json: JSON.stringify({ ...JSON.parse(kept.json), ...members }),
})

/** The `find` and `list` of a repository, with their objects changed by `show`. */
export const showing = <Kept>(
  usual: {
    find(schedule_id: string, id: number): Awaitable<Kept | undefined>
    list(selection: Selection, slice: Slice): Awaitable<readonly Kept[]>
  },
  show: (kept: Kept) => Kept,
) => ({
  async find(schedule_id: string, id: number) {
    const kept = await usual.find(schedule_id, id)
    return kept && show(kept)
  },
  list: async (selection: Selection, slice: Slice) => (await usual.list(selection, slice)).map(show),
})

/** The `remove` of a repository, which calls `note` for each object first. */
export const removing =
  <Kept extends Stored>(
    usual: Pick<Repositories['resources'], 'remove'> & {
      list(selection: Selection, slice: Slice): Awaitable<readonly Kept[]>
    },
    // biome-ignore lint/suspicious/noExplicitAny: the members of a stored object
    note: (object: any, kept: Kept) => void,
  ) =>
  async (selection: Selection) => {
    for (const kept of await usual.list(selection, everything)) note(JSON.parse(kept.json), kept)
    await usual.remove(selection)
  }

/** Restores the previous role of a collaborator who was removed and is added again, unless a role is sent. */
export const rolesComeBack: Alter = stateful(() => {
  const roles = new Map<string, unknown>()
  return all(
    collection('collaborators', usual => ({
      remove: removing(usual, ({ schedule_id, email, user_role }) =>
        roles.set(`${schedule_id} ${email}`, user_role),
      ),
    })),
    callAs('createCollaborator', incoming => {
      const user_role = roles.get(`${incoming.params.scheduleId} ${incoming.body.email}`)
      return user_role === undefined ? incoming.call : withBody(incoming, { user_role, ...incoming.body })
    }),
  )
})

/** Applies the pagination of bookings before the time filters. */
export const pageBeforeFilters: Alter = collection('bookings', usual => ({
  async list({ time_min = -Infinity, time_max = Infinity, ...selection }, slice) {
    const page = await usual.list(selection, slice)
    return page.filter(({ start, end }) => start >= time_min && end < time_max)
  },
}))

/** Changes bookings as they are read from the store. */
export const storedBookings = (change: (kept: Readonly<Record<string, unknown>>) => object): Alter =>
  collection('bookings', usual => showing(usual, kept => shownAs(kept, change(JSON.parse(kept.json)))))

/** Overrides members of a collaborator from now on, whatever is stored. */
export type Note = (id: number, members: Readonly<Record<string, unknown>>) => void

/** Shows collaborators with the overrides that the alteration of `make` sets. */
export const notedCollaborators = (make: (note: Note) => Alter): Alter =>
  stateful(() => {
    const noted = new Map<number, object>()
    return all(
      collection('collaborators', usual => showing(usual, kept => shownAs(kept, noted.get(kept.id) ?? {}))),
      make((id, members) => noted.set(id, { ...noted.get(id), ...members })),
    )
  })

/** Ends all collaborations of an account. */
export async function endCollaborations(rows: Repositories, user: string): Promise<void> {
  for (const { id: schedule_id } of await rows.schedules.list()) {
    const part = await rows.schedules.membershipOf(schedule_id, user)
    if (part?.collaborator_id) await rows.collaborators.remove({ schedule_id, ids: [part.collaborator_id] })
  }
}
