import { type Clock, dateText, type OutboxEntry, overloaded, type Parts } from '../core/index.js'
import type { RequestRecord } from './requests.js'

/** A request as an event: its record and all headers, without secrets. */
export interface RequestEvent extends RequestRecord {
  /** The request headers, by lower-case name. */
  headers: Readonly<Record<string, string>>
  /** The response headers. */
  reply_headers: Readonly<Record<string, string>>
}

/** Which data changed. `everything`: another seed, a reset, a restored snapshot, or an account or a schedule. */
export interface ChangeEvent {
  what:
    | 'resources'
    | 'bookings'
    | 'collaborators'
    | 'users'
    | 'everything'
    | 'conditions'
    | 'snapshots'
    | 'outbox'
    | 'requests'
  /** The schedule, if it belongs to one. */
  schedule?: string
}

/** The data of events, by event name. */
export interface ControlEvents {
  /** The first event of a stream: the time of the clock. */
  open: { now: string; frozen: boolean }
  /** A request was answered. */
  request: RequestEvent
  /** An e-mail was sent, was delivered, or failed. */
  mail: Pick<OutboxEntry, 'kind' | 'to'>
  /** The clock was set through the control interface. */
  clock: { now: string; frozen: boolean }
  /** Data changed. */
  change: ChangeEvent
  /** Events were dropped because there were too many or they were too old: read again what you need. */
  skipped: Record<string, never>
}

/** The events of a service, for its subscribers. */
export interface Events {
  /** Whether there is a subscriber, or was one a moment ago; otherwise no events need to be created. */
  readonly isFollowed: boolean
  add<Name extends keyof ControlEvents>(name: Name, data: ControlEvents[Name]): void
  /**
   * Opens a stream of events, in the format of Server-Sent Events: first the events after the one with the id `last`, then
   * all later ones.
   *
   * @throws {Refusal} if there are too many streams
   */
  open(last: string | undefined): Parts<string>
  /** Ends all streams. */
  close(): void
}

/** Limits on the events kept for slow or returning subscribers. */
const kept = { events: 500, characters: 2_000_000 }
/** The maximum number of concurrent streams. */
const mostStreams = 16
/** The maximum size of a part in characters, unless its first event is longer. */
const partSize = 65_536
/** Milliseconds without events after which a stream sends a keep-alive, which also detects that the reader is gone. */
const silence = 15_000
/** Milliseconds that events are kept without subscribers. */
const patience = 60_000

/** Starts a timer that does not keep the process alive; browsers have no `unref`. */
function startTimer(done: () => void, milliseconds: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(done, milliseconds)
  timer.unref?.()
  return timer
}

/** Creates the events of a service. Nothing is kept until the first subscriber. */
export function createEvents(clock: Clock & { readonly frozen: boolean }): Events {
  let waiting: { number: number; text: string }[] = []
  let characters = 0
  let last = 0
  /** The prefix of all ids, which distinguishes them from those of another process. */
  let epoch = ''
  let forgetting: ReturnType<typeof setTimeout> | undefined
  const streams = new Set<{ wake(): void }>()

  function forget(): void {
    waiting = []
    characters = 0
    epoch = ''
  }

  /** Returns the number of the event with an id; undefined if later events are no longer kept. */
  function numberOf(id: string): number | undefined {
    const [of, text = ''] = id.split('-')
    const number = Number(text)
    const isKnown = of === epoch && Number.isInteger(number) && number <= last
    return isKnown && number >= (waiting[0]?.number ?? last + 1) - 1 ? number : undefined
  }

  const textOf = (id: number, name: keyof ControlEvents, data: object) =>
    `id: ${epoch}-${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`

  function start(): void {
    clearTimeout(forgetting)
    forgetting = undefined
    if (epoch === '') epoch = Math.floor(Date.now()).toString(36)
  }

  function stop(stream: { wake(): void }): void {
    if (!streams.delete(stream)) return
    if (streams.size === 0) forgetting = startTimer(forget, patience)
  }

  function open(lastId: string | undefined): Parts<string> {
    if (streams.size >= mostStreams) {
      const message = `${mostStreams} programs follow the events, the most at once: close one of them`
      throw overloaded(message, 'events', 5)
    }
    start()
    const known = lastId === undefined ? last : numberOf(lastId)
    let sent = known ?? last
    const state = { now: dateText(clock.now()), frozen: clock.frozen }
    let first = `retry: 1000\n${textOf(sent, 'open', state)}`
    if (known === undefined) first += textOf(sent, 'skipped', {})
    let wake = () => {}
    const stream = { wake: () => wake() }
    streams.add(stream)

    /** The events that the subscriber has not received yet. */
    function take(): string {
      let text = first
      first = ''
      if (sent < (waiting[0]?.number ?? last + 1) - 1) {
        text += textOf(last, 'skipped', {})
        sent = last
      }
      for (const event of waiting.slice(waiting.length - (last - sent))) {
        if (text.length >= partSize) break
        text += event.text
        sent = event.number
      }
      return text
    }

    return {
      async next() {
        const text = take()
        if (text !== '' || !streams.has(stream)) return text || undefined
        await new Promise<void>(resolve => {
          const timer = startTimer(resolve, silence)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        return streams.has(stream) ? take() || ': still here\n\n' : undefined
      },
      close: () => stop(stream),
    }
  }

  return {
    get isFollowed() {
      return epoch !== ''
    },
    add(name, data) {
      if (epoch === '') return
      last++
      const text = textOf(last, name, data)
      waiting.push({ number: last, text })
      characters += text.length
      while (waiting.length > kept.events || (characters > kept.characters && waiting.length > 1)) {
        characters -= waiting.shift()?.text.length ?? 0
      }
      for (const { wake } of streams) wake()
    },
    open,
    close() {
      for (const stream of [...streams]) {
        stop(stream)
        stream.wake()
      }
      clearTimeout(forgetting)
      forget()
    },
  }
}
