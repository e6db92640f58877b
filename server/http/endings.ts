import type { IncomingMessage, ServerResponse } from 'node:http'

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
