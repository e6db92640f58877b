import { type Exchange, type Handler, isControlPath } from '../core/index.js'
import { requestRecordOf } from './requests.js'
import type { Sessions } from './sessions.js'
import { tellControl, tellRequest } from './told-changes.js'

interface EntranceOptions {
  sessions: Pick<Sessions, 'main' | 'enter' | 'leave'>
  /** The control interface; without it, nothing is recorded. */
  control: Handler | undefined
  /** Called with each exchange, and the name of its session. */
  note(exchange: Exchange): void
}

/** Brings each request to its session or to the control interface, and each exchange to the records of its session. */
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
