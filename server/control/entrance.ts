import {
  dateText,
  type Exchange,
  type Handler,
  isControlPath,
  safeHeaders,
  senderOf,
  splitTarget,
} from '../core/index.js'
import type { Controlled } from './control-operation.js'
import type { ChangeEvent } from './events.js'
import { type RequestRecord, requestRecordOf } from './requests.js'
import type { Sessions } from './sessions.js'

interface EntranceOptions {
  sessions: Pick<Sessions, 'main' | 'enter' | 'leave'>
  /** The control interface; without it, nothing is recorded. */
  control: Handler | undefined
  /** Called with each exchange, which includes the name of its session. */
  note(exchange: Exchange): void
}

/** Passes each request to its session or to the control interface, and each exchange to the records of its session. */
export function createEntrance({ sessions, control, note }: EntranceOptions) {
  const answer: Handler = async call => {
    if (control && isControlPath(call.target)) return control(call)
    const instance = await sessions.enter(call)
    return instance.answer(call)
  }

  function observe(exchange: Exchange): void {
    const session = sessions.leave(exchange.call)
    note(session ? { ...exchange, session: session.name } : exchange)
    const controlled = session ? session.controlled : sessions.main.controlled
    if (!control || !controlled) return
    const { records, events, clock } = controlled
    if (isControlPath(exchange.call.target)) {
      if (events.isFollowed) tellControl(controlled, exchange)
      return
    }
    const record = requestRecordOf(exchange, clock)
    records.add(record)
    if (events.isFollowed) tellRequest(controlled, exchange, record)
  }

  return { answer, observe }
}

/** What control requests change, by the first segment of their paths. */
const changedByControl: Readonly<Record<string, ChangeEvent['what']>> = {
  failures: 'conditions',
  latency: 'conditions',
  holds: 'conditions',
  'rate-limit': 'conditions',
  variety: 'conditions',
  outbox: 'outbox',
  requests: 'requests',
  reset: 'everything',
  seed: 'everything',
  users: 'everything',
  schedules: 'everything',
}

/** Whether a request changed something; the link in an e-mail does so with a GET. */
function changes({ call, reply: { status, replaced = status } }: Exchange): boolean {
  const isWrite = /^(?:POST|PUT|DELETE)$/.test(call.method) || /\/v1\/activations\//.test(call.target)
  return isWrite && replaced >= 200 && replaced < 300
}

/** Creates the events of an exchange with the control interface. */
function tellControl({ events, clock }: Controlled, exchange: Exchange): void {
  if (!changes(exchange)) return
  const { path } = splitTarget(exchange.call.target)
  const [, part = '', isRestored] = /\/_control\/([^/]+)(?:.*(\/restore)$)?/.exec(path) ?? []
  const what = part === 'snapshots' ? (isRestored ? 'everything' : 'snapshots') : changedByControl[part]
  if (/^(?:clock|reset|seed)$/.test(part)) {
    events.add('clock', { now: dateText(clock.now()), frozen: clock.frozen })
  }
  if (what) events.add('change', { what })
}

/** Creates the event of an exchange with the API. */
function tellRequest({ events }: Controlled, exchange: Exchange, record: RequestRecord): void {
  const { call, reply } = exchange
  const { secrets } = senderOf(call)
  const headers = safeHeaders(call.headers ?? {}, secrets)
  events.add('request', { ...record, headers, reply_headers: safeHeaders(reply.headers, secrets) })
  if (isControlPath(call.target) || !changes(exchange)) return
  const [, schedule, collection = ''] =
    /^\/v1\/schedules\/([^/]+)\/(?:.*\/)?(resources|bookings|collaborators)(?:\/|$)/.exec(
      splitTarget(record.target).path,
    ) ?? []
  const what = schedule === undefined ? 'users' : (collection as ChangeEvent['what'])
  events.add('change', { what, ...(schedule !== undefined && { schedule: decodeURIComponent(schedule) }) })
}
