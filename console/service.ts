import {
  type Client,
  type Control,
  ControlError,
  type ControlEvent,
  createClient,
  createControl,
} from 'schedkit/client'
import { createStore, takeTurns } from './store.js'
import { type Shown, sessionConsole } from './view-state.js'

/** An account whose password is known: from the demo, or entered here. */
export interface Account {
  email: string
  password: string
  note?: string
}

type Listed<Name extends 'users' | 'schedules' | 'outbox' | 'failures' | 'holds' | 'snapshots' | 'sessions'> =
  Awaited<ReturnType<Control[Name]>>

type RequestRecord = Awaited<ReturnType<Control['requests']>>[number]

/** A request as the page shows it; requests from before the page was opened have no headers. */
export type ShownRequest = RequestRecord & {
  key: number
  headers?: Readonly<Record<string, string>>
  reply_headers?: Readonly<Record<string, string>>
}

/** What the page knows about the service. */
export interface Known {
  connection: 'connecting' | 'live' | 'lost' | 'refused'
  problem: string
  version: string
  accounts: readonly Account[]
  users: Listed<'users'>
  schedules: Listed<'schedules'>
  /** The time on the service's clock, and the page's own time `at` that moment. */
  clock: { now: number; frozen: boolean; at: number }
  requests: readonly ShownRequest[]
  mails: Listed<'outbox'>
  failures: Listed<'failures'>
  holds: Listed<'holds'>
  latency: Awaited<ReturnType<Control['latency']>>
  snapshots: Listed<'snapshots'>
  sessions: Listed<'sessions'>
  /** A counter that increases when bookings or resources have changed. */
  changes: number
}

/** The maximum number of seconds that a request waits if the service sends Retry-After. */
const longestWait = 5

/** The maximum number of requests that the page keeps. */
const mostRequests = 500

/** The prefix of the X-Request-Id of requests that this page sends. */
export const ownMark = 'console-'

/** How the console reaches a service. */
export interface Connection {
  /** The base URL of the service, without a trailing slash. */
  base: string
  /** The token of its control interface. */
  token: string
  /** The `fetch` function of both clients. */
  fetch: typeof fetch
  /** Whether the service is in this page and only reachable from it. */
  isInPage?: boolean
}

/** Creates the response for a request that is not sent, because the service accepts none yet. */
function refusalFor(seconds: number): Response {
  const error = { message: `The service wants no requests of this account for ${seconds} s.` }
  const headers = { 'retry-after': `${seconds}` }
  return Response.json({ success: false, error }, { status: 429, headers })
}

/** The session storage key of the times until which a service accepts no requests. */
const quietKey = 'schedkit-console-quiet'

/** Parses Retry-After, given as seconds or as a date, to a time. */
function retryTimeOf({ headers }: Response): number {
  const text = headers.get('retry-after') ?? '0'
  return /^\d+$/.test(text) ? Date.now() + Number(text) * 1_000 : Date.parse(text) || 0
}

/** Connects the console to a service. */
export function connect({ base, token, fetch, isInPage = false }: Connection) {
  const control = createControl({ url: base, token, fetch })

  /** Sends a request with an X-Request-Id that marks it as sent by this page. */
  const markedFetch: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-request-id', ownMark + Math.random().toString(36).slice(2, 10))
    // Otherwise, browsers delay a read until an identical one is complete.
    return fetch(input, { ...init, headers, cache: 'no-store' })
  }

  const storage = isInPage ? undefined : sessionStorage
  /** The time until which the service accepts no requests of an account, by address. It survives a reload. */
  const quietUntil = new Map<string, number>(JSON.parse(storage?.getItem(quietKey) ?? '[]'))
  const keepQuiet = () => storage?.setItem(quietKey, JSON.stringify([...quietUntil]))
  /** Sends a request of an account once the service accepts it; if that is too far off, returns a refusal without sending it. */
  const patientFetch =
    (email: string): typeof fetch =>
    async (input, init) => {
      const wait = (quietUntil.get(email) ?? 0) - Date.now()
      if (wait > longestWait * 1_000) return refusalFor(Math.ceil(wait / 1_000))
      if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
      const response = await markedFetch(input, init)
      if (response.status === 429 || response.status === 503) {
        quietUntil.set(email, Math.max(quietUntil.get(email) ?? 0, retryTimeOf(response)))
        keepQuiet()
      }
      return response
    }

  const store = createStore<Known>({
    ...{ connection: 'connecting', problem: '', version: '', accounts: [], users: [], schedules: [] },
    ...{ clock: { now: Date.now(), frozen: false, at: performance.now() }, requests: [], mails: [] },
    ...{ failures: [], holds: [], latency: { ms: 0 }, snapshots: [], sessions: [], changes: 0 },
  })
  /** The accounts whose passwords were entered, by address. */
  const entered = new Map<string, Account>()
  let lastKey = 0
  let lastEventId: string | undefined
  let connection: AbortController | undefined
  const collected = (work: () => Promise<void>) =>
    collectedWhile(() => store.get().connection === 'live' && !document.hidden, work)

  const setClock = ({ now, frozen }: { now: string; frozen: boolean }) =>
    store.set({ clock: { now: Date.parse(now), frozen, at: performance.now() } })

  const reload = {
    outbox: collected(async () => store.set({ mails: await control.outbox() })),
    conditions: collected(async () => {
      const [failures, holds, latency] = await Promise.all([
        control.failures(),
        control.holds(),
        control.latency(),
      ])
      store.set({ failures, holds, latency })
    }),
    snapshots: collected(async () => store.set({ snapshots: await control.snapshots() })),
    people: collected(async () => {
      const [users, schedules] = await Promise.all([control.users(), control.schedules()])
      const { users: before, accounts } = store.get()
      store.set({ users, schedules, accounts: present(accounts, before, users) })
    }),
    sessions: collected(async () => store.set({ sessions: await control.sessions() })),
    requests: collected(async () => {
      const before = lastKey
      const read = await control.requests()
      const known = store.get().requests
      const rest = [...known]
      const requests = read.map(request => {
        const at = rest.findIndex(each => isSame(each, request))
        return rest.splice(at, at < 0 ? 0 : 1)[0] ?? { ...request, key: ++lastKey }
      })
      // Events that arrived meanwhile may be missing from what was read.
      const newer = rest.filter(each => each.key > before)
      store.set({ requests: [...newer, ...requests.reverse()] })
    }),
    changes: collected(async () => store.set({ changes: store.get().changes + 1 })),
  }

  /** The accounts of the demo, whose passwords are public. */
  async function loadDemo(): Promise<void> {
    const { accounts } = (await (await markedFetch(`${base}/docs/demo.json`)).json()) as {
      accounts: Account[]
    }
    const others = store.get().accounts.filter(({ email }) => !accounts.some(each => each.email === email))
    store.set({ accounts: [...accounts.map(each => entered.get(each.email) ?? each), ...others] })
  }

  const reloadAll = collected(async () => {
    for (const each of Object.values(reload)) each()
    const [{ version }, clock] = await Promise.all([control.health(), control.clock(), loadDemo()])
    setClock(clock)
    store.set({ version })
  })

  function take({ id, type, data }: ControlEvent): void {
    const isFirst = lastEventId === undefined
    lastEventId = id
    if (type === 'open' || type === 'clock') setClock(data)
    if (type === 'skipped' || isFirst) reloadAll()
    if (type === 'mail') reload.outbox()
    if (type === 'request') {
      const others = [...store.get().requests]
      // While the clock is frozen, requests may look alike: the event belongs to a request that was read before.
      const known = others.findIndex(each => !each.headers && isSame(each, data))
      if (known >= 0) others.splice(known, 1)
      const requests = [{ ...data, key: ++lastKey }, ...others].slice(0, mostRequests)
      store.set({ requests })
      // A request may use up a planned failure.
      if (store.get().failures.length > 0) reload.conditions()
    }
    if (type === 'clock' || (type === 'change' && /^(?:everything|conditions)$/.test(data.what))) {
      // Rate limits are reset.
      quietUntil.clear()
      keepQuiet()
    }
    if (type !== 'change') return
    const { what } = data
    if (what === 'everything') reloadAll()
    else if (what === 'bookings' || what === 'resources') reload.changes()
    else if (what === 'users') reload.people()
    else if (what === 'collaborators') {
      reload.people()
      // The account may have another role now.
      reload.changes()
    } else reload[what]()
  }

  async function follow(): Promise<void> {
    connection?.abort()
    connection = new AbortController()
    const { signal } = connection
    while (!signal.aborted) {
      try {
        for await (const event of control.events({ lastEventId, signal })) {
          if (store.get().connection !== 'live') store.set({ connection: 'live', problem: '' })
          take(event)
        }
      } catch (error) {
        if (signal.aborted) return
        const isRefused = error instanceof ControlError && error.status === 401
        // A lost connection needs no other words than those of the state.
        const problem = error instanceof ControlError ? error.message : ''
        store.set({ connection: isRefused ? 'refused' : 'lost', problem })
        if (isRefused) return
      }
      await new Promise(resolve => setTimeout(resolve, 1_000))
    }
  }

  // A hidden page must not load the service.
  function followIfVisible(): void {
    if (document.hidden) connection?.abort()
    else void follow()
  }

  return {
    ...{ base, isInPage, fetch, control, store },
    ...{ reloadSessions: reload.sessions, reloadConditions: reload.conditions },
    /** Follows the events of the service until the returned function is called. */
    open(): () => void {
      document.addEventListener('visibilitychange', followIfVisible)
      void follow()
      return () => {
        document.removeEventListener('visibilitychange', followIfVisible)
        connection?.abort()
      }
    },
    /** Returns the link to the console of a session. */
    consoleOf: (session: string) => sessionConsole(base, session, token),
    /** Remembers a password until the page is closed. */
    remember(account: Account) {
      entered.set(account.email, account)
      const others = store.get().accounts.filter(({ email }) => email !== account.email)
      store.set({ accounts: [...others, account] })
    },
    clientOf: ({ email, password }: Account): Client =>
      createClient({ baseUrl: base, email, password, maxWait: longestWait, fetch: patientFetch(email) }),
  }
}

export type Service = ReturnType<typeof connect>

/** The properties of a view: the service, the view state, and a function that changes it. */
export interface ViewProps {
  service: Service
  shown: Shown
  change(part: Partial<Shown>): void
}

/** Returns the accounts that still exist; one whose address has changed keeps its password. */
function present(
  accounts: Known['accounts'],
  before: Known['users'],
  now: Known['users'],
): readonly Account[] {
  return accounts.flatMap(account => {
    const id = [before, now].flat().find(({ email }) => email === account.email)?.id
    const email = now.find(user => user.id === id)?.email
    return email === undefined ? [] : [{ ...account, email }]
  })
}

/** Returns whether two records belong to the same request: only those of events have headers. */
const isSame = (one: RequestRecord, other: RequestRecord) =>
  (['at', 'took', 'method', 'target', 'status'] as const).every(name => one[name] === other[name])

/**
 * Runs work soon after a call, once for all calls until then, one run after another. If it fails, it runs again a little later,
 * once the service is there.
 */
function collectedWhile(isThere: () => boolean, work: () => Promise<void>): () => void {
  const inTurn = takeTurns<void>()
  let isDue = false
  function runWithin(milliseconds: number): void {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      if (isThere()) inTurn(work).catch(() => runWithin(3_000))
      else runWithin(3_000)
    }, milliseconds)
  }
  return () => runWithin(60)
}

/** Returns the current time on the clock of the service. */
export const nowOf = ({ clock }: Known) =>
  clock.frozen ? clock.now : clock.now + performance.now() - clock.at
