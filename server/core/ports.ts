import type { Limits } from './limits.js'
import type { MostInParts } from './lists/parts.js'
import type { Repositories, Store } from './store.js'
import type { Clock } from './times/clock.js'

/** Password hashing: slow by design, and off the main thread. */
export interface Passwords {
  /** `account` is the account that waits for the result: accounts take turns. */
  hash(password: string, account?: string): Promise<string>
  /** Whether this hash is known to match the password; returns without hashing. */
  isProven(password: string, hash: string): boolean
  /**
   * `hash` is undefined for an address without an account: verification then takes as long as for a wrong password, and
   * returns false. `of` is the address in lower case: concurrent requests with the same credentials may share one
   * verification. `caller` is the network of the request: networks take turns, and so do the accounts that each one requests.
   */
  verify(password: string, hash: string | undefined, of?: string, caller?: string): Promise<boolean>
  /** Remembers that a password is right, so that its next verification is immediate. Call it once the hash is stored. */
  remember(password: string, hash: string): void
  /** Forgets everything about a hash that is no longer in use. */
  forget(hash: string): void
}

/** An e-mail; its delivery is up to the mailer. */
export interface Mail {
  /** A `notice` tells the old address of an account that the address will change or has changed. */
  kind: 'activation' | 'invitation' | 'notice'
  /** The address of the recipient. */
  to: string
  /** The subject, in the language of the account. */
  subject: string
  /** The plain text. */
  text: string
  /** The activation link, if the mail has one. */
  link?: string
}

export interface Mailer {
  /**
   * Stores a mail in the transaction of `rows`, so that both are committed or neither. Returns a function that sends it, to
   * be called after the commit: it returns at once, and the mailer reports failed deliveries.
   */
  keep(mail: Mail, rows: Repositories): () => void
}

/** Creates unguessable identifiers and secrets. */
export interface Ids {
  user(): string
  schedule(): string
  /** A secret for a link: at least 128 bits, in URL-safe characters. */
  secret(): string
}

export interface Log {
  /** Logs an internal error, which the caller sees as a 500 without details; `id` is the id of the request. */
  defect(error: unknown, about: string, id?: string): void
}

/** Everything that the core needs from its environment. */
export interface Ports {
  store: Store
  clock: Clock
  passwords: Passwords
  mailer: Mailer
  ids: Ids
  log: Log
}

/** Alternative response forms that the document permits; clients must accept both. */
export interface ResponseVariants {
  /** The type of the id in the response to creating a collaborator (section 2.3). @default 'integer' */
  collaborator_id?: 'integer' | 'string' | undefined
  /** The type of `profile_completed` in a read of the settings (section 2.4); `integer` is 1 or 0. @default 'boolean' */
  profile_completed?: 'boolean' | 'integer' | undefined
}

/** Settings that the document leaves to the operator. */
export interface Settings {
  /** The origin (and path prefix) of links and e-mails. @default the origin of the request */
  publicUrl?: string
  /** `request_rate_limit` of new accounts: requests within 5 minutes (section 8). */
  requestRateLimit: number
  /** Limits of one request. */
  limits?: Partial<Limits>
  /** The maximum number of long lists sent at the same time. @default 20 per account, 50 per address, 200 in total */
  longLists?: MostInParts | undefined
  /** Read for each request, so it can change at any time. */
  variety?: ResponseVariants
}
