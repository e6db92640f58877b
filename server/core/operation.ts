import type { z } from 'zod'
import type { Access } from './access.js'
import type { Call, Reply } from './call.js'
import type { Body } from './contract/body.js'
import type { OperationId } from './operations/ids.js'
import type { Mail, Ports, Settings } from './ports.js'
import type { SentQuery } from './query.js'
import type { Route } from './router.js'
import type { Membership, Repositories, StoredUser } from './store.js'

/** The identifiers of a path; each operation has those that its path names. */
export interface PathIds {
  scheduleId: string
  resourceId?: number
  bookingId?: number
  collaboratorId?: number
}

/** A request that has passed every check, inside the transaction that answers it. */
export interface OperationRequest<Query = unknown, Value = unknown> {
  rows: Repositories
  user: StoredUser
  membership: Membership | undefined
  path: PathIds
  query: Query
  sentQuery: SentQuery
  body: Value
  /** Milliseconds since 1970: one time for the whole request. */
  now: number
  /** Origin and path of the request, for links. */
  url: string
  /** Origin of the links in e-mails. */
  origin: string
  ports: Ports
  settings: Settings
  /** What `prepare` made. */
  prepared: string | undefined
  /** Has this done once the transaction is committed, and never if it is not. */
  afterwards(work: () => void): void
  /** Sends an e-mail once the transaction is committed. */
  mail(mail: Mail): void
}

/** One row of section 4: routing, permission, validation and the answer all follow from it. */
export interface Operation<Query = unknown, Value = unknown> extends Route {
  /** Stable name, for logs, the mock and the API description. */
  id: OperationId
  section: string
  summary: string
  access: Access
  query: z.ZodType<Query>
  body?: Body<Value>
  /** `write` runs alone and is undone if it throws. */
  mode: 'read' | 'write'
  /** Slow work that must not hold up the transaction, after all checks: a password's hash. */
  prepare?(request: OperationRequest<Query, Value>): Promise<string | undefined>
  run(request: OperationRequest<Query, Value>): Promise<Reply>
}

/** A GET without credentials that somebody's mail program opens: the link of an e-mail. */
export interface LinkTarget extends Route {
  id: string
  run(request: { call: Call; params: Readonly<Record<string, string>>; ports: Ports }): Promise<Reply>
}

/** Gives an operation its types while it is written; in the table they no longer differ. */
export const operation = <Query, Value = unknown>(definition: Operation<Query, Value>): Operation =>
  definition as Operation
