import type {
  ControlEvents,
  FailureInput,
  HoldState,
  Latency,
  NewSchedule,
  OutboxEntry,
  PlannedFailure,
  RequestRecord,
  SessionDescription,
} from '../control/index.js'
import type { NewAccount } from '../core/contract/object-types/user.js'
import type { SeedInput } from '../core/contract/seed.js'
import type { User } from '../core/contract/user.js'
import type { ResponseVariants } from '../core/ports.js'
import type { OperationId } from '../core/wire/routes.js'

/** The clock of the service. */
export interface ClockState {
  /** What it shows: ISO 8601, UTC. */
  now: string
  /** Whether it stands still. */
  frozen: boolean
}

/** The delay of responses. */
export interface LatencyState {
  /** Milliseconds, or two bounds. */
  ms: Latency
  /** The delays of single operations, if they differ. */
  operations?: Partial<Record<OperationId, Latency>>
}

/** Something that happened in the service: its `type` tells what its `data` is. */
export type ControlEvent = {
  [Name in keyof ControlEvents]: {
    /** Identifies it, for `lastEventId`. */
    id: string
    /** The kind of event. */
    type: Name
    /** The details. */
    data: ControlEvents[Name]
  }
}[keyof ControlEvents]

/** How events are followed. */
export interface EventsOptions {
  /** The id of the last event that was received: those that followed come first. @default only those from now on */
  lastEventId?: string | undefined
  /** Ends the events, with an error. @default they end with the service, or when the loop is left */
  signal?: AbortSignal | undefined
}

/** One function for each operation of the control interface; those with a body take its members. */
export interface ControlFunctions {
  /** Checks that the service is up. */
  health(): Promise<{
    /** Always `ok`. */
    status: string
    /** The version of the service. */
    version: string
    /** The time of the service: ISO 8601, UTC. */
    now: string
    /** How many schedules there are. */
    schedules: number
  }>
  /** Goes back to the seed: its data, the real time, an empty outbox, no requests, latency, failures or variety. */
  reset(): Promise<void>
  /** Replaces all data by another seed, as a reset does; later resets go back to it. */
  load(seed: SeedInput): Promise<void>
  /** The e-mails sent, the newest last. */
  outbox(): Promise<OutboxEntry[]>
  /** Empties the outbox. */
  emptyOutbox(): Promise<void>
  /** The last 200 requests and their responses, the newest last. */
  requests(): Promise<RequestRecord[]>
  /** Clears the recorded requests. */
  emptyRequests(): Promise<void>
  /**
   * Follows the service: requests, e-mails, the clock and changes.
   *
   * @example for await (const { type, data } of control.events()) if (type === 'request') console.log(data.target)
   */
  events(options?: EventsOptions): AsyncIterable<ControlEvent>
  /** All accounts. */
  users(): Promise<User[]>
  /** Creates an account. */
  addUser(account: NewAccount): Promise<User>
  /** Deletes the account with an id, its schedules and its collaborations. */
  deleteUser(id: string): Promise<void>
  /** All schedules, each with the address of its owner. */
  schedules(): Promise<Required<NewSchedule>[]>
  /** Creates a schedule. */
  addSchedule(schedule: NewSchedule): Promise<Required<NewSchedule>>
  /** Reads the clock of the service. */
  clock(): Promise<ClockState>
  /** Sets, freezes or runs the clock; a text without a zone is in UTC. */
  setClock(clock: {
    /** What it shows from now on. @default what it shows */
    now?: string | Date | undefined
    /** Whether it stands still. @default as it is */
    frozen?: boolean | undefined
  }): Promise<ClockState>
  /** Advances the clock. */
  advanceClock(by: {
    /** A negative number moves it back. */
    seconds: number
  }): Promise<ClockState>
  /** Goes back to the real time. */
  resetClock(): Promise<ClockState>
  /** The names of the snapshots. */
  snapshots(): Promise<SnapshotName[]>
  /** Takes a snapshot of all data, and replaces one of the same name. */
  takeSnapshot(name?: Partial<SnapshotName>): Promise<SnapshotName>
  /** Restores the data of a snapshot. */
  restoreSnapshot(id: string): Promise<void>
  /** Deletes a snapshot. */
  deleteSnapshot(id: string): Promise<void>
  /** Reads the delay of responses. */
  latency(): Promise<LatencyState>
  /** Delays responses. */
  setLatency(latency: {
    /** Milliseconds, or two bounds. */
    ms: Latency
    /** An operation, or several. @default all of them, and those that have their own no longer do */
    operation?: OperationId | OperationId[] | undefined
  }): Promise<LatencyState>
  /** The planned failures. */
  failures(): Promise<PlannedFailure[]>
  /** Makes requests fail. */
  fail(failure: FailureInput): Promise<PlannedFailure>
  /** Cancels all planned failures. */
  cancelFailures(): Promise<PlannedFailure[]>
  /** Cancels a planned failure by its id, and returns the others. */
  cancelFailure(id: number): Promise<PlannedFailure[]>
  /** Which requests wait, and how many. */
  holds(): Promise<HoldState[]>
  /** Holds requests until they are released. */
  hold(requests?: {
    /** An operation, or several. @default any request */
    operation?: OperationId | OperationId[] | undefined
  }): Promise<HoldState>
  /** Answers the request of a hold that has waited longest, or else the next one to arrive. */
  releaseHold(id: number): Promise<HoldState[]>
  /** Ends a hold: all that wait are answered, and later requests pass. */
  endHold(id: number): Promise<HoldState[]>
  /** Sets the `request_rate_limit` of all accounts, or of one; counts restart. */
  setRateLimit(limit: {
    /** How many requests within 5 minutes. */
    requests: number
    /** The address of an account. @default all accounts */
    email?: string | undefined
  }): Promise<{
    /** As it was set. */
    requests: number
  }>
  /** Makes the service respond in other permitted forms. */
  setVariety(variety: ResponseVariants): Promise<ResponseVariants>
  /** The sessions. */
  sessions(): Promise<SessionDescription[]>
  /** Ends a session, with all its data. */
  endSession(name: string): Promise<void>
}

/** Identifies a snapshot. */
export interface SnapshotName {
  /** Its name. */
  id: string
}

/** A client of the control interface. */
export interface Control extends ControlFunctions {
  /** What the paths of the API begin with, in the session if there is one: the `baseUrl` of a client. */
  readonly baseUrl: string
}
