import { type Exchange, type Handler, isControlPath } from '../core/index.js'
import { requestRecordOf } from './requests.js'
import type { Sessions } from './sessions.js'

interface EntranceOptions {
  sessions: Sessions
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
    if (!control || isControlPath(exchange.call.target)) return
    const controlled = session ? session.controlled : sessions.main.controlled
    controlled?.records.add(requestRecordOf(exchange, controlled.clock))
  }

  return { answer, observe }
}
