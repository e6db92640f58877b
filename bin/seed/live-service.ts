import { kitCommand } from '../../conformance/session/defaults.js'
import type { LiveData, LiveSchedule } from '../../fixtures/index.js'
import {
  ApiError,
  type Client,
  type Collaborator,
  createClient,
  type List,
} from '../../server/client/index.js'
import { ExitError, UsageError } from '../errors.js'
import { createAnswers } from './answers.js'
import { connectionError, textFrom } from './connection-errors.js'

/** An account, by its credentials. */
export interface Account {
  email: string
  password: string
}

export interface LiveServiceOptions {
  /** The URL of the service, without `/v1`. */
  url: string
  /** The accounts that own the schedules. */
  owners: readonly Account[]
  scheduleIds: readonly string[]
  /** The maximum size of a response, decompressed, in bytes. */
  maxResponse: number
  /** The maximum number of objects in a list. */
  maxObjects: number
  /** The total timeout in seconds. */
  maxTime: number
  /** Called with the progress of what is being read. */
  report(what: string, done: number, total: number): void
  /** Called with the number of seconds that the service asks to wait. */
  waits(seconds: number): void
  /** Called once if the links of lists lead to another host. */
  noteLinks(host: string): void
}

/** The page size: larger than usual, because the number of requests is limited. */
const limit = 500
/** The timeout of a request in milliseconds. */
const timeout = 60_000
/** The longest wait in seconds; rate limits are for five minutes. */
const maxWait = 900
/** The maximum length of an address or a name, which should have at most 200 characters. */
const longestText = 1_000

/** Returns whether a status means that this account is refused, but another may be accepted. */
const isRefusal = (status: number) => status >= 400 && status < 500 && ![401, 408, 429].includes(status)

/** Parses Retry-After, a number of seconds or a date; NaN for anything else. */
const secondsIn = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1_000)

interface Reader {
  email: string
  client: Client
}

/** Keeps only the fields of a collaborator that a copy needs, because all collaborators are in memory. */
function memberFrom({ id, email, user_role, user }: Collaborator, url: string): Collaborator {
  const person = user && { email: user.email, firstname: user.firstname, lastname: user.lastname }
  const texts: unknown[] = [email, user_role, ...Object.values(person ?? {})]
  if (texts.some(each => typeof each === 'string' && each.length > longestText)) {
    throw new ExitError(
      `Failed to read ${url}: a collaborator has a text of more than ${longestText} characters. Certify the service with ${kitCommand} run.`,
      1,
    )
  }
  return { id, email, user_role, ...(person && { user: person }) } as Collaborator
}

/** Reads accounts, schedules and collaborators of a service; resources and bookings are read on demand. */
export async function openLiveService(options: LiveServiceOptions): Promise<LiveData> {
  const { url, owners, scheduleIds, maxTime, report, waits } = options
  const readers = owners.map(createReader)
  const read = createAnswers(options)
  const signal = AbortSignal.timeout(maxTime * 1000)

  function createReader({ email, password }: Account): Reader {
    try {
      return { email, client: createClient({ baseUrl: url, email, password, maxWait, fetch: patient }) }
    } catch (error) {
      throw new UsageError(
        (error as Error).message.replace('Failed to create a client: the baseUrl', 'The URL'),
      )
    }
  }

  async function patient(...[input, init = {}]: Parameters<typeof fetch>): Promise<Response> {
    const ends = AbortSignal.any([AbortSignal.timeout(timeout), signal])
    // A redirected request would lose its credentials, or reach another host.
    const response = await fetch(input, { ...init, redirect: 'manual', signal: ends })
    if (response.status === 429) waits(secondsIn(response.headers.get('retry-after') ?? '') || 1)
    return await read(String(input), response, ends)
  }

  function failure(error: unknown, email: string): unknown {
    if (!signal.aborted) return connectionError(error, url, email)
    return new ExitError(
      `Failed to read ${url}: it took longer than ${maxTime} s (--max-time). Raise it if the service is that large.`,
      1,
    )
  }

  /** Yields every object of a list, page by page. */
  async function* all<Value>({ email }: Reader, what: string, list: List<Value>): AsyncGenerator<Value> {
    try {
      const { pagination } = await list
      let done = 0
      for await (const value of list) {
        report(what, ++done, pagination.total_count)
        yield value
      }
    } catch (error) {
      throw failure(error, email)
    }
  }

  async function readSchedule(scheduleId: string): Promise<LiveSchedule> {
    const refusals: string[] = []
    for (const reader of readers) {
      const { email, client } = reader
      const collaborators: Collaborator[] = []
      try {
        for await (const each of client.listCollaborators({ scheduleId, limit, signal }))
          collaborators.push(memberFrom(each, url))
      } catch (error) {
        // Only the owner may see the collaborators of a schedule (section 4.3). The status for others is not specified.
        if (!(error instanceof ApiError) || !isRefusal(error.status)) throw failure(error, email)
        const said = error.code === undefined ? `answered ${error.status}` : textFrom(error.message)
        refusals.push(`${email}: ${said}`)
        continue
      }
      return {
        id: scheduleId,
        owner: email,
        collaborators,
        resources: () =>
          all(reader, `resources of ${scheduleId}`, client.listResources({ scheduleId, limit, signal })),
        bookings: () =>
          all(reader, `bookings of ${scheduleId}`, client.listBookings({ scheduleId, limit, signal })),
      }
    }
    throw new ExitError(
      `Failed to read the schedule ${scheduleId}: none of the accounts owns it. Give that of its owner with --owner.\n${refusals.map(each => `  ${each}`).join('\n')}`,
      1,
    )
  }

  const users = []
  for (const { email, client } of readers) {
    const me = await client.readMe({ signal }).catch(error => {
      throw failure(error, email)
    })
    users.push(me)
  }
  const schedules: LiveSchedule[] = []
  for (const id of scheduleIds) schedules.push(await readSchedule(id))
  return { users, schedules }
}
