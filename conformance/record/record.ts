import { type Exchange, replyOf, type SentRequest } from '../http/exchange.js'
import { isObject, type JsonObject } from '../http/json.js'
import { type Asked, askedBy } from './asked.js'
import { type Outcome, recordChange, recordCreate } from './effects.js'
import type { AnswerFinding, Judging } from './judging.js'
import { expectedIn, judgeGone, judgeItems, judgeNameless, judgePresence, listedIn } from './lists.js'
import { isSameObject, judgeForm, judgeValues, nameOf } from './objects.js'
import { judgePagination } from './pages.js'
import { judgeChange, judgeCreated, judgeNewId } from './replies.js'
import { type AnswerRule, rulesOf } from './rules.js'
import { createThings, type Thing } from './things.js'
import { judgePlaces, type Walks } from './walks.js'
import {
  createWrites,
  isPlainId,
  isWrite,
  jointReach,
  mayRemove,
  type Reach,
  saysOutcome,
  type Write,
} from './writes.js'

/**
 * What a run has written and read. It judges every response by the document and by all that came before, and sends nothing.
 *
 * It knows only objects that the run created, and the accounts that it uses. If requests overlap in time, the response to
 * each may show the state before or after the other; what the document leaves open is unknown.
 */
export interface RunRecord {
  /**
   * Called when a request is sent. The result is to be called with the response, or without one if none came, and returns
   * what is wrong with it.
   */
  sent(request: SentRequest): (exchange?: Exchange) => readonly AnswerFinding[]
  /** The rules that have applied to some response. */
  readonly seen: ReadonlySet<AnswerRule>
}

/** `owner` is the Authorization header of the account that owns the schedules, `baseUrl` the address of the target. */
export function createRecord({ owner, baseUrl }: { owner: string; baseUrl: string }): RunRecord {
  const base = new URL(baseUrl)
  let events = 0
  const tick = () => ++events
  const things = createThings()
  const writes = createWrites(tick, things)
  const walks: Walks = new Map()
  const seen = new Set<AnswerRule>()
  /** The kinds of objects of which one has been read by its id: the target has that operation. */
  const readable = new Set<Asked['kind']>()

  /** The time zone of a caller; undefined if it may have changed meanwhile. */
  const zoneOf = (asked: Asked, exchange: Exchange, others: readonly Write[]) => {
    const account = things.account(asked.caller, exchange)
    const zone = account.members.get('timezone')
    const reach = jointReach(others, account)
    const isSteady = reach !== 'all' && !reach?.has('timezone')
    return zone && !zone.or && isSteady ? String(zone.value) : undefined
  }

  const judgingOf = (asked: Asked, exchange: Exchange, began: number, but?: Write): Judging => {
    const others = writes.since(began, asked, but)
    const findings: AnswerFinding[] = []
    const { kind } = asked
    return {
      asked,
      exchange,
      began,
      things,
      writes,
      others,
      findings,
      base,
      zone: kind === 'booking' ? zoneOf(asked, exchange, others) : undefined,
      isOwner: exchange.request.authorization === owner,
      keeps: id => void seen.add(id),
      holds(id, condition, say) {
        seen.add(id)
        if (!condition) findings.push({ id, earlier: undefined, ...say() })
        return condition
      },
    }
  }

  const settleWrite = (write: Write, exchange: Exchange | undefined): readonly AnswerFinding[] => {
    const { asked } = write
    const by = exchange ?? lostExchange
    const isLost = exchange === undefined || !saysOutcome(exchange)
    // Nothing was created, and no link was followed. A refused update may have been partly carried out.
    const isVoid = !isLost && by.answer.status >= 400 && (asked.method === 'POST' || asked.kind === undefined)
    writes.end(write, { isLost, isVoid, isUnanswered: exchange === undefined })
    const isAccepted = !isLost && replyOf(by).ok
    const judging = judgingOf(asked, by, write.began, write)
    const { others, zone, isOwner, findings } = judging
    const outcome: Outcome = { write, exchange: by, isAccepted, isOwner, zone, others }
    if (asked.method === 'POST') {
      const id = isAccepted && asked.kind !== undefined ? judgeCreated(judging) : undefined
      if (id !== undefined) judgeNewId(judging, id, recordCreate(things, outcome, id))
      return findings
    }
    if (!isVoid) recordChange(things, outcome)
    if (isAccepted && asked.kind !== undefined && ['PUT', 'DELETE'].includes(asked.method))
      judgeChange(judging)
    return findings
  }

  const settleRead = (asked: Asked, began: number, exchange: Exchange): readonly AnswerFinding[] => {
    if (asked.kind === undefined || asked.method !== 'GET' || !saysOutcome(exchange)) return []
    const judging = judgingOf(asked, exchange, began)
    if (!replyOf(exchange).ok) {
      if (readable.has(asked.kind)) judgeRefusedRead(judging)
    } else if (asked.kind === 'user' || asked.id !== undefined) {
      readable.add(asked.kind)
      judgeSingle(judging)
    } else judgeList(judging, walks)
    return judging.findings
  }

  return {
    seen,
    sent(request) {
      const asked = askedBy(request)
      if (isWrite(asked)) {
        const write = writes.begin(asked)
        return exchange => settleWrite(write, exchange)
      }
      const began = tick()
      return exchange => (exchange ? settleRead(asked, began, exchange) : [])
    },
  }
}

/** Stands for a missing response; no finding shows it. */
const lostExchange: Exchange = {
  request: { method: '', path: '', query: '', as: '' },
  answer: { status: 0, headers: {}, text: '' },
  sentAt: 0,
  took: 0,
}

function judgeSingle(judging: Judging): void {
  const { asked, exchange, holds, things } = judging
  const { kind, id, schedule, caller } = asked
  const { data, body } = replyOf(exchange)
  holds('ENV-06.answers', isObject(data), () => ({
    message: 'a single read must have an object under data',
    expected: { data: {} },
    actual: body,
  }))
  if (!isObject(data) || kind === undefined) return
  if (kind === 'user') {
    const { id: shown } = data
    const account =
      shown === undefined ? things.account(caller, exchange) : things.identify(caller, shown, exchange)
    judgeObject(judging, account, data)
    return
  }
  // The document does not define ids of other forms.
  if (id === undefined || !isPlainId(id)) {
    judgeForm(judging, data)
    return
  }
  if (data.id !== undefined) {
    holds(rulesOf[kind].exists, String(data.id) === id, () => ({
      message: `the read of ${kind} ${id} shows ${nameOf(kind, data)}`,
      expected: Number(id),
      actual: data.id,
    }))
  }
  judgeObject(judging, things.find(kind, schedule, id), data)
}

/** Judges an object by the document, and by what is known about it. */
function judgeObject(judging: Judging, thing: Thing | undefined, object: JsonObject): void {
  judgeForm(judging, object)
  if (!thing) return
  const reach = jointReach(judging.others, thing)
  judgeThing(judging, thing, object, reach)
}

const isCreateOf =
  ({ kind, schedule }: Thing) =>
  ({ asked }: Write) =>
    asked.method === 'POST' && asked.kind === kind && asked.schedule === schedule

function judgeThing(judging: Judging, thing: Thing, object: JsonObject, reach: Reach): void {
  const { things, exchange, keeps, began, others } = judging
  if (thing.existence === 'there') {
    keeps(rulesOf[thing.kind].exists)
    // The id may have belonged to an earlier object when the read was sent, or already belong to the next one.
    const mayBeOther = thing.born > began || (mayRemove(reach) && others.some(isCreateOf(thing)))
    if (mayBeOther && !isSameObject(thing, object)) return
  } else if (!isSameObject(thing, object)) return
  else if (thing.existence === 'gone') {
    if (!reach) judgeGone(judging, thing, object)
    return
  } else if (mayRemove(reach)) return
  else things.revive(thing, exchange)
  judgeValues(judging, thing, object, reach)
}

function judgeList(judging: Judging, walks: Walks): void {
  const listed = listedIn(judging)
  if (!listed) return
  const { kind, scope, items } = listed
  const { things } = judging
  judgeItems(judging, listed)
  for (const item of items) {
    const { id } = item
    judgeObject(judging, id === undefined ? undefined : things.find(kind, scope.schedule, String(id)), item)
  }
  // A target may show an empty list to somebody without access.
  const expected = judging.isOwner || listed.items.length > 0 ? expectedIn(judging, listed) : undefined
  if (expected) {
    judgePresence(judging, listed, expected)
    judgeNameless(judging, listed, expected)
  }
  judgePagination(judging, listed, expected)
  judgePlaces(judging, walks, listed)
}

/** Statuses that say nothing about the object: the caller was not let in, or has to try again later. */
const aboutCallers = [401, 429]

/** The owner must be able to read every object of the schedules. */
function judgeRefusedRead(judging: Judging): void {
  const { asked, exchange, began, holds, keeps, things, isOwner, others } = judging
  const { kind, schedule, id, query } = asked
  if (!isOwner || kind === undefined || kind === 'user' || id === undefined || query.given.size > 0) return
  const { status } = exchange.answer
  if (aboutCallers.includes(status)) return
  const thing = things.find(kind, schedule, id)
  if (thing?.existence === 'gone') keeps(rulesOf[kind].gone)
  // If its create was in progress, its id was still free when this was requested.
  if (thing?.existence !== 'there' || thing.born > began || mayRemove(jointReach(others, thing))) return
  holds(rulesOf[kind].exists, false, () => ({
    message: `the owner may not read ${kind} ${id}, which exists`,
    expected: 'the object',
    actual: replyOf(exchange).body ?? exchange.answer.text,
    earlier: thing.by,
  }))
}
