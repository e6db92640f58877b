import type { OutboxEntry } from '../../server/control/index.js'
import type { Got, Sent, Steering } from '../requests/request.js'

/** One of the bodies that have to behave alike. */
export interface Twin {
  readonly name: string
  /** Can this body be told a request at all? Fetch knows no GET with a body, and tidies URLs up. */
  hears(sent: Sent): boolean
  send(sent: Sent): Promise<Got>
  /** Does what a story wants beside requests; gives what came of it as text, or that it was refused. */
  steer(steering: Steering): Promise<string>
  /** All accounts, oldest first. */
  accounts(): Promise<readonly { id: string; email: string }[]>
  /** All schedules with the addresses of their owners. */
  schedules(): Promise<readonly { id: string; owner: string }[]>
  outbox(): Promise<readonly OutboxEntry[]>
  close(): Promise<void>
}

/** What steering that was refused comes to: the two ways word it differently. */
export const refusedSteering = 'refused'
