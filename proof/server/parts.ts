import type { RateWindow } from '../../server/core/access/rate.js'
import type { Call, Operation, Params, Ports, Reply, Settings } from '../../server/core/index.js'
import type { LinkTarget } from '../../server/core/operations/operation.js'

/** A call, with what is known about it before it is answered. */
export interface IncomingCall {
  readonly call: Call
  /** The matching operation of section 4; undefined if there is none. */
  readonly operation: Operation | undefined
  readonly params: Params
  readonly query: URLSearchParams
  /** The members of the body; empty if it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Answers a call itself, or passes this call or another one on to `usual`. */
export type Middleware = (incoming: IncomingCall, usual: (call?: Call) => Promise<Reply>) => Promise<Reply>

/** The parts of a server. */
export interface Parts {
  readonly operations: readonly Operation[]
  readonly linkTargets: readonly LinkTarget[]
  readonly ports: Ports
  readonly settings: Settings
  readonly rate: RateWindow
  /** The first one is innermost. */
  readonly middleware: readonly Middleware[]
}

/** Alters a server. It is called once per server, so its state belongs to that server alone. */
export type Alter = (parts: Parts) => Parts

/** Combines alterations, the first one innermost. */
export const all =
  (...alters: readonly Alter[]): Alter =>
  parts =>
    alters.reduce((altered, alter) => alter(altered), parts)

/** An alteration with state: `make` creates it for each server. */
export const stateful =
  (make: () => Alter): Alter =>
  parts =>
    make()(parts)
