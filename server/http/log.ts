import { STATUS_CODES } from 'node:http'
import { styleText } from 'node:util'
import {
  dateText,
  type Exchange,
  isNetworkError,
  type Reply,
  safeTarget,
  safeText,
  senderOf,
} from '../core/index.js'

export type LogFormat = 'pretty' | 'json' | 'off'

export interface RequestLog {
  /** One line per request. */
  exchange(exchange: Exchange): void
  /** Logs any other event, with its name and details. */
  event(name: string, details: Record<string, unknown>): void
  /** Logs an internal error, with its stack; `id` is the id of the request. */
  defect(error: unknown, about: string, id?: string): void
}

export interface LogOptions {
  format: LogFormat
  /** Writes one line, without a line break. */
  write(line: string): void
  /** Milliseconds since 1970: the real time, even if the service's clock is set. */
  now(): number
  /** The process id. */
  pid: number
  colour: boolean
}

type Style = 'dim' | 'green' | 'yellow' | 'red' | 'cyan'

export function createLog({ format, write, now, pid, colour }: LogOptions): RequestLog {
  if (format === 'off') return { exchange() {}, event() {}, defect() {} }
  const paint = (style: Style, text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text
  const time = () => dateText(now())
  const json = (values: object) => write(JSON.stringify({ time: time(), pid, ...values }))
  const pretty = (text: string) =>
    write(`${paint('dim', new Date(now()).toTimeString().slice(0, 8))} ${text}`)

  return {
    exchange({ call, reply, took, session }) {
      const { error } = reply
      const { as, secrets, target } = senderOf(call)
      const { method } = call
      if (format === 'json') {
        json({
          ...{ id: call.id && safeText(call.id, secrets), traceparent: traceOf(call.header('traceparent')) },
          ...{ client: call.peer, method, target, status: reply.status, ms: round(took), as },
          ...{ error: error?.code, why: error?.why, session },
        })
        return
      }
      const tint = tintOf(reply)
      const why = error ? `  ${paint(tint, printable(safeText(error.message, secrets)))}` : ''
      const outcome = isNetworkError(reply) ? 'cut' : `${reply.status} ${STATUS_CODES[reply.status] ?? ''}`
      const status = paint(tint, outcome.trimEnd())
      const who = paint('cyan', printable(as ?? '-'))
      const cost = paint('dim', `${round(took)} ms`)
      const where = session === undefined ? '' : `  ${paint('dim', `session ${session}`)}`
      pretty(`${method.padEnd(6)} ${printable(target)}  ${status}  ${cost}  ${who}${where}${why}`)
    },

    event(name, details) {
      if (format === 'json') return json({ event: name, ...details })
      const shown = details.message === undefined ? Object.values(details) : [details.message]
      const parts = shown.map(value => printable(String(value)))
      pretty(`${paint('cyan', name)}  ${parts.join('  ')}`)
    },

    defect(error, about, id) {
      const stack = safeText((error instanceof Error && error.stack) || String(error), [])
      const place = safeTarget(about)
      if (format === 'json') json({ event: 'defect', id, about: place, stack })
      else pretty(`${paint('red', 'defect')}  ${printable(place)}\n${stack}`)
    },
  }
}

/** Opens the log of a program, on standard output. */
export function openLog(format: LogFormat = 'off'): RequestLog {
  let lines = ''
  // The lines of one turn of the event loop are written together, the last ones when the process exits.
  const flush = () => {
    if (lines !== '') process.stdout.write(lines)
    lines = ''
  }
  const write = (line: string) => {
    if (lines === '') setImmediate(flush)
    lines += `${line}\n`
  }
  if (format !== 'off') process.once('exit', flush)
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR
  return createLog({ format, write, now: Date.now, pid: process.pid, colour })
}

const round = (milliseconds: number) => Math.round(milliseconds * 10) / 10

/** Keeps text from callers on one line and removes terminal control sequences. */
const printable = (text: string) => text.slice(0, 500).replace(/\p{Cc}/gu, '\uFFFD')

/** Client errors are yellow; server errors and dropped connections are red. */
function tintOf(reply: Reply): Style {
  if (isNetworkError(reply) || reply.status >= 500) return 'red'
  return reply.status < 400 ? 'green' : 'yellow'
}

/** No version is `ff`, no id is 0, and version `00` has four fields. */
const trace = /^(?!ff)(?!00-.{52}-)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=-|$)/

/** The trace id of a request, as in W3C Trace Context; undefined unless it is valid. */
export const traceOf = (traceparent: string | undefined): string | undefined =>
  trace.exec(traceparent ?? '')?.[0]
