import type { LiveData, LiveSchedule } from '../../fixtures/index.js'
import {
  ApiError,
  type Client,
  type Collaborator,
  createClient,
  type List,
} from '../../server/client/index.js'
import { ExitError, UsageError } from '../errors.js'
import { connectionError } from './connection-errors.js'

/** An account, by its credentials. */
export interface Account {
  email: string
  password: string
}

export interface LiveServiceOptions {
  /** Its URL, without `/v1`. */
  url: string
  /** The accounts that own the schedules. */
  owners: readonly Account[]
  scheduleIds: readonly string[]
  /** Told what is being read, and how much of it. */
  report(what: string, done: number, total: number): void
  /** Told how many seconds the service asks to wait. */
  waits(seconds: number): void
}

/** Objects that a page has: fewer requests than usual, because they are limited. */
const limit = 500
/** In milliseconds. */
const timeout = 60_000
/** In seconds: the limits of a service are for five minutes. */
const maxWait = 900

/** Whether a status says that this account may not do it, and another one may. */
const isRefusal = (status: number) => status >= 400 && status < 500 && ![401, 408, 429].includes(status)

interface Reader {
  email: string
  client: Client
}

/** Reads accounts, schedules and collaborators of a service; resources and bookings are read when they are asked for. */
export async function openLiveService({
  url,
  owners,
  scheduleIds,
  report,
  waits,
}: LiveServiceOptions): Promise<LiveData> {
  const readers = owners.map(readerOf)

  function readerOf({ email, password }: Account): Reader {
    try {
      return { email, client: createClient({ baseUrl: url, email, password, maxWait, fetch: patient }) }
    } catch (error) {
      throw new UsageError(
        (error as Error).message.replace('Failed to create a client: the baseUrl', 'The URL'),
      )
    }
  }

  async function patient(...[input, init = {}]: Parameters<typeof fetch>): Promise<Response> {
    const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeout) })
    if (response.status === 429) waits(Number(response.headers.get('retry-after')) || 1)
    return response
  }

  /** Every object of a list, page by page. */
  async function* all<Value>({ email }: Reader, what: string, list: List<Value>): AsyncGenerator<Value> {
    try {
      const { pagination } = await list
      let done = 0
      for await (const value of list) {
        report(what, ++done, pagination.total_count)
        yield value
      }
    } catch (error) {
      throw connectionError(error, url, email)
    }
  }

  async function scheduleOf(scheduleId: string): Promise<LiveSchedule> {
    const refusals: string[] = []
    for (const reader of readers) {
      const { email, client } = reader
      const collaborators: Collaborator[] = []
      try {
        for await (const each of client.listCollaborators({ scheduleId, limit })) collaborators.push(each)
      } catch (error) {
        // Only its owner may see the collaborators of a schedule (section 4.3). How others are refused is not said.
        if (!(error instanceof ApiError) || !isRefusal(error.status)) throw connectionError(error, url, email)
        refusals.push(`${email}: ${error.code === undefined ? `answered ${error.status}` : error.message}`)
        continue
      }
      return {
        id: scheduleId,
        owner: email,
        collaborators,
        resources: () =>
          all(reader, `resources of ${scheduleId}`, client.listResources({ scheduleId, limit })),
        bookings: () => all(reader, `bookings of ${scheduleId}`, client.listBookings({ scheduleId, limit })),
      }
    }
    throw new ExitError(
      `Failed to read the schedule ${scheduleId}: none of the accounts owns it. Give that of its owner with --owner.\n${refusals.map(each => `  ${each}`).join('\n')}`,
      1,
    )
  }

  const users = []
  for (const { email, client } of readers) {
    const me = await client.readMe().catch(error => {
      throw connectionError(error, url, email)
    })
    users.push(me)
  }
  const schedules: LiveSchedule[] = []
  for (const id of scheduleIds) schedules.push(await scheduleOf(id))
  return { users, schedules }
}
