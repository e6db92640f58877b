import type { CorsOrigins, Exchange, Handler, Refusal } from '../core/index.js'

/** What a listener is told of its requests. Public declarations lead here, so this needs no types of Node.js. */
export interface ExchangeOptions {
  answer: Handler
  cors?: CorsOrigins | undefined
  /** Headers that pages of these origins may send besides those of the interface. */
  corsRequestHeaders?: readonly string[]
  /** The URL by which callers know this server, if it is not that of their requests. */
  publicUrl?: string | undefined
  /** Whether to trust X-Forwarded headers; only behind a proxy that clients cannot bypass. */
  trustProxy?: boolean
  observe?(exchange: Exchange): void
  /** Told of what is refused without being a request: bytes that are not HTTP, and connections beyond the limit. */
  refused?(refusal: Refusal): void
  /** Receives errors of the handler, which should never throw. */
  defect?(error: unknown): void
}
