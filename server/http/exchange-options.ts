import type { CorsOrigins, Exchange, Handler, Refusal } from '../core/index.js'

/** The options of a listener for its requests. Public declarations lead here, so this needs no types of Node.js. */
export interface ExchangeOptions {
  answer: Handler
  cors?: CorsOrigins | undefined
  /** Additional headers that pages of these origins may send, besides those of the interface. */
  corsRequestHeaders?: readonly string[]
  /** The URL by which callers know this server, if it differs from that of their requests. */
  publicUrl?: string | undefined
  /** Whether to trust X-Forwarded headers; only behind a proxy that clients cannot bypass. */
  trustProxy?: boolean
  observe?(exchange: Exchange): void
  /** Called when something that is not a request is refused: bytes that are not HTTP, and connections beyond the limit. */
  refused?(refusal: Refusal): void
  /** Called with errors of the handler, which should never throw. */
  defect?(error: unknown): void
}
