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
  /** The current time: ISO 8601, UTC. */
  now: string
  /** Whether it is frozen. */
  frozen: boolean
}

/** The delay of responses. */
export interface LatencyState {
  /** Milliseconds: a number, or a range. */
  ms: Latency
  /** The delays of operations that have their own. */
  operations?: Partial<Record<OperationId, Latency>>
}

/** An event of the service; its `type` determines its `data`. */
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

/** Options for following events. */
export interface EventsOptions {
  /** The id of the last event received; the events after it come first. @default only new events */
  lastEventId?: string | undefined
  /** Ends the stream with an error. @default it ends with the service, or when the loop is left */
  signal?: AbortSignal | undefined
}

/** One function for each operation of the control interface; those with a body take its fields. */
export interface ControlFunctions {
  /** Checks that the service is up. */
  health(): Promise<{
    /** Always `ok`. */
    status: string
    /** The version of the service. */
    version: string
    /** The current time of the service: ISO 8601, UTC. */
    now: string
    /** The number of schedules. */
    schedules: number
  }>
  /** Resets to the seed: its data, real time, an empty outbox; no requests, latency, failures or variety. */
  reset(): Promise<void>
  /** Replaces all data with another seed and resets; later resets return to this seed. */
  load(seed: SeedInput): Promise<void>
  /** The e-mails sent, the newest last. */
  outbox(): Promise<OutboxEntry[]>
  /** Empties the outbox. */
  emptyOutbox(): Promise<void>
  /** The last 200 requests and their responses, newest last. */
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
  /** Deletes an account by its id, with its schedules and collaborations. */
  deleteUser(id: string): Promise<void>
  /** All schedules, each with the address of its owner. */
  schedules(): Promise<Required<NewSchedule>[]>
  /** Creates a schedule. */
  addSchedule(schedule: NewSchedule): Promise<Required<NewSchedule>>
  /** Reads the clock of the service. */
  clock(): Promise<ClockState>
  /** Sets, freezes or resumes the clock; a string without a zone is in UTC. */
  setClock(clock: {
    /** The new time. @default the current time of the clock */
    now?: string | Date | undefined
    /** Whether it is frozen. @default unchanged */
    frozen?: boolean | undefined
  }): Promise<ClockState>
  /** Advances the clock. */
  advanceClock(by: {
    /** Negative numbers move it back. */
    seconds: number
  }): Promise<ClockState>
  /** Returns to the real time. */
  resetClock(): Promise<ClockState>
  /** The names of the snapshots. */
  snapshots(): Promise<SnapshotName[]>
  /** Takes a snapshot of all data, replacing any of the same name. */
  takeSnapshot(name?: Partial<SnapshotName>): Promise<SnapshotName>
  /** Restores the data of a snapshot. */
  restoreSnapshot(id: string): Promise<void>
  /** Deletes a snapshot. */
  deleteSnapshot(id: string): Promise<void>
  /** Reads the response delay. */
  latency(): Promise<LatencyState>
  /** Delays responses. */
  setLatency(latency: {
    /** Milliseconds: a number, or a range. */
    ms: Latency
    /** One or more operations. @default all; this removes the delays of individual operations */
    operation?: OperationId | OperationId[] | undefined
  }): Promise<LatencyState>
  /** The planned failures. */
  failures(): Promise<PlannedFailure[]>
  /** Plans a failure. */
  fail(failure: FailureInput): Promise<PlannedFailure>
  /** Cancels all planned failures. */
  cancelFailures(): Promise<PlannedFailure[]>
  /** Cancels a planned failure by its id and returns the others. */
  cancelFailure(id: number): Promise<PlannedFailure[]>
  /** The holds, each with the number of waiting requests. */
  holds(): Promise<HoldState[]>
  /** Holds requests until they are released. */
  hold(requests?: {
    /** One or more operations. @default any request */
    operation?: OperationId | OperationId[] | undefined
  }): Promise<HoldState>
  /** Answers the request that has been held longest, or else the next one to arrive. */
  releaseHold(id: number): Promise<HoldState[]>
  /** Ends a hold: all held requests are answered, and later ones pass. */
  endHold(id: number): Promise<HoldState[]>
  /** Sets the `request_rate_limit` of all accounts, or of one, and restarts its counts. */
  setRateLimit(limit: {
    /** The number of requests allowed within 5 minutes. */
    requests: number
    /** The address of an account. @default all accounts */
    email?: string | undefined
  }): Promise<{
    /** The limit that was set. */
    requests: number
  }>
  /** Makes the service use other permitted response forms. */
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
  /** The `baseUrl` for a client: the prefix of the paths of the API, within the session if there is one. */
  readonly baseUrl: string
}
