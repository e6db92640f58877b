import type { Call, Handler, Operation, Params, Ports, Reply, Settings } from '../../server/core/index.js'
import type { LinkTarget } from '../../server/core/operation.js'
import type { RateWindow } from '../../server/core/rate.js'

/** A call with what is known of it before anybody answers it. */
export interface IncomingCall {
  readonly call: Call
  /** The row of section 4 that it is for; undefined where there is none. */
  readonly operation: Operation | undefined
  readonly params: Params
  readonly query: URLSearchParams
  /** The members of the body; empty where it is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Stands around the server: answers itself, or lets `usual` answer the same call or another one. */
export type Middleware = (incoming: IncomingCall, usual: (call?: Call) => Promise<Reply>) => Promise<Reply>

/** What a server is put together from. */
export interface Parts {
  readonly operations: readonly Operation[]
  readonly linkTargets: readonly LinkTarget[]
  readonly ports: Ports
  readonly settings: Settings
  readonly rate: RateWindow
  /** The first one stands nearest to the server. */
  readonly middleware: readonly Middleware[]
}

/** Makes a server another one. It is called once for each server, so that what it remembers is of this server alone. */
export type Alter = (parts: Parts) => Parts

/** Several alterations as one, the first one nearest to the server. */
export const all =
  (...alters: readonly Alter[]): Alter =>
  parts =>
    alters.reduce((altered, alter) => alter(altered), parts)

/** An alteration that remembers something: what `make` begins with is there anew for each server. */
export const stateful =
  (make: () => Alter): Alter =>
  parts =>
    make()(parts)

export type { Call, Handler, Operation, Reply }
