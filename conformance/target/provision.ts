import type { TargetInput } from './target.js'

/** An e-mail that the target sent. */
export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** What a setup gives: a target, and how to take it down again. */
export interface Provision {
  readonly target: TargetInput
  /** Called once after the run, whatever became of it. */
  teardown?(): Promise<void> | void
  /** Every e-mail that was sent to an address, the newest last. Checks of e-mails are skipped without it. */
  mailbox?(address: string): Promise<readonly ReceivedMail[]>
}
