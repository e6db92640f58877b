import type { Limits } from './limits.js'
import type { Store } from './store.js'

/** The service's time. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

/** Password hashing, slow on purpose and off the caller's thread. */
export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * `undefined` stands for an address without an account: it takes as long as a wrong password, and is false.
   * `of` is the address in lower case, whether it has an account or not: the same credentials that come at once may be
   * verified together.
   */
  verify(password: string, hash: string | undefined, of?: string): Promise<boolean>
  /** Drops what is remembered of a hash that is no longer anyone's. */
  forget(hash: string): void
}

/** An e-mail as the service words it; how it travels is the mailer's affair. */
export interface Mail {
  kind: 'activation' | 'invitation'
  to: string
  subject: string
  text: string
  /** The activation link, where the mail is about one. */
  link?: string
}

export interface Mailer {
  /** Takes the mail and returns at once; a delivery that fails is the mailer's to report. */
  send(mail: Mail): void
}

/** New identifiers and secrets that nobody can guess. */
export interface Ids {
  user(): string
  schedule(): string
  /** A secret for a link, at least 128 bits, of URL-safe characters. */
  secret(): string
}

export interface Log {
  /** A defect of the service itself: answered with 500, and told in full only here. */
  defect(error: unknown, about: string): void
}

/** Everything the core asks of its surroundings. */
export interface Ports {
  store: Store
  clock: Clock
  passwords: Passwords
  mailer: Mailer
  ids: Ids
  log: Log
}

/** Forms that the document permits beside the usual ones; whoever reads has to bear either. */
export interface ResponseVariants {
  /** What the id in the answer to a collaborator's creation is given as (section 2.3); `integer` by default. */
  collaborator_id?: 'integer' | 'string' | undefined
  /** What a read of the settings shows `profile_completed` as (section 2.4): `integer` is 1 or 0; `boolean` by default. */
  profile_completed?: 'boolean' | 'integer' | undefined
}

/** Choices the document leaves to whoever runs the service. */
export interface Settings {
  /** The origin (and path prefix) of links and e-mails; without one, that of the request. */
  publicUrl?: string
  /** `request_rate_limit` of new accounts: requests within 5 minutes (section 8). */
  requestRateLimit: number
  /** How much one request may ask for. */
  limits?: Partial<Limits>
  /** Looked at anew for each request, so that it can be changed meanwhile. */
  variety?: ResponseVariants
}
