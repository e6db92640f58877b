import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asker, Parts, Turns } from '../core/index.js'

export interface SendingOptions {
  turns: Turns
  /** Whose turns they are. */
  asker: Asker
  /** Milliseconds that a caller may take to receive what was sent, before the connection is cut. */
  timeout: number
  /** Called once, when all is sent or the connection has ended; `error` is why a part could not be made. */
  ended(error?: unknown): void
  /** Called with each part. */
  sent?(part: string): void
}

/** Sends a body in parts, each once the caller has received the one before. */
export function sendParts(
  response: ServerResponse,
  parts: Parts,
  { turns, asker, timeout, ended, sent }: SendingOptions,
): void {
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  function end(error?: unknown): void {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    parts.close()
    // The caller can tell that the body is not complete: its last chunk is missing.
    if (error !== undefined) response.destroy()
    ended(error)
  }

  function step(): void {
    if (isOver) return
    try {
      const part = parts.next()
      if (part instanceof Promise) part.then(send, end)
      else send(part)
    } catch (error) {
      end(error)
    }
  }

  function send(part: string | undefined): void {
    if (isOver) return
    if (part === undefined) {
      response.end()
      end()
      return
    }
    sent?.(part)
    if (response.write(part)) {
      turns.add(asker, step)
      return
    }
    timer = setTimeout(() => response.destroy(), timeout).unref()
    response.once('drain', () => {
      clearTimeout(timer)
      turns.add(asker, step)
    })
  }

  response.once('close', () => end())
  turns.add(asker, step)
}

/** A caller that is still sending would lose the response if the connection closed at once: it has 2 s to finish. */
export function endAfterRequest(request: IncomingMessage, response: ServerResponse, content: string): void {
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, 2_000).unref()
  response.write(content)
  request.once('end', end).once('close', end).resume()
}

/** A caller that does not receive a response would keep it here. */
export function cutUnlessReceived(response: ServerResponse, timeout: number): void {
  const timer = setTimeout(() => response.destroy(), timeout).unref()
  response.once('close', () => clearTimeout(timer))
}
