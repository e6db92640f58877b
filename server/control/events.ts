import { type Clock, dateText, type OutboxEntry, overloaded, type Parts } from '../core/index.js'
import type { RequestRecord } from './requests.js'

/** A request as an event: its record, and all headers, without secrets. */
export interface RequestEvent extends RequestRecord {
  /** The request headers, by lower-case name. */
  headers: Readonly<Record<string, string>>
  /** The headers of the response. */
  reply_headers: Readonly<Record<string, string>>
}

/** Which data has changed. `everything`: another seed, a reset, a restored snapshot, or an account or a schedule. */
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
  /** The schedule, if it is in one. */
  schedule?: string
}

/** The data of events, by event name. */
export interface ControlEvents {
  /** The first event of a stream: what the clock shows. */
  open: { now: string; frozen: boolean }
  /** A request was answered. */
  request: RequestEvent
  /** An e-mail was sent, was delivered, or has failed. */
  mail: Pick<OutboxEntry, 'kind' | 'to'>
  /** The control interface has set the clock. */
  clock: { now: string; frozen: boolean }
  /** Data has changed. */
  change: ChangeEvent
  /** Events were left out, because they were too many or too long ago: read again what you need. */
  skipped: Record<string, never>
}

/** The events of a service, for its subscribers. */
export interface Events {
  /** Whether there is a subscriber, or was one a moment ago; otherwise no event need be created. */
  readonly isFollowed: boolean
  add<Name extends keyof ControlEvents>(name: Name, data: ControlEvents[Name]): void
  /**
   * A stream of events, in the format of Server-Sent Events: those after `last`, the id of an event, and then all that follow.
   *
   * @throws {Refusal} if there are too many streams
   */
  open(last: string | undefined): Parts<string>
  /** Ends all streams. */
  close(): void
}

/** The newest events, kept for slow or returning subscribers up to both bounds. */
const kept = { events: 500, characters: 2_000_000 }
/** Streams at once. */
const mostStreams = 16
/** How many characters of waiting events one part has, unless the first is longer. */
const partSize = 65_536
/** Milliseconds after which a silent stream says that it is alive, and notices that its reader is gone. */
const silence = 15_000
/** Milliseconds that events are kept for when nobody follows. */
const patience = 60_000

/** Starts a timer that keeps no process alive; in a page there is none. */
function startTimer(done: () => void, milliseconds: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(done, milliseconds)
  timer.unref?.()
  return timer
}

/** Creates the events of a service. Nothing is kept until somebody follows them. */
export function createEvents(clock: Clock & { readonly frozen: boolean }): Events {
  let waiting: { number: number; text: string }[] = []
  let characters = 0
  let last = 0
  /** Prefix of all ids, by which those of another process are recognized. */
  let epoch = ''
  let forgetting: ReturnType<typeof setTimeout> | undefined
  const streams = new Set<{ wake(): void }>()

  function forget(): void {
    waiting = []
    characters = 0
    epoch = ''
  }

  /** The number of the event with an id; undefined if later events are no longer kept. */
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
