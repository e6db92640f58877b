import type { z } from 'zod'
import type { Foreseen } from '../access/entry.js'
import type { Access } from '../access/roles.js'
import type { Body } from '../contract/body.js'
import { noQuery } from '../contract/listing.js'
import type { SentQuery } from '../lists/query.js'
import type { Mail, Ports, Settings } from '../ports.js'
import type { Entry, Membership, Repositories, Stored, StoredUser } from '../store.js'
import type { Awaitable, Call, Parts, Reply } from '../wire/call.js'
import type { PathIds, Route } from '../wire/router.js'
import type { OperationId } from '../wire/routes.js'

/** A request that has passed all checks, inside its transaction. */
export interface OperationRequest<Query = unknown, Value = unknown> {
  rows: Repositories
  user: StoredUser
  membership: Membership | undefined
  /** The object in the path, or null if there is none; undefined if it was not read, such as for a changed path. */
  object: Stored | null | undefined
  /** The foreseen page; undefined if it was not read. */
  page: Entry['page']
  path: PathIds
  query: Query
  sentQuery: SentQuery
  body: Value
  /** Milliseconds since 1970, the same for the whole request. */
  now: number
  /** The origin and path of the request, for links. */
  url: string
  /** The origin of links in e-mails. */
  origin: string
  ports: Ports
  settings: Settings
  /** Sends a body in parts, if the host can. @throws {Refusal} if too many are being sent */
  inParts: ((parts: Parts) => Parts) | undefined
  /** The result of `prepare`. */
  prepared: string | undefined
  /** Runs work after the transaction commits. */
  afterwards(work: () => void): void
  /** Sends an e-mail after the transaction commits. */
  mail(mail: Mail): void
}

/** A row of section 4, as declared. */
interface Declaration<Query, Value> extends Route {
  /** A stable name, for logs, the mock and the API description. */
  id: OperationId
  section: string
  summary: string
  access: Access
  /** @default no parameters */
  query?: z.ZodType<Query>
  body?: Body<Value>
  /** Whether the last step of `run` inserts one object and no other step writes. @default false */
  once?: boolean
  /** Whether it reads only its account, the account's role, and the object in its path. @default false */
  entryOnly?: boolean
  /**
   * Says what the operation will read: a store that can do so returns it together with the data for the checks. A read has no
   * body, and this is called before its account is verified.
   */
  foresee?(request: { path: PathIds; query: Query; body: Value; account: StoredUser }): Foreseen | undefined
  /** Slow work after all checks, outside the transaction: hashing a password. */
  prepare?(request: OperationRequest<Query, Value>): Promise<string | undefined>
  run(request: OperationRequest<Query, Value>): Awaitable<Reply>
}

/** A row of section 4, which determines routing, permission, validation and response. */
export interface Operation<Query = unknown, Value = unknown> extends Declaration<Query, Value> {
  query: z.ZodType<Query>
  /** `write` runs exclusively and is rolled back if it throws. */
  mode: 'read' | 'write'
}

/** The target of a link in an e-mail: a GET without credentials. */
export interface LinkTarget extends Route {
  id: string
  run(request: { call: Call; params: Readonly<Record<string, string>>; ports: Ports }): Promise<Reply>
}

/** Infers the types of an operation in its definition; the table erases them. */
export const operation = <Query, Value = unknown>(declared: Declaration<Query, Value>): Operation =>
  ({ query: noQuery, mode: declared.method === 'GET' ? 'read' : 'write', ...declared }) as Operation
